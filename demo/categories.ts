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
    description: "Fruta batida e congelada na safra, em sachês, pacotes e baldes, o ano inteiro.",
    position: 0,
  },
  {
    slug: "frutas-congeladas",
    name: "Frutas Congeladas",
    description: "Lavadas, cortadas e congeladas soltas, para usar só a quantidade da receita.",
    position: 1,
  },
  {
    slug: "gelo-saborizado",
    name: "Gelo Saborizado",
    description: "Suco de fruta congelado em copos e gelinhos: derrete dando gosto à bebida.",
    position: 2,
  },
  {
    slug: "pescados",
    name: "Pescados",
    description: "Peixes e frutos do mar limpos, no corte da cozinha, pesados sem a capa de gelo.",
    position: 3,
  },
];
