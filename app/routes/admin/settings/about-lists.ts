import type { AboutLists } from "./about-draft.ts";

export type ItemField = { name: string; label: string; long?: boolean; hint?: string };

type AboutList = {
  key: AboutLists;
  title: string;
  /** One entry: 'Valor 2'. */
  itemName: string;
  /** 'Adicionar valor'. */
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
