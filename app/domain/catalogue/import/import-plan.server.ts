import type { FieldError } from "#app/domain/kernel/editing/schema.ts";
import { defaultPackageInfo, defaultRating } from "#app/shared/units.ts";
import { mergeFood } from "../food/csv.ts";
import { findStoredWeightDoubt } from "../food/weight.ts";
import { fillTerms } from "../options/fill-terms.ts";
import { findOptionErrors, findPackageErrors } from "../options/sale-option-errors.ts";
import type { PackageInfo, SaleOption } from "../options/sale-option-schema.ts";
import { mainOption, weighedTerms } from "../options/sale-options.ts";
import { toProduct } from "../queries.server.ts";
import {
  newProductSchema,
  type Product,
  type ProductChanges,
  type ProductSpecs,
  productPatchSchema,
} from "../schema.ts";
import type { products } from "../table.ts";
import type { FileRow } from "./import-file.server.ts";
import type { CsvColumn, ReadContext } from "./product-column.ts";
import {
  fieldColumns,
  fileFields,
  headingOf,
  listChangedColumns,
  optionColumns,
  readPackedUnit,
  restoreDigits,
  slugColumn,
  titleColumn,
} from "./product-csv.ts";
import type { ImportRow, SeenVersions } from "./product-import.ts";

type Row = typeof products.$inferSelect;
type ImportedColumns = Omit<Row, keyof typeof unsavedRow>;
/** The columns that the import writes; the others have defaults or stay. */
export const importedColumns = fileFields as (keyof ImportedColumns)[];

export type PlannedRow = ImportRow & {
  /** The columns to write, of a new or changed product. */
  save?: { id: string | undefined; columns: ImportedColumns };
};

/** A row and the product that it is about. */
export type IdentifiedRow = FileRow & { slug: string; isNew: boolean };

/** The stored data that a file is compared with. */
export type Catalogue = ReadContext & {
  /** The stored products of the rows that are compared, by slug. */
  stored: ReadonlyMap<string, Row>;
  /** Slug of the product that has an external id. */
  ownerOf: Map<string, string>;
  seen: SeenVersions | undefined;
  /** Row of each slug so far. */
  rowOf: Map<string, number>;
};

type CellError = { column: string; message: string };

/** Compares a row of the file with the stored product. */
export function planRow(fileRow: IdentifiedRow, catalogue: Catalogue): PlannedRow {
  const { cells, row, slug, isCutOff, aside } = fileRow;
  const stored = catalogue.stored.get(slug);
  const title = stored?.title ?? cells.get(titleColumn) ?? "";
  const version = stored?.version;
  const identity = { row, slug: slug.slice(0, 200), title: title.slice(0, 300), version };
  if (aside && !stored) {
    const errors = [{ column: titleColumn.heading, message: asideMessages[aside] }];
    return { ...identity, status: "skipped", errors };
  }
  const reject = (...errors: CellError[]): PlannedRow => ({
    ...identity,
    status: "rejected",
    errors,
  });
  const conflict = isCutOff ? cutOffError : findConflict(fileRow, stored, catalogue);
  if (conflict) return reject(conflict);
  catalogue.rowOf.set(slug, row);
  const before = stored && toProduct(stored);
  const { fields, errors } = readFields(cells, before, catalogue);
  if (!stored && !hasPrice(cells)) errors.push(missingPrice);
  if (errors.length > 0) return reject(...errors);
  const { columns, errors: invalid = [] } = stored
    ? changeColumns(stored, fields)
    : createColumns({ ...fields, slug });
  if (!columns) return reject(...invalid);
  const after = toProduct({ ...unsavedRow, ...stored, ...columns });
  const shown = { ...identity, title: after.title, price: after.price, stock: after.stock };
  const changes = listChangedColumns(before, after);
  if (stored && changes.length === 0) return { ...shown, status: "unchanged" };
  const taken = claimExternalId(columns.external_id, slug, catalogue);
  if (taken) return reject(taken);
  return {
    ...shown,
    status: stored ? "changed" : "new",
    changes: changes.map(abbreviate),
    ...findDoubts(after),
    save: { id: stored?.id, columns },
  };
}

