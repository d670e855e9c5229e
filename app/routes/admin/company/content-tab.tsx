import { Link } from "react-router";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { noPageTexts } from "#app/domain/company/company-schema.ts";
import { type PictureFocus, pictureFocuses, type Settings } from "#app/domain/company/schema.ts";
import { CategoriesSection } from "#app/routes/admin/catalogue/categories/categories-section.tsx";
import {
  type FormField,
  FormFields,
  useFormField,
} from "#app/routes/admin/kit/editing/form-fields.tsx";
import { FormSection, SectionIndex } from "#app/routes/admin/kit/page.tsx";
import { PictureField } from "#app/routes/admin/media/picture-field.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { ListEditor } from "./list-editor.tsx";
import type { SettingsForm, SettingsTab } from "./settings-form.ts";
import { FormPart, TabForm } from "./tab-form.tsx";

function read(settings: Settings) {
  return {
    recipes_hero_title: settings.recipes_hero_title ?? "",
    recipes_hero_subtitle: settings.recipes_hero_subtitle ?? "",
    recipes_hero_image_url: settings.recipes_hero_image_url ?? "",
    hero_image_url: settings.hero_image_url ?? "",
    hero_image_focus: settings.hero_image_focus,
    premium_fruits_image_url: settings.premium_fruits_image_url ?? "",
    page_texts: settings.page_texts ?? noPageTexts,
    home_hero_title: settings.home_hero_title ?? "",
    home_hero_text: settings.home_hero_text ?? "",
  };
}
type ContentDraft = ReturnType<typeof read>;

export const contentTab: SettingsTab<ContentDraft> = { read, write: (draft) => draft };

type FieldSavedAtOnce = { name: keyof ContentDraft; label: string };

/** Each field is saved when it is chosen or loses focus. */
const recipesTexts: FieldSavedAtOnce[] = [
  { name: "recipes_hero_title", label: "Título da página de receitas" },
  { name: "recipes_hero_subtitle", label: "Subtítulo da página de receitas" },
];
const recipesPicture: FieldSavedAtOnce = {
  name: "recipes_hero_image_url",
  label: "Imagem da página de receitas",
};
const heroPicture: FieldSavedAtOnce = {
  name: "hero_image_url",
  label: "Imagem principal da página inicial",
};
const heroFocus: FieldSavedAtOnce = {
  name: "hero_image_focus",
  label: "Parte da imagem principal que fica visível",
};
const premiumPicture: FieldSavedAtOnce = {
  name: "premium_fruits_image_url",
  label: "Imagem do cartão 'Frutas Premium Selecionadas'",
};
const savedAtOnce = [...recipesTexts, recipesPicture, heroPicture, heroFocus, premiumPicture].map(
  ({ name }) => name,
);

const focusLabels: Record<PictureFocus, string> = {
  "top-left": "Em cima, à esquerda",
  top: "Em cima",
  "top-right": "Em cima, à direita",
  left: "À esquerda",
  center: "O meio",
  right: "À direita",
  "bottom-left": "Embaixo, à esquerda",
  bottom: "Embaixo",
  "bottom-right": "Embaixo, à direita",
};

const heroTexts: FormField[] = [
  { name: "home_hero_title", label: "Título da página inicial" },
  { name: "home_hero_text", label: "Texto da página inicial", kind: "text" },
];

const homeTexts: FormField[] = [
  {
    name: "page_texts.categories_title",
    label: "Título das categorias",
    hint: "Por exemplo: Quatro prateleiras, tudo a −18 °C.",
  },
  {
    name: "page_texts.premium_text",
    label: "Texto de Frutas Premium",
    kind: "text",
    hint: "Por exemplo: Colhidas maduras, cortadas e congeladas soltas no mesmo dia. Vazio, o bloco não aparece.",
  },
  {
    name: "page_texts.about_title",
    label: "Título da apresentação",
    hint: "Por exemplo: Quem enche freezer há tempo sabe escolher.",
  },
  {
    name: "page_texts.help_text",
    label: "Texto de ajuda",
    kind: "text",
    hint: "Sob ‘Prefere conversar?’. Por exemplo: Mande a lista do jeito que estiver.",
  },
  {
    name: "page_texts.footer_line",
    label: "Frase do rodapé",
    hint: "Por exemplo: Polpas, frutas, gelo e pescados congelados para empresas e para a sua casa.",
  },
  {
    name: "page_texts.contact_intro",
    label: "Apresentação da página de contato",
    kind: "text",
    hint: "Por exemplo: Preço para o seu volume, prazo de entrega, um produto que não achou.",
  },
  {
    name: "page_texts.contact_claim.number",
    label: "Número em destaque na página de contato",
    hint: "Como '30+ anos'. Vazio: não aparece.",
  },
  { name: "page_texts.contact_claim.label", label: "Texto do destaque na página de contato" },
  {
    name: "page_texts.steps_title",
    label: "Título dos passos",
    hint: "Por exemplo: Do site ao seu freezer em três passos.",
  },
];

