import type { Settings } from "#app/domain/settings/schema.ts";
import { PictureField } from "#app/routes/admin/pictures/picture-field.tsx";
import { TextAreaField } from "#app/routes/admin/ui/fields.tsx";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { TextField } from "#app/ui/field.tsx";
import type { SectionDefinition } from "./save-section.ts";
import { SectionForm } from "./section-form.tsx";
import { useSection } from "./use-section.ts";

type Draft = { site_name: string; logo: string; policies: string };

const definition: SectionDefinition<Draft> = {
  slot: "general",
  read: ({ site_name, logo, policies }) => ({
    site_name: site_name ?? "",
    logo: logo ?? "",
    policies: policies ?? "",
  }),
  write: ({ site_name, logo, policies }) => ({
    site_name: site_name || null,
    logo: logo || null,
    policies: policies || null,
  }),
};

export function GeneralTab({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  return (
    <SectionForm section={section}>
      <FormSection title="Identidade" description="O nome e o desenho no alto de todas as páginas.">
        <TextField label="Nome do site" maxLength={200} {...section.text("site_name")} />
        <PictureField
          label="Logo"
          name="logo"
          bucket="site-assets"
          picture={section.draft.logo || null}
          onChange={(logo) => section.change({ logo: logo ?? "" })}
          error={section.errors.logo}
          hint="Sem logo, aparece o nome do site."
        />
      </FormSection>
      <FormSection
        title="Políticas e termos"
        description="A página de políticas, que o rodapé do site mostra."
      >
        <TextAreaField
          label="Texto das políticas"
          rows={14}
          {...section.text("policies")}
          hint="Separe os parágrafos com uma linha em branco. Uma linha curta sozinha vira título; linhas que começam com “- ” viram lista."
        />
      </FormSection>
    </SectionForm>
  );
}
