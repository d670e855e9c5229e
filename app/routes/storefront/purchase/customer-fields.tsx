import { TextField } from "#app/ui/field.tsx";
import { documentWarning } from "./document-check.ts";
import { maskDocument, maskPhone } from "./masks.ts";
import { type CheckoutFields, fieldProps, maskedFieldProps } from "./use-checkout-form.ts";

/** Who orders. */
export function CustomerFields({ form }: { form: CheckoutFields }) {
  const { touchedFields } = form.formState;
  const doubt = touchedFields.document ? documentWarning(form.watch("document")) : undefined;
  return (
    <div className="grid gap-4">
      <TextField label="Nome completo" autoComplete="name" {...fieldProps(form, "name")} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...fieldProps(form, "email")}
      />
      <TextField
        label="Telefone"
        type="tel"
        autoComplete="tel"
        hint="Com DDD, de preferência o do WhatsApp"
        {...maskedFieldProps(form, "phone", maskPhone)}
      />
      <TextField
        label="CPF ou CNPJ"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={<Doubt words={doubt} />}
        {...maskedFieldProps(form, "document", maskDocument)}
      />
    </div>
  );
}

/** A warning that stands beside the field and stops nobody. */
function Doubt({ words }: { words: string | undefined }) {
  return (
    <span role="status" className="flex items-start gap-1.5 font-medium text-accent-ink">
      {words && (
        <>
          <span className="icon-[lucide--triangle-alert] mt-1 size-4 shrink-0" aria-hidden />
          {words}
        </>
      )}
    </span>
  );
}