const titledFields: FormField[] = [
  { name: "title", label: "Título" },
  { name: "text", label: "Texto" },
];

const homeLists = [
  {
    name: "page_texts.steps",
    title: "Passos do pedido",
    description: "Como comprar na loja. Sem passos, o bloco não aparece.",
    itemName: "Passo",
    fields: titledFields,
  },
  {
    name: "page_texts.strengths",
    title: "Diferenciais",
    description: "O que a loja faz bem, na página inicial.",
    itemName: "Diferencial",
    fields: titledFields,
  },
  {
    name: "page_texts.home_claims",
    title: "Números da página inicial",
    description: "Só afirme o que a loja pode provar.",
    itemName: "Número",
    fields: [
      { name: "number", label: "Número", hint: "Como deve aparecer: 1000+ ou 100%." },
      { name: "label", label: "O que ele conta" },
    ],
  },
];

const testimonialFields: FormField[] = [
  { name: "page_texts.testimonial.quote", label: "Texto do depoimento", kind: "text" },
  { name: "page_texts.testimonial.author", label: "Quem disse" },
];

type ContentForm = SettingsForm<ContentDraft>;
type ContentTabProps = { form: ContentForm; categories: readonly Category[] };

export function ContentTab({ form, categories }: ContentTabProps) {
  return (
    <TabForm form={form} savedAtOnce={savedAtOnce}>
      <SectionIndex titles={sectionTitles} />
      <FormPart>
        <FormSection title="Página inicial" description={<HomeDescription />}>
          <FormFields fields={heroTexts} />
          <SavedPicture form={form} {...heroPicture} />
          <HeroFocus form={form} />
          <SavedPicture form={form} {...premiumPicture} />
        </FormSection>
        <FormSection
          title="Página de receitas"
          description="O alto da página. Cada campo é salvo quando você sai dele."
        >
          {recipesTexts.map((field) => (
            <SavedText key={field.name} form={form} {...field} />
          ))}
          <SavedPicture form={form} {...recipesPicture} />
        </FormSection>
        <HomeTextsFields />
      </FormPart>
      <CategoriesSection categories={categories} />
    </TabForm>
  );
}

const sectionTitles = [
  "Página inicial",
  "Página de receitas",
  "Textos da página inicial",
  ...homeLists.map(({ title }) => title),
  "Depoimento",
  "Categorias",
];

function HomeDescription() {
  return (
    <>
      <p>Sem título, ela mostra o nome da loja. Imagens são salvas assim que enviadas.</p>
      <p className="mt-2">
        Mostra o primeiro produto disponível de cada categoria:{" "}
        <Link to="/admin/products" className="underline">
          mude a ordem em Produtos
        </Link>
        .
      </p>
    </>
  );
}

type SavedFieldProps = FieldSavedAtOnce & { form: ContentForm };

function SavedText({ form, name, label }: SavedFieldProps) {
  const field = useFormField(name);
  return (
    <TextField
      label={label}
      hint={hintOf(form, name)}
      {...field}
      onBlur={() => form.save([name])}
    />
  );
}

function hintOf(form: ContentForm, name: keyof ContentDraft): string | undefined {
  if (!form.unsavedKeys.includes(name)) return undefined;
  if (form.saving) return "Salvando...";
  return form.changedElsewhere.includes(name) ? "Mudou em outro lugar." : undefined;
}

function HeroFocus({ form }: { form: ContentForm }) {
  const { name, label } = heroFocus;
  const { value, error, onChange } = useFormField(name);
  return (
    <SelectField
      label={label}
      hint={hintOf(form, name) ?? "A página corta a imagem: larga em celulares, alta em tablets."}
      name={name}
      className="max-w-xs"
      value={value}
      error={error}
      onChange={(event) => {
        onChange(event);
        form.save([name]);
      }}
    >
      {pictureFocuses.map((focus) => (
        <option key={focus} value={focus}>
          {focusLabels[focus]}
        </option>
      ))}
    </SelectField>
  );
}

function SavedPicture({ form, name, label }: SavedFieldProps) {
  const field = useFormField(name);
  return (
    <PictureField
      label={label}
      name={name}
      bucket="site-assets"
      picture={String(field.value) || null}
      onChange={(picture) => {
        field.onChange(picture ?? "");
        form.save([name]);
      }}
      error={field.error}
    />
  );
}

/** The texts of the home page. */
function HomeTextsFields() {
  return (
    <>
      <FormSection title="Textos da página inicial" description="O que ficar vazio não aparece.">
        <FormFields fields={homeTexts} />
      </FormSection>
      {homeLists.map((list) => (
        <ListEditor key={list.name} {...list} />
      ))}
      <FormSection title="Depoimento" description="De um cliente, na página inicial.">
        <FormFields fields={testimonialFields} />
      </FormSection>
    </>
  );
}
