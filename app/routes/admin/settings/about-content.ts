import type { AboutPage, Settings } from "#app/domain/settings/schema.ts";
import type { SectionDefinition } from "./drafts.tsx";
import { type ItemField, type ListItem, numbered } from "./list-editor.tsx";

type AboutLists = "stats" | "values" | "timeline" | "team" | "certifications";

export type AboutDraft = Record<AboutLists, ListItem[]> & {
  title: string;
  subtitle: string;
  location: string;
  image_url: string;
  mission: string;
  vision: string;
};

type Entry = Record<string, string>;

/** Certifications are stored as names and edited as entries with a name: spec point 3. */
export const aboutDefinition: SectionDefinition<AboutDraft> = {
  slot: "about",
  read: ({ about_page_content }: Settings) => readPage(about_page_content ?? {}),
  write: (draft) => ({ about_page_content: writePage(draft) }),
};

function readPage(page: Partial<AboutPage>): AboutDraft {
  return {
    title: page.hero?.title ?? "",
    subtitle: page.hero?.subtitle ?? "",
    location: page.hero?.location ?? "",
    image_url: page.hero?.image_url ?? "",
    mission: page.mission_vision?.mission ?? "",
    vision: page.mission_vision?.vision ?? "",
    stats: numbered(page.stats),
    values: numbered(page.values),
    timeline: numbered(page.timeline),
    team: numbered(page.team),
    certifications: numbered(page.certifications?.map((name) => ({ name }))),
  };
}

function writePage(draft: AboutDraft): AboutPage {
  return {
    hero: {
      title: draft.title,
      subtitle: draft.subtitle,
      location: draft.location,
      image_url: draft.image_url,
    },
    mission_vision: { mission: draft.mission, vision: draft.vision },
    stats: draft.stats.map((item) => pick(item, ["number", "label"])),
    values: draft.values.map((item) => pick(item, ["title", "description"])),
    timeline: draft.timeline.map((item) => pick(item, ["year", "title", "description"])),
    team: draft.team.map((item) => pick(item, ["title", "subtitle", "description"])),
    certifications: draft.certifications.map(({ name = "" }) => name),
  };
}

function pick<Name extends string>(entry: Entry, names: readonly Name[]): Record<Name, string> {
  const pairs = names.map((name) => [name, entry[name] ?? ""]);
  return Object.fromEntries(pairs) as Record<Name, string>;
}

type AboutList = {
  key: AboutLists;
  title: string;
  /** Name of one entry: 'Valor'. */
  itemName: string;
  addLabel: string;
  fields: readonly ItemField[];
};

const title = { name: "title", label: "Título" };
const description = { name: "description", label: "Descrição", long: true };

export const aboutLists: readonly AboutList[] = [
  {
    key: "stats",
    title: "Números",
    itemName: "Número",
    addLabel: "Adicionar número",
    fields: [
      { name: "number", label: "Número", hint: "Como deve aparecer: 1000+ ou 100%." },
      { name: "label", label: "O que ele conta" },
    ],
  },
  {
    key: "values",
    title: "Valores",
    itemName: "Valor",
    addLabel: "Adicionar valor",
    fields: [title, description],
  },
  {
    key: "timeline",
    title: "Linha do tempo",
    itemName: "Marco",
    addLabel: "Adicionar marco",
    fields: [{ name: "year", label: "Ano" }, title, description],
  },
  {
    key: "team",
    title: "Equipe",
    itemName: "Pessoa",
    addLabel: "Adicionar pessoa",
    fields: [
      { name: "title", label: "Nome ou área" },
      { name: "subtitle", label: "Função" },
      description,
    ],
  },
  {
    key: "certifications",
    title: "Certificações",
    itemName: "Certificação",
    addLabel: "Adicionar certificação",
    fields: [{ name: "name", label: "Nome da certificação" }],
  },
];
