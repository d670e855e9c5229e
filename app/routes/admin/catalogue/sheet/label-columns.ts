import {
  type FoodColumn,
  fillFood,
  foodColumns,
  readFoodText,
} from "#app/domain/catalogue/food/csv.ts";
import { findStoredWeightDoubt } from "#app/domain/catalogue/food/weight.ts";
import { nutrientNames, nutrients } from "#app/shared/food-facts.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { productTexts } from "#app/shared/product-fields.ts";
import type { CellColumn, CellProduct, CellValue } from "./cell-columns.ts";

/** The columns of the product sheet for what the label says: its words, and its numbers. */

const texts = { isText: true, write: String, show: String };

const ingredientsColumn: CellColumn = {
  field: "ingredients",
  label: productTexts.ingredients.label,
  width: "16%",
  valueOf: ({ ingredients = "" }) => ingredients,
  read: (text) => ({ value: text.trim() }),
  change: (ingredients) => ({ ingredients }),
  ...texts,
};

/** The nutrients without "em 100 g", which all of them have in common. */
const nutrientLabels = new Map(
  nutrientNames.map((name) => {
    const { label, unit } = nutrients[name];
    return [`food.nutrition.${name}`, `${label} (${unit})`];
  }),
);

const ofNutrition: ReadonlySet<string> = new Set([
  ...["food.portion", "food.liquid", "food.exempt"],
  ...nutrientLabels.keys(),
]);

export const labelColumns = [
  ingredientsColumn,
  ...foodColumns.filter(({ field }) => !ofNutrition.has(field)).map(toCellColumn),
];
export const nutritionColumns = foodColumns
  .filter(({ field }) => ofNutrition.has(field))
  .map(toCellColumn);

function toCellColumn(column: FoodColumn): CellColumn {
  const { field, heading, write } = column;
  return {
    field,
    label: nutrientLabels.get(field) ?? heading,
    valueOf: ({ food = {} }) => write({ food }),
    read: (text) => readFoodText(column, text),
    change: (value, { food = {} }) => ({ food: fillFood(food, new Map([[field, String(value)]])) }),
    ...(field === "food.net_weight" && { findDoubt: findNetWeightDoubt }),
    ...texts,
  };
}

function findNetWeightDoubt(value: CellValue, { title, ...product }: CellProduct) {
  const { category = null, specs, entered } = product;
  if (!specs || !entered || value === "") return undefined;
  return findStoredWeightDoubt(
    { title, category, specs, entered },
    parseTypedNumber(String(value)),
  );
}
