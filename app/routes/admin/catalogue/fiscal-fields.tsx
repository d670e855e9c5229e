import { TextField } from "#app/ui/field.tsx";
import type { Form } from "./product-form.ts";

/** What an invoice says about the product; all of it is optional. */
export function FiscalFields({ form }: { form: Form }) {
  const { register, formState } = form;
  const errors = formState.errors.fiscal;
  return (
    <details open={errors !== undefined || undefined} className="rounded-md border border-line p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Fiscal: NCM, CFOP, unidade
      </summary>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        <TextField
          label="NCM"
          hint="8 números, que o contador informa."
          inputMode="numeric"
          autoComplete="off"
          error={errors?.ncm?.message}
          {...register("fiscal.ncm")}
        />
        <TextField
          label="CFOP"
          hint="Vazio: o das configurações da loja."
          inputMode="numeric"
          autoComplete="off"
          error={errors?.cfop?.message}
          {...register("fiscal.cfop")}
        />
        <TextField
          label="Unidade fiscal"
          hint="Vazia: a da venda, como UN, PCT, CX ou KG."
          autoCapitalize="characters"
          autoComplete="off"
          error={errors?.unit?.message}
          {...register("fiscal.unit")}
        />
        <TextField
          label="CEST"
          hint="7 números, se há substituição tributária."
          inputMode="numeric"
          autoComplete="off"
          error={errors?.cest?.message}
          {...register("fiscal.cest")}
        />
      </div>
    </details>
  );
}
