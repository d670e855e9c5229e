import { setImmediate as nextTurn } from "node:timers/promises";
import Papa from "papaparse";
import { readCsvCell } from "#app/shared/csv.ts";
import { type CsvColumn, findColumn, slugColumn } from "./product-csv.ts";
import { type ImportFileError, maxImportRows } from "./product-import.ts";

/** Of rows and blank lines. */
const maxRecords = 2 * maxImportRows;

export type FileRow = { row: number; cells: Map<CsvColumn, string>; isCutOff: boolean };
export type ProductFile = { bytes: Uint8Array; rows: FileRow[]; ignoredColumns: string[] };

type ReadError = { reason: ImportFileError };
type FileFormat = { delimiter: string; linebreak: string };
type Reading = { ok: true; file: ProductFile } | { ok: false; reason: ImportFileError };

/** Far more than the product's columns; each heading costs time in each row. */
const maxHeadings = 100;
const maxHeadingLineLength = 20_000;
/** Parsed at once, before other requests are answered. The second is for rows with long texts. */
const pieceLengths = [32_768, 160_000];

/** Reads a product file: UTF-8 or Windows-1252, with semicolons, commas or tabs. Ends at the first error. */
export async function readProductFile(bytes: Uint8Array): Promise<Reading> {
  if (bytes.length === 0) return { ok: false, reason: "empty" };
  const text = decodeText(bytes);
  if (text === undefined) return { ok: false, reason: "binary" };
  const firstLine = text.slice(0, maxHeadingLineLength);
  const delimiter = findDelimiter(firstLine);
  const { data, meta } = Papa.parse<string[]>(firstLine, { delimiter, preview: 1 });
  const headings = data[0] ?? [];
  const columns = headings.map((heading) => findColumn(heading));
  const reason = findHeadingError(columns);
  if (reason) return { ok: false, reason };
  const rows = await readRows(text, columns, { delimiter, linebreak: meta.linebreak });
  if (!Array.isArray(rows)) return { ok: false, ...rows };
  if (rows.length === 0) return { ok: false, reason: "empty" };
  const ignoredColumns = headings.filter((heading, at) => heading.trim() && !columns[at]);
  return { ok: true, file: { bytes, rows, ignoredColumns } };
}

async function readRows(
  text: string,
  columns: readonly (CsvColumn | undefined)[],
  format: FileFormat,
): Promise<FileRow[] | ReadError> {
  const rows: FileRow[] = [];
  let records = 0;
  for (const piece of parsePieces(text, format)) {
    if (!Array.isArray(piece)) return piece;
    for (const cells of piece) {
      records += 1;
      // Blank lines count, so that row numbers are those of a spreadsheet.
      if (records > 1 && !isBlank(cells)) rows.push(toFileRow(columns, cells, records));
    }
    if (rows.length > maxImportRows || records >= maxRecords) return { reason: "too-many-rows" };
    await nextTurn();
  }
  return rows;
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

function findHeadingError(
  columns: readonly (CsvColumn | undefined)[],
): ImportFileError | undefined {
  if (columns.length > maxHeadings) return "too-many-columns";
  const known = columns.filter((column) => column !== undefined);
  if (!known.includes(slugColumn)) return "no-slug";
  return new Set(known).size < known.length ? "repeated-column" : undefined;
}

/** The records of the text, some at a time, or why a record cannot be read. */
function* parsePieces(
  text: string,
  { delimiter, linebreak }: FileFormat,
): Generator<string[][] | ReadError, void> {
  const config = { delimiter, newline: linebreak as "\n" | "\r" | "\r\n" };
  let at = 0;
  while (at < text.length) {
    const piece = parsePiece(text, at, config);
    if (piece.errors.length > 0) return yield { reason: "open-quote" };
    if (piece.meta.cursor === 0) return yield { reason: "too-long-row" };
    yield piece.data;
    at += piece.meta.cursor;
  }
}

function parsePiece(
  text: string,
  at: number,
  config: Papa.ParseConfig,
): Papa.ParseResult<string[]> {
  const [usual = 0, longest = 0] = pieceLengths;
  const parse = (length: number) => {
    const hasMore = at + length < text.length;
    return new Papa.Parser(config).parse(text.slice(at, at + length), 0, hasMore);
  };
  const piece = parse(usual);
  return piece.meta.cursor === 0 && piece.errors.length === 0 ? parse(longest) : piece;
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
