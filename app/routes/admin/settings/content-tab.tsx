import type { Category } from "#app/domain/catalogue/schema.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { PictureField } from "#app/routes/admin/pictures/picture-field.tsx";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { TextField } from "#app/ui/field.tsx";
import { CategoriesSection } from "./categories-section.tsx";
import type { SectionDefinition } from "./drafts.tsx";
import { HomeContentSection } from "./home-content-section.tsx";
import { useSection } from "./section.ts";
import { SectionConflict } from "./section-form.tsx";

type ContentKey =
  | "recipes_hero_title"
  | "recipes_hero_subtitle"
  | "recipes_hero_image_url"
  | "hero_image_url"
  | "hero_image_tall_url"
  | "hero_image_wide_url"
  | "premium_fruits_image_url";

/** Each field is a section of its own, saved when it is chosen or loses focus. */
function definitionOf(key: ContentKey): SectionDefinition<Partial<Record<ContentKey, string>>> {
  return {
    slot: `content.${key}`,
    read: (settings) => ({ [key]: settings[key] ?? "" }),
    write: (draft) => ({ [key]: draft[key] || null }),
  };
}

const recipesTitle = definitionOf("recipes_hero_title");
const recipesSubtitle = definitionOf("recipes_hero_subtitle");
const pictureDefinitions = {
  recipes_hero_image_url: definitionOf("recipes_hero_image_url"),
  hero_image_url: definitionOf("hero_image_url"),
  hero_image_tall_url: definitionOf("hero_image_tall_url"),
  hero_image_wide_url: definitionOf("hero_image_wide_url"),
  premium_fruits_image_url: definitionOf("premium_fruits_image_url"),
};

type ContentTabProps = { settings: Settings; categories: readonly Category[] };

export function ContentTab({ settings, categories }: ContentTabProps) {
  return (
    <>
      <FormSection
        title="Página de receitas"
        description="O alto da página. Cada campo é salvo quando você sai dele."
      >
        <SavedText settings={settings} definition={recipesTitle} name="recipes_hero_title">
          Título da página de receitas
        </SavedText>
        <SavedText settings={settings} definition={recipesSubtitle} name="recipes_hero_subtitle">
          Subtítulo da página de receitas
        </SavedText>
        <SavedPicture
          settings={settings}
          name="recipes_hero_image_url"
          label="Imagem da página de receitas"
        />
      </FormSection>
      <FormSection title="Página inicial" description="Imagens são salvas assim que enviadas.">
        <SavedPicture
          settings={settings}
          name="hero_image_url"
          label="Imagem principal da página inicial"
        />
        <SavedPicture
          settings={settings}
          name="hero_image_tall_url"
          label="Imagem principal em pé, 4:5, para tablets (opcional)"
        />
        <SavedPicture
          settings={settings}
          name="hero_image_wide_url"
          label="Imagem principal larga, 14:5, para celulares (opcional)"
        />
        <SavedPicture
          settings={settings}
          name="premium_fruits_image_url"
          label="Imagem do cartão 'Frutas Premium Selecionadas'"
        />
      </FormSection>
      <HomeContentSection settings={settings} />
      <CategoriesSection categories={categories} />
    </>
  );
}

type SavedTextProps = {
  settings: Settings;
  definition: ReturnType<typeof definitionOf>;
  name: ContentKey;
  children: string;
};

function SavedText({ settings, definition, name, children }: SavedTextProps) {
  const section = useSection(definition, settings);
  return (
    <>
      <TextField
        label={children}
        hint={hintOf(section)}
        {...section.text(name)}
        onBlur={() => void section.save()}
      />
      <SectionConflict conflict={section.conflict} />
    </>
  );
}

function hintOf({ saving, changeElsewhere }: { saving: boolean; changeElsewhere?: string }) {
  if (saving) return "Salvando...";
  return changeElsewhere ? "Mudou em outro lugar." : undefined;
}

type SavedPictureProps = {
  settings: Settings;
  name: keyof typeof pictureDefinitions;
  label: string;
};

function SavedPicture({ settings, name, label }: SavedPictureProps) {
  const section = useSection(pictureDefinitions[name], settings);
  return (
    <>
      <PictureField
        label={label}
        name={name}
        bucket="site-assets"
        picture={section.draft[name] || null}
        onChange={(picture) => void section.saveNow({ [name]: picture ?? "" })}
        error={section.errorOf(name)}
      />
      <SectionConflict conflict={section.conflict} />
    </>
  );
}