function findDoubts(product: Product): Pick<ImportRow, "warnings"> {
  const message = findStoredWeightDoubt(product, product.food.net_weight);
  return message ? { warnings: [{ column: "Peso líquido (g)", message }] } : {};
}

const asideMessages = {
  heading: "Parece o título de um grupo: só uma célula está preenchida",
  total: "Parece uma linha de total",
};

const priceColumn = optionColumns[0]?.find(({ field }) => field === "sale_options.0.price");
const missingPrice = { column: "Preço", message: "Falta o preço" };
const hasPrice = (cells: FileRow["cells"]) =>
  priceColumn !== undefined && (cells.get(priceColumn) ?? "").trim() !== "";

const columnOf = (name: string) => fieldColumns.find(({ field }) => field === name) ?? slugColumn;
const externalIdColumn = columnOf("external_id");
const cutOffError = {
  column: slugColumn.heading,
  message: "A linha não tem as mesmas colunas que o cabeçalho: confira aspas e pontos e vírgulas",
};

function findConflict(
  { row, slug, isNew }: IdentifiedRow,
  stored: Row | undefined,
  { seen, rowOf }: Catalogue,
): CellError | undefined {
  const column = slugColumn.heading;
  const earlier = rowOf.get(slug);
  if (slug === "") return { column: titleColumn.heading, message: "Título é obrigatório" };
  if (earlier !== undefined && earlier !== row)
    return { column, message: `A linha ${earlier} tem o mesmo slug` };
  const isSeen = !seen || (Object.hasOwn(seen, slug) ? seen[slug] : undefined) === stored?.version;
  if (isSeen && !(isNew && stored)) return;
  const message = stored
    ? "O produto mudou depois da conferência: confira o arquivo de novo"
    : "O produto foi excluído depois da conferência";
  return { column, message };
}

export const cellText = ({ cells }: FileRow, column: CsvColumn) => (cells.get(column) ?? "").trim();

/** The external id of a row; empty without one. */
export function externalIdOf(row: FileRow): string {
  return restoreDigits(cellText(row, externalIdColumn)) ?? "";
}

export function externalIdsOf(rows: readonly FileRow[]): string[] {
  return rows.flatMap((row) => externalIdOf(row) || []);
}

function claimExternalId(
  externalId: string | null,
  slug: string,
  { ownerOf }: Catalogue,
): CellError | undefined {
  if (externalId === null) return;
  const owner = ownerOf.get(externalId);
  if (owner !== undefined && owner !== slug) {
    return { column: "Código externo", message: `O produto ${owner} já tem este código` };
  }
  ownerOf.set(externalId, slug);
  return;
}

/** The values of the cells that differ from the stored product. */
function readFields(
  fileCells: ReadonlyMap<CsvColumn, string>,
  before: Product | undefined,
  context: ReadContext,
) {
  const fields: Record<string, unknown> = {};
  const errors: CellError[] = [];
  const storedText = (column: CsvColumn) => (before ? String(column.write(before)) : "");
  const read = (column: CsvColumn, text: string): unknown => {
    const reading = column.read(text, context);
    if ("value" in reading) return reading.value;
    errors.push({ column: column.heading, message: reading.message });
    return undefined;
  };
  const category = fileCells.get(columnOf("category"));
  const cells = spreadPackedUnits(
    fileCells,
    category ? context.findCategory(category) : before?.category,
    errors,
  );
  for (const column of fieldColumns) {
    const text = cells.get(column);
    if (column === slugColumn || text === undefined || text === storedText(column)) continue;
    if (text.trim() === "" && !column.canBeEmpty) continue;
    setField(fields, column.field.split("."), read(column, text));
  }
  const textOf = (column: CsvColumn) => cells.get(column) ?? storedText(column);
  const hasChangedOption = optionColumns
    .flat()
    .some((column) => textOf(column).trim() !== storedText(column));
  if (fields.food)
    fields.food = mergeFood(before?.food ?? {}, fields.food as Record<string, unknown>);
  if (fields.fiscal) fields.fiscal = { ...before?.fiscal, ...fields.fiscal };
  const { unit, price } = (before ?? newSale).sale_options[0] ?? {};
  if (hasChangedOption) fields.sale_options = readOptions({ unit, price }, textOf, read);
  return { fields, errors };
}

