import { pixKeyType, pixRecipient } from "#app/domain/pix/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { TextField } from "#app/ui/field.tsx";
import type { SectionDefinition } from "./drafts.tsx";
import { useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

type Draft = { key: string; merchant_name: string; merchant_city: string };

const definition: SectionDefinition<Draft> = {
  slot: "payments.pix",
  path: "pix.",
  read: ({ pix }) => ({
    key: pix?.key ?? "",
    merchant_name: pix?.merchant_name ?? "",
    merchant_city: pix?.merchant_city ?? "",
  }),
  write: (draft) => ({ pix: draft.key.trim() === "" ? null : draft }),
};

/** The key and recipient of the Pix codes that customers pay with. An empty key turns them off. */
export function PixSection({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  const { draft } = section;
  const keyType = pixKeyType(draft.key);
  const { name, city } = pixRecipient(draft);
  return (
    <SectionForm section={section}>
      <FormSection
        title="Pix"
        description="Com a chave, pedidos confirmados mostram QR code e Pix Copia e Cola na página do cliente e na impressão."
      >
        <TextField
          label="Chave Pix"
          autoComplete="off"
          hint={keyType ? `Tipo: ${keyType}.` : "CPF, CNPJ, e-mail, celular ou chave aleatória."}
          {...section.text("key")}
        />
        <TextField
          label="Nome do recebedor"
          autoComplete="off"
          hint={name ? `No banco do cliente: ${name}` : "Como no cadastro do seu banco."}
          {...section.text("merchant_name")}
        />
        <TextField
          label="Cidade do recebedor"
          autoComplete="off"
          hint={city ? `No código: ${city}` : "A cidade da sua conta."}
          {...section.text("merchant_city")}
        />
      </FormSection>
    </SectionForm>
  );
}
