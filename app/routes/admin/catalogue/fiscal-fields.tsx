import type { ComponentProps } from "react";
import { TextField } from "#app/ui/field.tsx";
import type { Form } from "./product-form.ts";

const digits = { inputMode: "numeric" } as const;

const fields = [
  { name: "ncm", label: "NCM", hint: "8 números, que o contador informa.", ...digits },
  { name: "cfop", label: "CFOP", hint: "Vazio: o das configurações da loja.", ...digits },
  {
    name: "unit",
    label: "Unidade fiscal",
    hint: "Vazia: a da venda, como UN, PCT, CX ou KG.",
    autoCapitalize: "characters",
  },
  { name: "cest", label: "CEST", hint: "7 números, se há substituição tributária.", ...digits },
] as const satisfies (ComponentProps<typeof TextField> & { name: string })[];

/** The facts about the product on an invoice; all are optional. */
export function FiscalFields({ form }: { form: Form }) {
  const { register, formState } = form;
  const errors = formState.errors.fiscal;
  return (
    <details open={errors !== undefined || undefined} className="rounded-md border border-line p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Fiscal: NCM, CFOP, unidade
      </summary>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        {fields.map(({ name, ...field }) => (
          <TextField
            key={name}
            {...field}
            autoComplete="off"
            error={errors?.[name]?.message}
            {...register(`fiscal.${name}`)}
          />
        ))}
      </div>
    </details>
  );
}
