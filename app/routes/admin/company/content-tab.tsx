import type { Category } from "#app/domain/catalogue/category-schema.ts";
import type { PageTexts } from "#app/domain/company/company-schema.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import { CategoriesSection } from "#app/routes/admin/catalogue/categories/categories-section.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { PictureField } from "#app/routes/admin/media/picture-field.tsx";
import { TextField } from "#app/ui/field.tsx";
import { type ListItem, type SettingsDraft, type SettingsKeys, sectionOf } from "./drafts.tsx";
import { ListEditor } from "./list-editor.tsx";
import { useSection } from "./section.ts";
import { SectionConflict, type SectionField, SectionFields, SectionForm } from "./section-form.tsx";

/** Each field is a section of its own, saved when it is chosen or loses focus. */
const texts = [
  define("recipes_hero_title", "Título da página de receitas"),
  define("recipes_hero_subtitle", "Subtítulo da página de receitas"),
];
const recipesPicture = define("recipes_hero_image_url", "Imagem da página de receitas");
const homePictures = [
  define("hero_image_url", "Imagem principal da página inicial"),
  define("hero_image_tall_url", "Imagem principal em pé, 4:5, para tablets (opcional)"),
  define("hero_image_wide_url", "Imagem principal larga, 14:5, para celulares (opcional)"),
  define("premium_fruits_image_url", "Imagem do cartão 'Frutas Premium Selecionadas'"),
];

function define(name: keyof SettingsKeys, label: string) {
  return { name, label, definition: sectionOf<SettingsDraft>(`content.${name}`, { [name]: "" }) };
}

type ContentTabProps = { settings: Settings; categories: readonly Category[] };

export function ContentTab({ settings, categories }: ContentTabProps) {
  return (
    <>
      <FormSection
        title="Página de receitas"
        description="O alto da página. Cada campo é salvo quando você sai dele."
      >
        {texts.map((field) => (
          <SavedText key={field.name} settings={settings} {...field} />
        ))}
        <SavedPicture settings={settings} {...recipesPicture} />
      </FormSection>
      <FormSection title="Página inicial" description="Imagens são salvas assim que enviadas.">
        {homePictures.map((field) => (
          <SavedPicture key={field.name} settings={settings} {...field} />
        ))}
      </FormSection>
      <HomeContentSection settings={settings} />
      <CategoriesSection categories={categories} />
    </>
  );
}

type SavedFieldProps = ReturnType<typeof define> & { settings: Settings };

function SavedText({ settings, definition, name, label }: SavedFieldProps) {
  const section = useSection(definition, settings);
  return (
    <>
      <TextField
        label={label}
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

function SavedPicture({ settings, definition, name, label }: SavedFieldProps) {
  const section = useSection(definition, settings);
  return (
    <>
      <PictureField
        label={label}
        name={name}
        bucket="site-assets"
        picture={String(section.valueAt(name)) || null}
        onChange={(picture) => void section.saveNow({ [name]: picture ?? "" })}
        error={section.errorOf(name)}
      />
      <SectionConflict conflict={section.conflict} />
    </>
  );
}

const noTexts: Omit<PageTexts, "steps" | "strengths"> & Record<"steps" | "strengths", ListItem[]> =
  {
    categories_title: "",
    premium_text: "",
    steps_title: "",
    steps: [],
    about_title: "",
    strengths: [],
    help_text: "",
    footer_line: "",
    contact_intro: "",
  };

const homeDefinition = sectionOf(
  "content.home",
  {
    page_texts: noTexts,
    home_hero_title: "",
    home_hero_text: "",
    home_claims: [] as ListItem[],
    testimonial: { quote: "", author: "" },
  },
  {
    write: ({ testimonial }) => ({
      testimonial: testimonial.quote || testimonial.author ? testimonial : null,
    }),
  },
);

const homeTexts: SectionField[] = [
  { name: "home_hero_title", label: "Título da página inicial" },
  { name: "home_hero_text", label: "Texto da página inicial", kind: "text" },
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
    name: "page_texts.steps_title",
    label: "Título dos passos",
    hint: "Por exemplo: Do site ao seu freezer em três passos.",
  },
];

const titledFields: SectionField[] = [
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
    name: "home_claims",
    title: "Números da página inicial",
    description: "Só afirme o que a loja pode provar.",
    itemName: "Número",
    fields: [
      { name: "number", label: "Número", hint: "Como deve aparecer: 1000+ ou 100%." },
      { name: "label", label: "O que ele conta" },
    ],
  },
];

const testimonialFields: SectionField[] = [
  { name: "testimonial.quote", label: "Texto do depoimento", kind: "text" },
  { name: "testimonial.author", label: "Quem disse" },
];

/** The texts of the home page. */
function HomeContentSection({ settings }: { settings: Settings }) {
  const section = useSection(homeDefinition, settings);
  return (
    <SectionForm section={section}>
      <FormSection
        title="Textos da página inicial"
        description="O que ficar vazio não aparece; sem título, a página mostra o nome da loja."
      >
        <SectionFields section={section} fields={homeTexts} />
      </FormSection>
      {homeLists.map((list) => (
        <ListEditor key={list.name} section={section} {...list} />
      ))}
      <FormSection title="Depoimento" description="De um cliente, na página inicial.">
        <SectionFields section={section} fields={testimonialFields} />
      </FormSection>
    </SectionForm>
  );
}
