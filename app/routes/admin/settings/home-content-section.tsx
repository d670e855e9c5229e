import { homeClaims, homeHero } from "#app/domain/settings/company.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { FormSection } from "#app/routes/admin/ui/form-section.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import type { SectionDefinition } from "./drafts.tsx";
import { ListEditor } from "./list-editor.tsx";
import { type ItemField, type ListItem, numbered } from "./list-items.ts";
import { useSection } from "./section.ts";
import { SectionForm } from "./section-form.tsx";

type Draft = {
  home_hero_title: string;
  home_hero_text: string;
  claims: ListItem[];
  quote: string;
  author: string;
};

/** A text that is left empty becomes the default one. */
const definition: SectionDefinition<Draft> = {
  slot: "content.home",
  read(settings) {
    const hero = homeHero(settings);
    return {
      home_hero_title: hero.title,
      home_hero_text: hero.text,
      claims: numbered(homeClaims(settings)),
      quote: settings.testimonial?.quote ?? "",
      author: settings.testimonial?.author ?? "",
    };
  },
  write: ({ home_hero_title, home_hero_text, claims, quote, author }) => ({
    home_hero_title: home_hero_title || null,
    home_hero_text: home_hero_text || null,
    home_claims: claims.map(({ number = "", label = "" }) => ({ number, label })),
    testimonial: quote || author ? { quote, author } : null,
  }),
};

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
        description="O que ficar vazio volta ao texto padrão."
      >
        <TextField label="Título da página inicial" {...section.text("home_hero_title")} />
        <TextAreaField label="Texto da página inicial" {...section.text("home_hero_text")} />
      </FormSection>
      <ListEditor
        title="Números da página inicial"
        description="Só afirme o que a loja pode provar."
        itemName="Número"
        addLabel="Adicionar número"
        fields={claimFields}
        items={section.draft.claims}
        onChange={(claims) => section.change({ claims })}
        errorOf={(index, name) => section.errors[`home_claims.${index}.${name}`]}
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
