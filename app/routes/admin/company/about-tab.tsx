import type { AboutPage, Settings } from "#app/domain/company/schema.ts";
import { type FormField, FormFields } from "#app/routes/admin/kit/editing/form-fields.tsx";
import { FormSection } from "#app/routes/admin/kit/page.tsx";
import { ListEditor } from "./list-editor.tsx";
import type { SettingsForm, SettingsTab } from "./settings-form.ts";
import { FormPart, TabForm } from "./tab-form.tsx";

const emptyPage: AboutPage = {
  hero: { title: "", subtitle: "", location: "", image_url: "" },
  stats: [],
  mission_vision: { mission: "", vision: "" },
  values: [],
  timeline: [],
  team: [],
  certifications: [],
};

function read({ about_page_content }: Settings) {
  const page = about_page_content ?? emptyPage;
  const certifications = page.certifications.map((value) => ({ value }));
  return { about_page_content: { ...page, certifications } };
}
type AboutDraft = ReturnType<typeof read>;

export const aboutTab: SettingsTab<AboutDraft> = {
  read,
  write({ about_page_content: page }) {
    const certifications = page.certifications.map(({ value }) => value);
    return { about_page_content: { ...page, certifications } };
  },
};

const heroFields: FormField[] = [
  { name: "about_page_content.hero.title", label: "Título" },
  { name: "about_page_content.hero.subtitle", label: "Subtítulo" },
  {
    name: "about_page_content.hero.location",
    label: "Localização",
    hint: "Por exemplo: Jundiaí, SP.",
  },
  { name: "about_page_content.hero.image_url", label: "Imagem do topo", kind: "picture" },
];

const missionFields: FormField[] = [
  { name: "about_page_content.mission_vision.mission", label: "Missão", kind: "text" },
  { name: "about_page_content.mission_vision.vision", label: "Visão", kind: "text" },
];

const title: FormField = { name: "title", label: "Título" };
const description: FormField = { name: "description", label: "Descrição", kind: "text" };

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

export function AboutTab({ form }: { form: SettingsForm<AboutDraft> }) {
  return (
    <TabForm form={form}>
      <FormPart>
        <FormSection
          title="Topo da página"
          description="O que ficar vazio tem um texto padrão no site."
        >
          <FormFields fields={heroFields} />
        </FormSection>
        <FormSection title="Missão e visão">
          <FormFields fields={missionFields} />
        </FormSection>
        {lists.map((list) => (
          <ListEditor key={list.name} {...list} />
        ))}
      </FormPart>
    </TabForm>
  );
}