/** The cells with the contents of a unit such as "CX12" in the column of these contents. */
function spreadPackedUnits(
  cells: ReadonlyMap<CsvColumn, string>,
  category: string | null | undefined,
  errors: CellError[],
): ReadonlyMap<CsvColumn, string> {
  const spread = new Map(cells);
  for (const columns of optionColumns) {
    const unitColumn = columns.find(({ field }) => field.endsWith(".unit")) ?? titleColumn;
    const packed = readPackedUnit(cells.get(unitColumn) ?? "");
    if (!packed) continue;
    const countColumn =
      columns.find(({ field }) => field.endsWith(".contains")) ??
      columnOf(contentsField(packed.unit, category));
    const count = String(packed.count);
    const given = cells.get(countColumn)?.trim() || count;
    spread.set(unitColumn, packed.unit).set(countColumn, count);
    if (given === count) continue;
    const message = `A coluna ${countColumn.heading} diz ${given}`;
    errors.push({ column: unitColumn.heading, message });
  }
  return spread;
}

/** Returns the field with the contents of a main unit; a box of pulps contains packages. */
function contentsField(unit: "pacote" | "caixa", category: string | null | undefined): string {
  const boxOf = category === "polpas" ? "packagesPerBox" : "unitsPerBox";
  return `specs.packageInfo.${unit === "pacote" ? "unitsPerPackage" : boxOf}`;
}

/** `main` supplies the values of empty cells of the main option. */
function readOptions(
  main: Record<string, unknown>,
  textOf: (column: CsvColumn) => string,
  read: (column: CsvColumn, text: string) => unknown,
): Record<string, unknown>[] {
  const filled = optionColumns.map((columns) =>
    columns.filter((column) => textOf(column).trim() !== ""),
  );
  return filled.flatMap((columns, index) => {
    if (columns.length === 0 && index > 0) return [];
    const option = index === 0 ? main : {};
    for (const column of columns) {
      option[column.field.split(".").at(-1) ?? ""] = read(column, textOf(column).trim());
    }
    return [option];
  });
}

function setField(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const nested = (target[name] ?? {}) as Record<string, unknown>;
  target[name] = nested;
  setField(nested, rest, value);
}

type Columns =
  | { columns: ImportedColumns; errors?: never }
  | { columns?: never; errors: CellError[] };

function changeColumns(stored: Row, fields: Record<string, unknown>): Columns {
  const parsed = productPatchSchema.safeParse(fields);
  if (!parsed.success) return { errors: parsed.error.issues.map(toCellError) };
  const { price, specs, sale_options, version, position, images, ...changes } = parsed.data;
  const row = { ...stored, ...changes };
  return checkSale({ ...row, ...toSaleColumns(stored, row.category, { specs, sale_options }) });
}

function createColumns(fields: Record<string, unknown>): Columns {
  const parsed = newProductSchema.safeParse(fields);
  if (!parsed.success) return { errors: parsed.error.issues.map(toCellError) };
  const { price, specs, sale_options, images, ...product } = parsed.data;
  return checkSale({
    ...product,
    ...toSaleColumns(newSale, product.category, { specs, sale_options }),
  });
}

function checkSale(columns: ImportedColumns): Columns {
  const errors = findSaleErrors(columns, columns.category, true);
  if (errors.length > 0) return { errors: errors.map(toCellError) };
  return { columns };
}

function toCellError(error: { path?: PropertyKey[]; field?: string; message: string }): CellError {
  const field = error.field ?? (error.path ?? []).map(String).join(".");
  return { column: headingOf(field) ?? field.slice(0, 100), message: error.message };
}

/** Placeholders for the columns that a new row does not have before it is stored. */
const unsavedRow = {
  id: "",
  position: 0,
  images: [],
  metadata: {},
  version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
};

const maxShownLength = 200;

function abbreviate(change: { column: string; from: string; to: string }) {
  const shorten = (text: string) =>
    text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
  return { ...change, from: shorten(change.from), to: shorten(change.to) };
}

/** The columns that store the sale options of a product. */
export type SaleColumns = Pick<typeof products.$inferSelect, "specs" | "sale_options">;

/** The columns of a product without options or price. */
export const newSale: SaleColumns = { specs: {}, sale_options: [mainOption("unidade", 0)] };

