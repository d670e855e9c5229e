import { get, useFormState } from "react-hook-form";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";

const fields: FormField[] = [
  {
    name: "fiscal.ncm",
    label: "NCM",
    hint: "8 números, que o contador informa.",
    inputMode: "numeric",
  },
  {
    name: "fiscal.cfop",
    label: "CFOP",
    hint: "Vazio: o das configurações da loja.",
    inputMode: "numeric",
  },
  {
    name: "fiscal.unit",
    label: "Unidade fiscal",
    hint: "Vazia: a da venda, como UN, PCT, CX ou KG.",
    autoCapitalize: "characters",
  },
  {
    name: "fiscal.cest",
    label: "CEST",
    hint: "7 números, se há substituição tributária.",
    inputMode: "numeric",
  },
];

/** The facts about the product on an invoice; all are optional. */
export function FiscalFields() {
  const hasError = get(useFormState().errors, "fiscal") !== undefined;
  return (
    <details open={hasError || undefined} className="rounded-md border border-line p-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        Fiscal: NCM, CFOP, unidade
      </summary>
      <div className="mt-3 grid gap-5 sm:grid-cols-2">
        <FormFields fields={fields} />
      </div>
    </details>
  );
}
