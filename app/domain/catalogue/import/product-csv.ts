import { type WrittenColumn, writeCsv, writeCsvPieces } from "#app/shared/csv.ts";
import { toPlainLines } from "#app/shared/html-text.ts";
import { parseTypedNumber } from "#app/shared/money.ts";
import { type ProductText, productTexts } from "#app/shared/product-fields.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { formatQuantity, type SaleUnit, saleUnits } from "#app/shared/units.ts";
import type { Category } from "../category-schema.ts";
import { foodColumns } from "../food/csv.ts";
import { isGtin, maxOptions } from "../options/sale-option-errors.ts";
import type { PriceTier, SaleOption } from "../options/sale-option-schema.ts";
import type { Product } from "../schema.ts";
import { fiscalColumns } from "./fiscal-columns.ts";
import { headingSynonyms, textSynonyms } from "./heading-synonyms.ts";
import { normalizeHeading } from "./normalize-heading.ts";
import type { Cell, CsvColumn, ReadContext, Reading } from "./product-column.ts";

/**
 * The columns of the product file: the export writes them, the import finds and reads them, and the template shows some of
 * them with examples.
 */

const texts = {
  read: (text: string) => ({ value: text }),
  canBeEmpty: true,
};
/** Descriptions come from other shops as HTML. */
const htmlTexts = {
  read: (text: string) => ({ value: toPlainLines(text) }),
  canBeEmpty: true,
};
const codes = { read: readCode, canBeEmpty: true };
const numbers = { read: readNumber };
const flags = { read: readFlag };

/** The column by which rows are matched, if the file has it. */
export const slugColumn: CsvColumn = {
  heading: "Slug",
  synonyms: ["identificador", "identificador url"],
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
  synonyms: textSynonyms[name as ProductText],
  write: (product: Product) => product[name as ProductText],
  ...htmlTexts,
}));

export const titleColumn: CsvColumn = {
  heading: "Título",
  synonyms: headingSynonyms.title,
  field: "title",
  write: ({ title }) => title,
  ...texts,
};

/** All columns except those of the sale options. */
export const fieldColumns: CsvColumn[] = [
  slugColumn,
  titleColumn,
  {
    heading: "Código externo",
    synonyms: headingSynonyms.code,
    field: "external_id",
    write: ({ external_id }) => external_id ?? "",
    ...codes,
  },
  {
    heading: "Categoria",
    synonyms: ["categoria do produto", "departamento", "setor", "secao", "tipo"],
    field: "category",
    write: ({ category }) => category ?? "",
    read: readCategory,
    canBeEmpty: true,
  },
  { heading: "Grupo", field: "group", write: ({ group }) => group ?? "", ...texts },
  {
    heading: "Estoque",
    synonyms: headingSynonyms.stock,
    field: "stock",
    write: ({ stock }) => writeQuantity(stock),
    ...numbers,
  },
  {
    heading: "Visível",
    synonyms: headingSynonyms.visible,
    field: "visible",
    write: ({ visible }) => toFlag(visible),
    ...flags,
  },
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
  ...foodColumns,
  ...fiscalColumns,
];

