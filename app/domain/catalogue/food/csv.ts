import {
  type Allergen,
  allergenNames,
  allergens,
  type Nutrient,
  nutrientNames,
  nutrients,
} from "#app/shared/food-facts.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { plainText } from "#app/shared/plain-text.ts";
import { formatQuantity } from "#app/shared/units.ts";
import type { CsvColumn, Reading } from "../import/product-column.ts";
import type { Product } from "../schema.ts";
import { type Food, foodSchema, nutritionSchema } from "./schema.ts";

/** A column of the product file and of the product sheet for a value of the food: an empty cell removes the value. */
export type FoodColumn = CsvColumn & {
  write: (product: Pick<Product, "food">) => string;
  read: (text: string) => Reading;
};

const plain = (text: string) =>
  plainText(text)
    .replace(/[^a-z]+/g, " ")
    .trim();

const byName = new Map(
  allergenNames.flatMap((name) => [
    [plain(name), name] as const,
    [plain(allergens[name]), name] as const,
  ]),
);

function readAllergens(text: string): Reading {
  const parts = text
    .split(/[,;|]|\se\s/i)
    .map(plain)
    .filter(Boolean);
  const unknown = parts.find((part) => !byName.has(part));
  if (unknown) return { message: `“${unknown}” não está na lista de alergênicos` };
  const names = new Set(parts.map((part) => byName.get(part)));
  return { value: names.size === 0 ? undefined : allergenNames.filter((name) => names.has(name)) };
}

function writeAllergens(names: readonly Allergen[] = []): string {
  return names.map((name) => allergens[name].toLowerCase()).join(", ");
}

function readNumber(text: string): Reading {
  if (text.trim() === "") return { value: undefined };
  const value = parseTypedNumber(text);
  return Number.isNaN(value) ? { message: "Escreva um número, como 12 ou 12,5" } : { value };
}

const writeNumber = (value: number | undefined) =>
  value === undefined ? "" : formatQuantity(value);

function readFlag(text: string): Reading {
  const word = plain(text);
  if (word === "") return { value: undefined };
  if (["sim", "s", "contem"].includes(word)) return { value: true };
  if (["nao", "n", "nao contem"].includes(word)) return { value: false };
  return { message: "Escreva sim ou não" };
}

const writeFlag = (value: boolean | undefined) =>
  value === undefined ? "" : value ? "sim" : "não";

const readText = (text: string): Reading => ({ value: text.trim() || undefined });

function column(
  heading: string,
  part: string,
  read: FoodColumn["read"],
  write: (food: Food) => string,
): FoodColumn {
  return {
    heading,
    field: `food.${part}`,
    canBeEmpty: true,
    read,
    write: ({ food }) => write(food),
  };
}

export const foodColumns: FoodColumn[] = [
  column("Contém alergênicos", "contains", readAllergens, ({ contains }) =>
    writeAllergens(contains),
  ),
  column("Pode conter alergênicos", "may_contain", readAllergens, ({ may_contain }) =>
    writeAllergens(may_contain),
  ),
  column("Contém glúten", "gluten", readFlag, ({ gluten }) => writeFlag(gluten)),
  column("Conservação", "conservation", readText, ({ conservation = "" }) => conservation),
  column("Depois de descongelar", "thawed", readText, ({ thawed = "" }) => thawed),
  column("Origem", "origin", readText, ({ origin = "" }) => origin),
  column("Registro de inspeção", "registration", readText, ({ registration = "" }) => registration),
  column("Peso líquido (g)", "net_weight", readNumber, ({ net_weight }) => writeNumber(net_weight)),
  column("Porção (g ou ml)", "portion", readNumber, ({ portion }) => writeNumber(portion)),
  column("Valores por 100 ml", "liquid", readFlag, ({ liquid }) => writeFlag(liquid)),
  column("Dispensado do aviso frontal", "exempt", readFlag, ({ exempt }) => writeFlag(exempt)),
  ...nutrientNames.map((name) => {
    const { label, unit } = nutrients[name];
    return column(`${label} (${unit} em 100 g)`, `nutrition.${name}`, readNumber, ({ nutrition }) =>
      writeNumber(nutrition?.[name]),
    );
  }),
];

/** The food after the cells of a file: only what they name changes; a table without any value is none. */
export function mergeFood(stored: Food, { nutrition, ...parts }: Record<string, unknown>) {
  const merged = { ...stored, ...parts };
  const table = { ...stored.nutrition, ...(nutrition as object | undefined) };
  const filled = Object.entries(table).filter(([, value]) => value !== undefined);
  const entries = Object.entries(merged).filter(
    ([name, value]) => name !== "nutrition" && value !== undefined,
  );
  return {
    ...Object.fromEntries(entries),
    ...(filled.length > 0 && { nutrition: Object.fromEntries(filled) }),
  };
}

/** The food with the texts of cells in place of its own values; `texts` by the fields of the columns. */
export function fillFood(stored: Food, texts: ReadonlyMap<string, string>): Food {
  const parts: Record<string, unknown> = {};
  const nutrition: Record<string, unknown> = {};
  for (const { field, read } of foodColumns) {
    const text = texts.get(field);
    const reading = text === undefined ? undefined : read(text);
    if (!reading || !("value" in reading)) continue;
    const [, part = "", nutrient] = field.split(".");
    if (nutrient) nutrition[nutrient] = reading.value;
    else parts[part] = reading.value;
  }
  return mergeFood(stored, { ...parts, nutrition }) as Food;
}

/** The text of a cell as its column writes it, or why the column has no such value. */
export function readFoodText(
  { field, read, write }: FoodColumn,
  text: string,
): { value: string } | { error: string } {
  const reading = read(text);
  if ("message" in reading) return { error: reading.message };
  if (reading.value === undefined) return { value: "" };
  const [, part = "", nutrient] = field.split(".");
  const schema = nutrient
    ? nutritionSchema.shape[nutrient as Nutrient]
    : foodSchema.shape[part as keyof Food];
  const [issue] = schema.safeParse(reading.value).error?.issues ?? [];
  if (issue) return { error: issue.message };
  return { value: write({ food: fillFood({}, new Map([[field, text]])) }) };
}