/** The same of one that is created by form or API, with the spec's defaults. */
export const usualSale: SaleColumns = {
  ...newSale,
  specs: { rating: defaultRating, packageInfo: defaultPackageInfo },
};

/** The columns of a product's sale options after the changes; `price` and `specs.unit` are those of the main one. */
export function toSaleColumns(
  stored: SaleColumns,
  category: string | null,
  { price, specs, sale_options }: Pick<ProductChanges, "price" | "specs" | "sale_options">,
): SaleColumns {
  const { unit, ...changes } = specs ?? {};
  const merged = mergeSpecs(stored.specs, changes);
  const options = fillTerms(sale_options ?? stored.sale_options, merged);
  const [main = mainOption("unidade", 0), ...further] = options;
  const changed = { ...main, price: price ?? main.price, unit: unit ?? main.unit };
  if (!sale_options) {
    const isNewlyWeighed = merged.variable_weight === true && !stored.specs.variable_weight;
    Object.assign(changed, adjustTerms(changed, isNewlyWeighed));
  }
  const columns = { specs: merged, sale_options: [changed, ...further] };
  return dropContradicted(columns, category, specs?.packageInfo);
}

/** The terms of a main option whose product changed, without those having been sent. */
function adjustTerms({ unit, minimum, step }: SaleOption, isNewlyWeighed: boolean) {
  if (unit !== "kg") return { minimum: Math.ceil(minimum), step: Math.ceil(step) };
  return isNewlyWeighed && minimum === 1 && step === 1 ? weighedTerms : undefined;
}

/**
 * Violated rules of the sale options, and between them and a changed stock. `sentOptions` is false when only `price` or
 * `specs` were sent.
 */
export function findSaleErrors(
  columns: SaleColumns & { stock?: number | undefined },
  category: string | null,
  sentOptions: boolean,
): FieldError[] {
  const { sale_options: options, specs, stock = 0 } = columns;
  const { packageInfo, variable_weight } = specs;
  const errors = [
    ...findOptionErrors(options),
    ...findPackageErrors(options, { category, packageInfo }),
  ].map(({ field, message }) => ({
    field: sentOptions ? `sale_options.${field}` : fieldOfMainOption(field),
    message,
  }));
  if (options[0]?.unit === "kg") return errors;
  if (!Number.isInteger(stock)) {
    errors.push({ field: "stock", message: "Use um número inteiro" });
  }
  if (variable_weight) {
    const message = "Só produtos vendidos por kg são pesados na entrega";
    errors.push({ field: "specs.variable_weight", message });
  }
  return errors;
}

/** Returns the field of the form that shows the error when the options themselves were not sent. */
function fieldOfMainOption(field: string): string {
  if (field.endsWith(".unit")) return "specs.unit";
  return field.startsWith("0.") ? "price" : `sale_options.${field}`;
}

/** The default contents of a package do not hold where the options say otherwise, unless they were sent. */
function dropContradicted(
  { specs, sale_options }: SaleColumns,
  category: string | null,
  sent: NonNullable<ProductChanges["specs"]>["packageInfo"] = {},
): SaleColumns {
  const countErrors = (packageInfo: ProductSpecs["packageInfo"]) =>
    findPackageErrors(sale_options, { category, packageInfo }).length;
  let packageInfo = specs.packageInfo ?? {};
  for (const [name, count] of Object.entries(defaultPackageInfo) as [keyof PackageInfo, number][]) {
    if (packageInfo[name] !== count || sent[name] !== undefined) continue;
    const { [name]: dropped, ...others } = packageInfo;
    if (countErrors(others) < countErrors(packageInfo)) packageInfo = others;
  }
  return { specs: { ...specs, packageInfo }, sale_options };
}

/** Null removes what was entered. */
function mergeSpecs(
  stored: ProductSpecs,
  changes: Omit<NonNullable<ProductChanges["specs"]>, "unit">,
): ProductSpecs {
  const packageInfo = withoutNulls({ ...stored.packageInfo, ...changes.packageInfo });
  return withoutNulls({ ...stored, ...changes, packageInfo });
}

function withoutNulls<T extends object>(fields: T) {
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as { [Name in keyof T]: NonNullable<T[Name]> };
}
