import type { Settings } from "#app/domain/settings/schema.ts";
import { PictureField } from "#app/routes/admin/pictures/picture-field.tsx";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { type AboutDraft, aboutDefinition, aboutLists } from "./about-content.ts";
import { ListEditor } from "./list-editor.tsx";
import { type SettingsSection, useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

const path = "about_page_content";

export function AboutTab({ settings }: { settings: Settings }) {
  const section = useSection(aboutDefinition, settings);
  const { draft, change, errorOf } = section;
  return (
    <SectionForm section={section}>
      <HeroFields section={section} />
      <FormSection title="Missão e visão">
        <TextAreaField
          label="Missão"
          {...section.text("mission")}
          error={errorOf(`${path}.mission_vision.mission`)}
        />
        <TextAreaField
          label="Visão"
          {...section.text("vision")}
          error={errorOf(`${path}.mission_vision.vision`)}
        />
      </FormSection>
      {aboutLists.map(({ key, ...list }) => (
        <ListEditor
          key={key}
          {...list}
          items={draft[key]}
          onChange={(items) => change({ [key]: items })}
          errorOf={(index, field) =>
            errorOf(
              key === "certifications"
                ? `${path}.${key}.${index}`
                : `${path}.${key}.${index}.${field}`,
            )
          }
        />
      ))}
    </SectionForm>
  );
}

function HeroFields({ section }: { section: SettingsSection<AboutDraft> }) {
  const { draft, change, errorOf, text } = section;
  return (
    <FormSection
      title="Topo da página"
      description="O que ficar vazio tem um texto padrão no site."
    >
      <TextField label="Título" {...text("title")} error={errorOf(`${path}.hero.title`)} />
      <TextField label="Subtítulo" {...text("subtitle")} error={errorOf(`${path}.hero.subtitle`)} />
      <TextField
        label="Localização"
        {...text("location")}
        hint="Por exemplo: Jundiaí, SP."
        error={errorOf(`${path}.hero.location`)}
      />
      <PictureField
        label="Imagem do topo"
        name="image_url"
        bucket="site-assets"
        picture={draft.image_url || null}
        onChange={(picture) => change({ image_url: picture ?? "" })}
        error={errorOf(`${path}.hero.image_url`)}
      />
    </FormSection>
  );
}
