import {
  type Allergen,
  allergenNames,
  allergens,
  type Nutrient,
  nutrientNames,
  nutrients,
} from "#app/shared/food-facts.ts";
import type { Food, Nutrition } from "./schema.ts";

/**
 * The rules for the label of a food. Sources: allergens of RDC 26/2015 (now in RDC 727/2022), gluten of Lei 10.674/2003, the
 * nutrition table of RDC 429/2020 with the values of IN 75/2020.
 */

/** Cereals with gluten: a declaration of one includes gluten. */
const withGluten: readonly Allergen[] = ["trigo", "centeio", "cevada", "aveia"];

/** The values from which the front of the package has a warning: IN 75/2020, annex XV, per 100 g and per 100 ml. */
const warnings = [
  { nutrient: "added_sugars", text: "AÇÚCAR ADICIONADO", solid: 15, liquid: 7.5 },
  { nutrient: "saturated_fat", text: "GORDURA SATURADA", solid: 6, liquid: 3 },
  { nutrient: "sodium", text: "SÓDIO", solid: 600, liquid: 300 },
] as const;

/** Lists the warnings of the front: "AÇÚCAR ADICIONADO". There are none without a table, and where the law exempts the food. */
export function listWarnings({ nutrition, liquid = false, exempt = false }: Food): string[] {
  if (!nutrition || exempt) return [];
  return warnings
    .filter((limit) => nutrition[limit.nutrient] >= (liquid ? limit.liquid : limit.solid))
    .map(({ text }) => text);
}

/** The declarations in capitals, as the law writes them. */
export function listDeclarations({ contains = [], may_contain = [], gluten }: Food): string[] {
  const hasGluten = contains.some((allergen) => withGluten.includes(allergen)) || gluten;
  const mayContain = may_contain.filter((allergen) => !contains.includes(allergen));
  return [
    contains.length > 0 && `ALÉRGICOS: CONTÉM ${joinNames(contains)}.`,
    mayContain.length > 0 && `ALÉRGICOS: PODE CONTER ${joinNames(mayContain)}.`,
    hasGluten ? "CONTÉM GLÚTEN." : gluten === false && "NÃO CONTÉM GLÚTEN.",
  ].filter((text) => text !== false);
}

/** "LEITE, OVOS E SOJA", in the law's order. */
function joinNames(names: readonly Allergen[]): string {
  const texts = allergenNames.filter((name) => names.includes(name)).map((name) => allergens[name]);
  return texts.join(", ").replace(/, ([^,]*)$/, " E $1");
}

export type NutritionRow = {
  name: Nutrient;
  label: string;
  /** The amounts per 100 g or ml, and per portion if it is known. */
  per100: string;
  portion: string;
  /** The percentage of the daily value in the portion, else in 100 g; empty where there is none. */
  daily: string;
};

/** The rows of the nutrition table. */
export function nutritionRows({ nutrition, portion }: Food): NutritionRow[] {
  if (!nutrition) return [];
  return nutrientNames.map((name) => {
    const { label, unit, daily } = nutrients[name];
    const amount = nutrition[name];
    const ofPortion = (amount * (portion ?? 100)) / 100;
    return {
      name,
      label: `${label} (${unit})`,
      per100: formatAmount(name, amount),
      portion: portion === undefined ? "" : formatAmount(name, ofPortion),
      daily: daily === null ? "" : String(Math.round((ofPortion / daily) * 100)),
    };
  });
}

/** Rounded as IN 75/2020, annex III, requires: whole kcal and mg, and grams with a decimal below 10. */
function formatAmount(name: Nutrient, amount: number): string {
  const isWhole = nutrients[name].unit !== "g" || amount >= 10;
  const rounded = isWhole ? Math.round(amount) : Math.round(amount * 10) / 10;
  return String(rounded).replace(".", ",");
}

export type LabelFact = [name: string, text: string];

/** The facts of the label, for search engines. */
export function labelFacts(food: Food): LabelFact[] {
  const facts: [name: string, text: string | undefined][] = [
    ["Alergênicos", listDeclarations(food).join(" ")],
    ["Conservação", food.conservation],
    ["Registro de inspeção", food.registration],
    ...nutritionRows(food).map(
      ({ label, per100 }): LabelFact => [`${label} em 100 ${measureOf(food)}`, per100],
    ),
  ];
  return facts.flatMap(([name, text]): LabelFact[] => (text ? [[name, text]] : []));
}

/** "100 g" or "100 ml". */
export function measureOf({ liquid }: Pick<Food, "liquid">): "g" | "ml" {
  return liquid ? "ml" : "g";
}

/** "500 g", "1,2 kg". */
export function formatNetWeight(grams: number): string {
  if (grams < 1000) return `${String(grams).replace(".", ",")} g`;
  return `${String(grams / 1000).replace(".", ",")} kg`;
}

/** Energy that follows from the other values, in kcal, to show a typing error: 4, 4, 9 and 2 kcal per gram. */
export function estimateEnergy({ carbohydrates, protein, fat, fiber }: Nutrition): number {
  return Math.round(4 * (carbohydrates + protein) + 9 * fat + 2 * fiber);
}
