import type { SaleUnit } from "#app/shared/units.ts";

/** Source data of the demo shop, for rows and pictures. */

export type CategorySlug = "polpas" | "frutas-congeladas" | "gelo-saborizado" | "pescados";

/** The drawing of a product: content, pack and label. */
export type ProductArt = {
  /** Key of a drawing in `demo/pictures/subjects`, for example "acai", "camarao". */
  subject: string;
  /** A second drawing for mixtures, for example "hortela" beside "abacaxi". */
  companion?: string;
  pack: "sachet" | "bag" | "box" | "tub" | "cup" | "stick" | "tray" | "vacuum" | "whole";
  /** Large text on the label, at most 16 characters: "Açaí". */
  label: string;
  /** Small text below it, at most 20 characters: "Polpa integral". */
  tagline?: string;
  /** Net weight or count as printed: "100 g", "1 kg", "10 un.". */
  weight: string;
};

export type DemoProduct = {
  slug: string;
  title: string;
  category: CategorySlug;
  /** One sentence, at most 90 characters. */
  short_desc: string;
  /** Two to four sentences, in paragraphs separated by a blank line. */
  long_desc: string;
  /** BRL per `specs.unit`, two decimals. */
  price: number;
  /** In sale units; 0 is sold out, 1 to 10 low. */
  stock: number;
  specs: {
    unit: SaleUnit;
    /** 0 to 5, one decimal. */
    rating: number;
    packageInfo: { unitsPerPackage: number; packagesPerBox: number; unitsPerBox: number };
  };
  art: ProductArt;
};

export type DemoRecipe = {
  slug: string;
  title: string;
  category: string;
  difficulty: "Fácil" | "Médio" | "Difícil";
  short_desc: string;
  long_desc: string;
  prep_time: number;
  servings: number;
  ingredients: string[];
  /** Numbered steps, one per line. */
  instructions: string;
  is_featured: boolean;
  /** The drawing of a recipe: dish, main color and what is on or beside it. */
  art: {
    dish: "bowl" | "glass" | "jug" | "plate" | "pan" | "cake" | "popsicle" | "cup";
    subject: string;
    companions: string[];
    color: string;
  };
};
