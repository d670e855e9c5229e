import {
  type Allergen,
  allergenNames,
  allergens,
  nutrientNames,
  nutrients,
} from "#app/shared/food-facts.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import type { CsvColumn, Reading } from "../product-column.ts";
import type { Food } from "./schema.ts";

/** The columns of the product file for the food: an empty cell removes the value. */

const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
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
  return { value: parts.length === 0 ? undefined : parts.map((part) => byName.get(part)) };
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
  value === undefined ? "" : String(value).replace(".", ",");

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
  read: CsvColumn["read"],
  write: (food: Food) => string,
): CsvColumn {
  return {
    heading,
    field: `food.${part}`,
    canBeEmpty: true,
    read,
    write: (product) => write(product.food),
  };
}

export const foodColumns: CsvColumn[] = [
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
