import type { SaleUnit } from "#app/shared/units.ts";

/** Source data of the demo shop. */

export type CategorySlug = "polpas" | "frutas-congeladas" | "gelo-saborizado" | "pescados";

export type DemoProduct = {
  slug: string;
  title: string;
  category: CategorySlug;
  /** The chip that filters it. */
  group: string;
  /** One sentence, at most 90 characters. */
  short_desc: string;
  /** Two to four sentences, in paragraphs separated by a blank line. */
  long_desc: string;
  /** BRL per `specs.unit`, two decimals. */
  price: number;
  /** The stock in sale units; 0 is sold out, 1 to 10 low. */
  stock: number;
  specs: {
    unit: SaleUnit;
    /** 0 to 5, one decimal. */
    rating: number;
    packageInfo: { unitsPerPackage: number; packagesPerBox: number; unitsPerBox: number };
    variable_weight?: boolean;
  };
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
};
