import type { AboutPage, Settings } from "#app/domain/company/schema.ts";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { type ListItem, sectionOf } from "./drafts.tsx";
import { ListEditor } from "./list-editor.tsx";
import { useSection } from "./section.ts";
import { type SectionField, SectionFields, SectionForm } from "./section-form.tsx";

type PageDraft = Pick<AboutPage, "hero" | "mission_vision"> &
  Record<Exclude<keyof AboutPage, "hero" | "mission_vision">, ListItem[]>;

const emptyPage: PageDraft = {
  hero: { title: "", subtitle: "", location: "", image_url: "" },
  stats: [],
  mission_vision: { mission: "", vision: "" },
  values: [],
  timeline: [],
  team: [],
  certifications: [],
};

export const aboutDefinition = sectionOf("about", { about_page_content: emptyPage });

const heroFields: SectionField[] = [
  { name: "about_page_content.hero.title", label: "Título" },
  { name: "about_page_content.hero.subtitle", label: "Subtítulo" },
  {
    name: "about_page_content.hero.location",
    label: "Localização",
    hint: "Por exemplo: Jundiaí, SP.",
  },
  { name: "about_page_content.hero.image_url", label: "Imagem do topo", kind: "picture" },
];

const missionFields: SectionField[] = [
  { name: "about_page_content.mission_vision.mission", label: "Missão", kind: "text" },
  { name: "about_page_content.mission_vision.vision", label: "Visão", kind: "text" },
];

const title: SectionField = { name: "title", label: "Título" };
const description: SectionField = { name: "description", label: "Descrição", kind: "text" };

const lists = [
  {
    name: "about_page_content.stats",
    title: "Números",
    itemName: "Número",
    fields: [
      { name: "number", label: "Número", hint: "Como deve aparecer: 1000+ ou 100%." },
      { name: "label", label: "O que ele conta" },
    ],
  },
  {
    name: "about_page_content.values",
    title: "Valores",
    itemName: "Valor",
    fields: [title, description],
  },
  {
    name: "about_page_content.timeline",
    title: "Linha do tempo",
    itemName: "Marco",
    fields: [{ name: "year", label: "Ano" }, title, description],
  },
  {
    name: "about_page_content.team",
    title: "Equipe",
    itemName: "Pessoa",
    fields: [
      { name: "title", label: "Nome ou área" },
      { name: "subtitle", label: "Função" },
      description,
    ],
  },
  {
    name: "about_page_content.certifications",
    title: "Certificações",
    itemName: "Certificação",
    fields: [{ name: "value", label: "Nome da certificação" }],
  },
];

export function AboutTab({ settings }: { settings: Settings }) {
  const section = useSection(aboutDefinition, settings);
  return (
    <SectionForm section={section}>
      <FormSection
        title="Topo da página"
        description="O que ficar vazio tem um texto padrão no site."
      >
        <SectionFields section={section} fields={heroFields} />
      </FormSection>
      <FormSection title="Missão e visão">
        <SectionFields section={section} fields={missionFields} />
      </FormSection>
      {lists.map((list) => (
        <ListEditor key={list.name} section={section} {...list} />
      ))}
    </SectionForm>
  );
}
