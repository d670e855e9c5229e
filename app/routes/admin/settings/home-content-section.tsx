import type { PageTexts } from "#app/domain/settings/company-schema.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { FormSection } from "#app/routes/admin/ui/page.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import type { SectionDefinition } from "./drafts.tsx";
import { type ItemField, ListEditor, type ListItem, numbered } from "./list-editor.tsx";
import { useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

type Draft = Omit<PageTexts, "steps" | "strengths"> & {
  home_hero_title: string;
  home_hero_text: string;
  claims: ListItem[];
  steps: ListItem[];
  strengths: ListItem[];
  quote: string;
  author: string;
};

const noTexts: PageTexts = {
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

const definition: SectionDefinition<Draft> = {
  slot: "content.home",
  read(settings) {
    const { steps, strengths, ...texts } = settings.page_texts ?? noTexts;
    return {
      ...texts,
      steps: numbered(steps),
      strengths: numbered(strengths),
      home_hero_title: settings.home_hero_title ?? "",
      home_hero_text: settings.home_hero_text ?? "",
      claims: numbered(settings.home_claims ?? []),
      quote: settings.testimonial?.quote ?? "",
      author: settings.testimonial?.author ?? "",
    };
  },
  write: ({
    home_hero_title,
    home_hero_text,
    claims,
    quote,
    author,
    steps,
    strengths,
    ...texts
  }) => ({
    page_texts: { ...texts, steps: steps.map(titledText), strengths: strengths.map(titledText) },
    home_hero_title: home_hero_title || null,
    home_hero_text: home_hero_text || null,
    home_claims: claims.map(({ number = "", label = "" }) => ({ number, label })),
    testimonial: quote || author ? { quote, author } : null,
  }),
};

function titledText({ title = "", text = "" }: ListItem) {
  return { title, text };
}

const titledFields: ItemField[] = [
  { name: "title", label: "Título" },
  { name: "text", label: "Texto" },
];
const claimFields: ItemField[] = [
  { name: "number", label: "Número", hint: "Como deve aparecer: 1000+ ou 100%." },
  { name: "label", label: "O que ele conta" },
];

/** The texts of the home page. */
export function HomeContentSection({ settings }: { settings: Settings }) {
  const section = useSection(definition, settings);
  return (
    <SectionForm section={section}>
      <FormSection
        title="Textos da página inicial"
        description="O que ficar vazio não aparece; sem título, a página mostra o nome da loja."
      >
        <TextField label="Título da página inicial" {...section.text("home_hero_title")} />
        <TextAreaField label="Texto da página inicial" {...section.text("home_hero_text")} />
        <TextField
          label="Título das categorias"
          hint="Por exemplo: Quatro prateleiras, tudo a −18 °C."
          {...section.text("categories_title", "page_texts.categories_title")}
        />
        <TextAreaField
          label="Texto de Frutas Premium"
          hint="Por exemplo: Colhidas maduras, cortadas e congeladas soltas no mesmo dia. Vazio, o bloco não aparece."
          {...section.text("premium_text", "page_texts.premium_text")}
        />
        <TextField
          label="Título da apresentação"
          hint="Por exemplo: Quem enche freezer há tempo sabe escolher."
          {...section.text("about_title", "page_texts.about_title")}
        />
        <TextAreaField
          label="Texto de ajuda"
          hint="Sob ‘Prefere conversar?’. Por exemplo: Mande a lista do jeito que estiver."
          {...section.text("help_text", "page_texts.help_text")}
        />
        <TextField
          label="Frase do rodapé"
          hint="Por exemplo: Polpas, frutas, gelo e pescados congelados para empresas e para a sua casa."
          {...section.text("footer_line", "page_texts.footer_line")}
        />
        <TextAreaField
          label="Apresentação da página de contato"
          hint="Por exemplo: Preço para o seu volume, prazo de entrega, um produto que não achou."
          {...section.text("contact_intro", "page_texts.contact_intro")}
        />
        <TextField
          label="Título dos passos"
          hint="Por exemplo: Do site ao seu freezer em três passos."
          {...section.text("steps_title", "page_texts.steps_title")}
        />
      </FormSection>
      <ListEditor
        title="Passos do pedido"
        description="Como comprar na loja. Sem passos, o bloco não aparece."
        itemName="Passo"
        addLabel="Adicionar passo"
        fields={titledFields}
        items={section.draft.steps}
        onChange={(steps) => section.change({ steps })}
        errorOf={(index, name) => section.errorOf(`page_texts.steps.${index}.${name}`)}
      />
      <ListEditor
        title="Diferenciais"
        description="O que a loja faz bem, na página inicial."
        itemName="Diferencial"
        addLabel="Adicionar diferencial"
        fields={titledFields}
        items={section.draft.strengths}
        onChange={(strengths) => section.change({ strengths })}
        errorOf={(index, name) => section.errorOf(`page_texts.strengths.${index}.${name}`)}
      />
      <ListEditor
        title="Números da página inicial"
        description="Só afirme o que a loja pode provar."
        itemName="Número"
        addLabel="Adicionar número"
        fields={claimFields}
        items={section.draft.claims}
        onChange={(claims) => section.change({ claims })}
        errorOf={(index, name) => section.errorOf(`home_claims.${index}.${name}`)}
      />
      <FormSection title="Depoimento" description="De um cliente, na página inicial.">
        <TextAreaField
          label="Texto do depoimento"
          {...section.text("quote", "testimonial.quote")}
        />
        <TextField label="Quem disse" {...section.text("author", "testimonial.author")} />
      </FormSection>
    </SectionForm>
  );
}