/** The columns of each sale option, the main one first. They are last, since spreadsheets drop empty cells at the end. */
export const optionColumns: CsvColumn[][] = Array.from({ length: maxOptions }, (_, index) => {
  const isMain = index === 0;
  const column = (
    heading: string,
    name: keyof SaleOption,
    write: (option: SaleOption) => Cell,
    kind: Pick<CsvColumn, "read" | "canBeEmpty" | "synonyms">,
  ): CsvColumn => ({
    heading: isMain ? heading : `Opção ${index + 1}: ${heading.toLowerCase()}`,
    field: `sale_options.${index}.${name}`,
    write: ({ sale_options }) => (sale_options[index] ? write(sale_options[index]) : ""),
    ...kind,
    ...(isMain ? {} : { synonyms: [] }),
  });
  return [
    column("Unidade", "unit", ({ unit }) => unit, {
      read: readUnit,
      synonyms: headingSynonyms.unit,
    }),
    column("Preço", "price", ({ price }) => formatTypedAmount(price), {
      ...numbers,
      synonyms: headingSynonyms.price,
    }),
    ...(isMain ? [] : [column("Contém", "contains", ({ contains }) => contains, numbers)]),
    column("Mínimo", "minimum", ({ minimum }) => writeQuantity(minimum), numbers),
    column("Múltiplo", "step", ({ step }) => writeQuantity(step), numbers),
    column("Preços por quantidade", "tiers", ({ tiers }) => writeTiers(tiers), {
      read: readTiers,
      canBeEmpty: true,
    }),
    column("Nome da unidade", "label", ({ label }) => label ?? "", {
      ...texts,
      synonyms: [],
    }),
    column("EAN", "ean", ({ ean }) => ean ?? "", {
      read: readEan,
      canBeEmpty: true,
      synonyms: headingSynonyms.ean,
    }),
    ...(isMain ? [] : [column("Ativa", "active", ({ active }) => toFlag(active !== false), flags)]),
  ];
});

const allColumns = [...fieldColumns, ...optionColumns.flat()];
/** The columns among which a person chooses one for each column of a file. */
export const columnHeadings = allColumns.map(({ heading }) => heading);
/** The fields of a product that the columns belong to. */
export const fileFields = [...new Set(allColumns.map(({ field }) => field.replace(/\..*/, "")))];

/** The product file, for Brazilian spreadsheets. */
export function writeProductsCsv(parts: AsyncIterable<readonly Product[]>): AsyncGenerator<string> {
  const columns = allColumns.map(({ heading, write }) => [heading, write] as const);
  return writeCsvPieces(columns, parts);
}

/** A file to begin with; it can be imported as it is. */
export function writeTemplate(categories: readonly Pick<Category, "name">[]): string {
  const examples = [
    ["Polpa de açaí 100 g", "pct", "12,90", "40", "Pacote com 10 polpas"],
    ["Morango congelado 1 kg", "un", "24,90", "15", "Colhido maduro"],
    ["Filé de tilápia", "kg", "49,90", "8", "Sem pele"],
  ];
  const headings = ["Título", "Categoria", "Unidade", "Preço", "Estoque", "Descrição Curta"];
  const rows = examples.map(([title = "", ...rest], index) => [
    title,
    categories[index]?.name ?? "",
    ...rest,
  ]);
  const columns = headings.map(
    (heading, at): WrittenColumn<string[]> => [heading, (row) => row[at] ?? ""],
  );
  return writeCsv(columns, rows);
}

const byHeading = new Map(
  [...allColumns].reverse().flatMap((column) => {
    const names = [...(column.synonyms ?? []), column.heading];
    return names.map((name) => [normalizeHeading(name), column] as const);
  }),
);

/** The column of a heading or its synonym, in any case, with or without accents and punctuation. */
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

function readNumber(text: string): Reading {
  const value = parseTypedNumber(text);
  return Number.isNaN(value) ? { message: "Escreva um número, como 12 ou 12,90" } : { value };
}

/** The notation in which spreadsheets show numbers that are longer than the column is wide: "7,891000315507E+12". */
const scientific = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/** The digits of a code or document that a spreadsheet took for a number; undefined where some of them are lost. */
export function restoreDigits(text: string): string | undefined {
  const [number, first = "", rest = "", exponent] = scientific.exec(text.trim()) ?? [];
  if (number === undefined) return text;
  return rest.length === Number(exponent) ? first + rest : undefined;
}

export const lostDigitsMessage =
  "A planilha arredondou este número: formate a coluna como texto e preencha de novo";

function readCode(text: string): Reading {
  const value = restoreDigits(text);
  return value === undefined ? { message: lostDigitsMessage } : { value };
}

/** The ways in which systems of accounting write that a product has no code: "SEM GTIN". */
const noEan =
  /^(?:sem(?: (?:ean|gtin|codigo|cod|barras))*|(?:nao )?(?:tem|possui)|n a|isento|0+)?$/;

