import Papa from "papaparse";
import { readCsvCell } from "#app/shared/csv.ts";
import { type CsvColumn, findColumn, slugColumn } from "./product-csv.ts";
import { type ImportFileError, maxImportRows } from "./product-import.ts";

/** Of rows and blank lines. */
const maxRecords = 2 * maxImportRows;

export type FileRow = { row: number; cells: Map<CsvColumn, string>; isCutOff: boolean };
export type ProductFile = { rows: FileRow[]; ignoredColumns: string[] };

/** Reads a product file: UTF-8 or Windows-1252, with semicolons, commas or tabs. */
export function readProductFile(
  bytes: Uint8Array,
): { ok: true; file: ProductFile } | { ok: false; reason: ImportFileError } {
  if (bytes.length === 0) return { ok: false, reason: "empty" };
  const text = decodeText(bytes);
  if (text === undefined) return { ok: false, reason: "binary" };
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter: findDelimiter(text),
    // Blank lines count, so that row numbers are those of a spreadsheet.
    skipEmptyLines: false,
    preview: maxRecords,
  });
  if (errors.some(({ type }) => type === "Quotes")) return { ok: false, reason: "open-quote" };
  const [headings = [], ...records] = data;
  const columns = headings.map((heading) => findColumn(heading));
  const known = columns.filter((column) => column !== undefined);
  if (!known.includes(slugColumn)) return { ok: false, reason: "no-slug" };
  if (new Set(known).size < known.length) return { ok: false, reason: "repeated-column" };
  const rows = records.flatMap((cells, index) =>
    cells.every((cell) => cell.trim() === "") ? [] : [toFileRow(columns, cells, index + 2)],
  );
  if (rows.length > maxImportRows || data.length === maxRecords) {
    return { ok: false, reason: "too-many-rows" };
  }
  if (rows.length === 0) return { ok: false, reason: "empty" };
  const ignoredColumns = headings.filter((heading, at) => heading.trim() && !columns[at]);
  return { ok: true, file: { rows, ignoredColumns } };
}

function toFileRow(
  columns: readonly (CsvColumn | undefined)[],
  cells: readonly string[],
  row: number,
): FileRow {
  const surplus = cells.slice(columns.length).some((cell) => cell.trim() !== "");
  // Spreadsheets leave out empty cells at the end of a row.
  const missing = columns.slice(cells.length);
  const isCutOff = surplus || missing.some(isRequired);
  const byColumn = columns.flatMap((column, at) =>
    column ? [[column, toPlainText(cells[at] ?? "")] as const] : [],
  );
  return { row, cells: new Map(byColumn), isCutOff };
}

/** The last columns of an export, which products without options and quantity prices leave empty. */
const optionalFields = /^sale_options\.(?:0\.tiers|[1-9])/;

function isRequired(column: CsvColumn | undefined): boolean {
  return column !== undefined && !optionalFields.test(column.field);
}

function toPlainText(cell: string): string {
  return readCsvCell(cell).replace(/\r\n?/g, "\n");
}

/** Undefined for anything but text. */
function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The separator that the first line contains most often. */
function findDelimiter(text: string): string {
  const [firstLine = ""] = text.split(/[\r\n]/, 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return [",", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best), ";");
}
