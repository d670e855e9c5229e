import { byteOrderMark, toCsvLine } from "#app/shared/csv.ts";
import { formatTypedAmount } from "#app/shared/money.ts";
import { productTexts } from "#app/shared/product-fields.ts";
import { maxOptions } from "./sale-option-errors.ts";
import type { PriceTier, SaleOption } from "./sale-option-schema.ts";
import type { Product } from "./schema.ts";

/** The columns of the product CSV file, in both directions: the export writes them and the import reads them. */

type Cell = string | number;
/** A value for the product's schema, which validates it; `unreadable` when the text is none of the column's kind. */
type Reading = { value: unknown } | typeof unreadable;
export const unreadable = "unreadable";

export type CsvColumn = {
  heading: string;
  /** Path of the field in the product's schema: "specs.rating", "sale_options.1.price". */
  field: string;
  write: (product: Product) => Cell;
  read: (text: string) => Reading;
  /** The message for an unreadable cell. */
  hint?: string;
  /** An empty cell empties the field; else it does not change it. */
  canBeEmpty?: boolean;
};

const texts = {
  read: (text: string) => ({ value: text }),
  canBeEmpty: true,
};
const numbers = { read: readNumber, hint: "Escreva um número, como 12 ou 12,90" };
const flags = {
  read: (text: string) => {
    const value = { sim: true, nao: false }[normalizeHeading(text)];
    return value === undefined ? unreadable : { value };
  },
  hint: "Escreva sim ou não",
};
const tierLists = { read: readTiers, hint: "Escreva como 10: 42,90 | 20: 39,90" };

/** The column by which rows are matched. */
export const slugColumn: CsvColumn = {
  heading: "Slug",
  field: "slug",
  write: ({ slug }) => slug,
  ...texts,
};

const packageColumns = (
  [
    ["Unidades por pacote", "unitsPerPackage"],
    ["Pacotes por caixa", "packagesPerBox"],
    ["Unidades por caixa", "unitsPerBox"],
  ] as const
).map(([heading, name]) => ({
  heading,
  field: `specs.packageInfo.${name}`,
  write: ({ entered }: Product) => entered.packageInfo[name] ?? "",
  ...numbers,
}));

const textColumns = Object.entries(productTexts).map(([name, { label }]) => ({
  heading: label,
  field: name,
  write: (product: Product) => product[name as keyof typeof productTexts],
  ...texts,
}));

/** All columns except those of the sale options. */
export const fieldColumns: CsvColumn[] = [
  slugColumn,
  { heading: "Título", field: "title", write: ({ title }) => title, ...texts },
  {
    heading: "Código externo",
    field: "external_id",
    write: ({ external_id }) => external_id ?? "",
    ...texts,
  },
  {
    heading: "Categoria",
    field: "category",
    write: ({ category }) => category ?? "",
    read: (text) => ({ value: text || null }),
    canBeEmpty: true,
  },
  { heading: "Grupo", field: "group", write: ({ group }) => group ?? "", ...texts },
  { heading: "Estoque", field: "stock", write: ({ stock }) => stock, ...numbers },
  { heading: "Visível", field: "visible", write: ({ visible }) => toFlag(visible), ...flags },
  ...textColumns,
  {
    heading: "Nota",
    field: "specs.rating",
    write: ({ entered }) => String(entered.rating ?? "").replace(".", ","),
    ...numbers,
  },
  ...packageColumns,
  {
    heading: "Peso variável",
    field: "specs.variable_weight",
    write: ({ specs }) => toFlag(specs.variable_weight === true),
    ...flags,
  },
];

/** The columns of each sale option, the main one first. They are last, since spreadsheets drop empty cells at the end. */
export const optionColumns: CsvColumn[][] = Array.from({ length: maxOptions }, (_, index) => {
  const isMain = index === 0;
  const column = (
    heading: string,
    name: keyof SaleOption,
    write: (option: SaleOption) => Cell,
    kind: Pick<CsvColumn, "read" | "hint" | "canBeEmpty">,
  ): CsvColumn => ({
    heading: isMain ? heading : `Opção ${index + 1}: ${heading.toLowerCase()}`,
    field: `sale_options.${index}.${name}`,
    write: ({ sale_options }) => (sale_options[index] ? write(sale_options[index]) : ""),
    ...kind,
  });
  return [
    column("Unidade", "unit", ({ unit }) => unit, { read: texts.read }),
    column("Preço", "price", ({ price }) => formatTypedAmount(price), numbers),
    ...(isMain ? [] : [column("Contém", "contains", ({ contains }) => contains, numbers)]),
    column("Mínimo", "minimum", ({ minimum }) => minimum, numbers),
    column("Múltiplo", "step", ({ step }) => step, numbers),
    column("Preços por quantidade", "tiers", ({ tiers }) => writeTiers(tiers), {
      ...tierLists,
      canBeEmpty: true,
    }),
    ...(isMain ? [] : [column("Ativa", "active", ({ active }) => toFlag(active !== false), flags)]),
  ];
});

const allColumns = [...fieldColumns, ...optionColumns.flat()];

/** The product file, for Brazilian spreadsheets. */
export async function* writeProductsCsv(
  parts: AsyncIterable<readonly Product[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + toCsvLine(allColumns.map(({ heading }) => heading));
  for await (const products of parts) {
    yield products.map((one) => toCsvLine(allColumns.map(({ write }) => write(one)))).join("");
  }
}

const byHeading = new Map(allColumns.map((column) => [normalizeHeading(column.heading), column]));

/** The column of a heading, in any case, with or without accents and punctuation. */
export function findColumn(heading: string): CsvColumn | undefined {
  return byHeading.get(normalizeHeading(heading));
}

/** The heading of the column in which a field's error is shown. */
export function headingOf(field: string): string | undefined {
  const column =
    allColumns.find((one) => field === one.field || field.startsWith(`${one.field}.`)) ??
    allColumns.find((one) => one.field.startsWith(`${field}.`));
  return column?.heading;
}

/** The columns whose texts differ between two states of a product; all filled ones if it is new. */
export function listChangedColumns(before: Product | undefined, after: Product) {
  return allColumns.flatMap(({ heading, write }) => {
    const from = before ? String(write(before)) : "";
    const to = String(write(after));
    return from === to ? [] : [{ column: heading, from, to }];
  });
}

function normalizeHeading(text: string): string {
  const plain = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

const brazilianNumber = /^-?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
/** A point before one or two digits separates decimals, as programs write it. */
const plainNumber = /^-?\d+\.\d{1,2}$/;

function readNumber(text: string): Reading {
  const number = text.trim().replace(/^R\$\s*/, "");
  if (plainNumber.test(number)) return { value: Number(number) };
  if (!brazilianNumber.test(number)) return unreadable;
  return { value: Number(number.replaceAll(".", "").replace(",", ".")) };
}

function toFlag(value: boolean): string {
  return value ? "sim" : "não";
}

function writeTiers(tiers: readonly PriceTier[]): string {
  return tiers.map(({ from, price }) => `${from}: ${formatTypedAmount(price)}`).join(" | ");
}

function readTiers(text: string): Reading {
  if (text.trim() === "") return { value: [] };
  const tiers: unknown[] = [];
  for (const part of text.split("|")) {
    const [from = "", price = "", rest] = part.split(":");
    const amount = readNumber(price);
    if (rest !== undefined || !/^\s*\d+\s*$/.test(from) || amount === unreadable) return unreadable;
    tiers.push({ from: Number(from), price: amount.value });
  }
  return { value: tiers };
}