/** Numbers lose their zeros in front. */
function readEan(text: string): Reading {
  if (noEan.test(normalizeHeading(text))) return { value: "" };
  const reading = readCode(text);
  if ("message" in reading || text.trim() === "") return reading;
  const digits = String(reading.value).trim();
  const padded = [8, 12, 13, 14].map((length) => digits.padStart(length, "0"));
  return { value: padded.find(isGtin) ?? digits };
}

function readCategory(text: string, { findCategory }: ReadContext): Reading {
  if (text.trim() === "") return { value: null };
  const value = findCategory(text);
  return value ? { value } : { message: "A loja não tem esta categoria" };
}

const unitNames: Record<SaleUnit, readonly string[]> = {
  unidade: [
    "un",
    "und",
    "unds",
    "uni",
    "unid",
    "unids",
    "unidade",
    "unidades",
    "peca",
    "pecas",
    "pc",
    "pcs",
  ],
  pacote: [
    "pct",
    "pcts",
    "pcte",
    "pac",
    "pact",
    "pt",
    "pts",
    "pacote",
    "pacotes",
    "fd",
    "fds",
    "fardo",
    "fardos",
  ],
  caixa: ["cx", "cxs", "cxa", "caixa", "caixas"],
  kg: ["kg", "kgs", "kilo", "kilos", "quilo", "quilos", "quilograma", "kilograma"],
};
const unitOf = new Map(
  saleUnits.flatMap((unit) => unitNames[unit].map((name) => [name, unit] as const)),
);

function readUnit(text: string): Reading {
  const value = unitOf.get(normalizeHeading(text));
  return value ? { value } : { message: "Use un, pct, cx ou kg" };
}

const packedUnit =
  /^([a-z]+) ?(?:com |c |c)?(\d{1,6})(?: (?:un|und|unid|unids|unidades?|pcs?|pecas?))?$/;

/** A package with its contents, "CX12" or "cx c/ 12 un"; undefined for another text. */
export function readPackedUnit(
  text: string,
): { unit: "pacote" | "caixa"; count: number } | undefined {
  const [, name = "", count = ""] = packedUnit.exec(normalizeHeading(text)) ?? [];
  const unit = unitOf.get(name);
  return unit === "pacote" || unit === "caixa" ? { unit, count: Number(count) } : undefined;
}

const yes = [
  "sim",
  "s",
  "1",
  "x",
  "true",
  "verdadeiro",
  "ativo",
  "ativa",
  "a",
  "habilitado",
  "visivel",
  "publicado",
  "exibir",
  "mostrar",
];
const no = [
  "nao",
  "n",
  "0",
  "false",
  "falso",
  "inativo",
  "inativa",
  "i",
  "desabilitado",
  "desativado",
  "oculto",
  "invisivel",
  "rascunho",
  "nao publicado",
  "nao exibir",
  "nao mostrar",
];
const flagNames = new Map([
  ...yes.map((name) => [name, true] as const),
  ...no.map((name) => [name, false] as const),
]);

export function readFlag(text: string): Reading {
  const value = flagNames.get(normalizeHeading(text));
  return value === undefined ? { message: "Escreva sim ou não" } : { value };
}

function toFlag(value: boolean): string {
  return value ? "sim" : "não";
}

function writeQuantity(quantity: number): Cell {
  return Number.isInteger(quantity) ? quantity : formatQuantity(quantity);
}

function writeTiers(tiers: readonly PriceTier[]): string {
  return tiers
    .map(({ from, price }) => `${formatQuantity(from)}: ${formatTypedAmount(price)}`)
    .join(" | ");
}

function readTiers(text: string): Reading {
  if (text.trim() === "") return { value: [] };
  const tiers: unknown[] = [];
  for (const part of text.split("|")) {
    const [from = "", price = "", rest] = part.split(":");
    const quantity = readNumber(from);
    const amount = readNumber(price);
    if (rest !== undefined || "message" in quantity || "message" in amount) {
      return { message: "Escreva como 10: 42,90 | 20: 39,90" };
    }
    tiers.push({ from: quantity.value, price: amount.value });
  }
  return { value: tiers };
}
