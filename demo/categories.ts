import type { CategorySlug } from "./types.ts";

type DemoCategory = {
  slug: CategorySlug;
  name: string;
  /** One or two sentences, shown on the home cards and in the category's hero. */
  description: string;
  position: number;
};

export const categories: DemoCategory[] = [
  {
    slug: "polpas",
    name: "Polpas de Frutas",
    description:
      "Fruta batida e congelada na safra, em sachês de 100 g, pacotes de 1 kg e baldes. Do açaí do Pará à jabuticaba paulista, o suco sai igual o ano inteiro.",
    position: 0,
  },
  {
    slug: "frutas-congeladas",
    name: "Frutas Congeladas",
    description:
      "Lavadas, cortadas e congeladas soltas, para usar só a quantidade da receita. Servem a confeitarias, bares e cafés que não querem depender da safra.",
    position: 1,
  },
  {
    slug: "gelo-saborizado",
    name: "Gelo Saborizado",
    description:
      "Copos selados com suco de fruta congelado, um por drinque, além de gelinhos e gelo filtrado. Derretem dando gosto à bebida em vez de aguar.",
    position: 2,
  },
  {
    slug: "pescados",
    name: "Pescados",
    description:
      "Peixes e frutos do mar limpos, no corte que a cozinha usa, pesados já sem a capa de gelo. Cada texto diz de onde vem e como descongelar.",
    position: 3,
  },
];
