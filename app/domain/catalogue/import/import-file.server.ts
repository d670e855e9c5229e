import { setImmediate as nextTurn } from "node:timers/promises";
import Papa from "papaparse";
import type { FileColumn } from "#app/domain/kernel/editing/schema.ts";
import { decodeText, readCsvCell } from "#app/shared/csv.ts";
import { wordsOf } from "../list/search.ts";
import type { CsvColumn } from "./product-column.ts";
import { findColumn, slugColumn, titleColumn } from "./product-csv.ts";
import { type ImportFileError, maxImportRows } from "./product-import.ts";

/** The most rows and blank lines together. */
const maxRecords = 2 * maxImportRows;

export type FileRow = {
  row: number;
  cells: Map<CsvColumn, string>;
  isCutOff: boolean;
  /** The row may belong to no product: it looks like the heading of a group, or a sum. */
  aside?: "heading" | "total";
};
export type ProductFile = {
  bytes: Uint8Array;
  /** Headings of the product file, one per column, as a person chose them; "" is no column. */
  chosen: readonly string[] | undefined;
  columns: FileColumn[];
  /** The reason for which the columns must be chosen before the rows can be read. */
  unclear?: "no-title" | "repeated-column";
  rows: FileRow[];
};

type ReadError = { reason: ImportFileError };
type Columns = readonly (CsvColumn | undefined)[];
type FileFormat = { delimiter: string; linebreak: string; headingRecord: number };
type Reading = { ok: true; file: ProductFile } | { ok: false; reason: ImportFileError };

/** Far more than the product's columns; each heading costs time in each row. */
const maxHeadings = 100;
/** The beginning of the file, where the headings are searched: price lists have a name and a date above them. */
const sampleLength = 20_000;
const maxHeadingRecord = 10;
/**
 * The lengths of the pieces that are parsed at once, before other requests are answered. The second is for rows with long texts.
 */
const pieceLengths = [32_768, 160_000];

/**
 * Reads a product file: UTF-8, UTF-16 with its mark, or Windows-1252, with semicolons, commas or tabs. Ends at the first
 * error. The headings tell the columns, unless they are `chosen`.
 */
export async function readProductFile(
  bytes: Uint8Array,
  chosen?: readonly string[],
): Promise<Reading> {
  if (bytes.length === 0) return { ok: false, reason: "empty" };
  const text = decodeText(bytes);
  if (text === undefined) return { ok: false, reason: "binary" };
  const { columns, described, ...format } = findColumns(text, chosen, findColumn);
  if (columns.length > maxHeadings) return { ok: false, reason: "too-many-columns" };
  const file = { bytes, chosen, columns: described, rows: [] };
  const unclear = findDoubt(columns);
  if (unclear) return { ok: true, file: { ...file, unclear } };
  const rows = await readRows(text, columns, format);
  if (!Array.isArray(rows)) return { ok: false, ...rows };
  if (rows.length === 0) return { ok: false, reason: "empty" };
  return { ok: true, file: { ...file, rows } };
}

/** The columns of a file by its headings, unless they are `chosen`, and how the file is written. */
export function findColumns<Column extends { heading: string }>(
  text: string,
  chosen: readonly string[] | undefined,
  findColumn: FindColumn<Column>,
) {
  const { headings, example, ...format } = findHeadings(text.slice(0, sampleLength), findColumn);
  const columns = headings.map((heading, at) => findColumn(chosen ? (chosen[at] ?? "") : heading));
  const described = headings.map((heading, at): FileColumn => {
    const column = columns[at]?.heading ?? "";
    return { heading: heading.slice(0, 200), column, example: (example[at] ?? "").slice(0, 100) };
  });
  return { ...format, columns, described };
}

type FindColumn<Column> = (heading: string) => Column | undefined;

/** The record with the most known headings, else with the most cells, by the delimiter that finds them. */
function findHeadings(sample: string, findColumn: FindColumn<unknown>) {
  let best = { score: -1, delimiter: ";", linebreak: "\n", headingRecord: 1 };
  let [headings, example]: string[][] = [];
  for (const delimiter of [";", ",", "\t"]) {
    const { data, meta } = Papa.parse<string[]>(sample, {
      delimiter,
      preview: maxHeadingRecord + 1,
    });
    for (const [index, cells] of data.slice(0, maxHeadingRecord).entries()) {
      const known = cells.slice(0, maxHeadings).filter((cell) => findColumn(cell));
      const score = known.length * sampleLength + cells.length;
      if (score <= best.score) continue;
      best = { score, delimiter, linebreak: meta.linebreak, headingRecord: index + 1 };
      [headings, example] = data.slice(index);
    }
  }
  return { ...best, headings: headings ?? [], example: example ?? [] };
}

function findDoubt(columns: Columns): ProductFile["unclear"] {
  const known = columns.filter((column) => column !== undefined);
  if (!known.includes(slugColumn) && !known.includes(titleColumn)) return "no-title";
  return new Set(known).size < known.length ? "repeated-column" : undefined;
}

async function readRows(
  text: string,
  columns: Columns,
  format: FileFormat,
): Promise<FileRow[] | ReadError> {
  const rows: FileRow[] = [];
  let records = 0;
  for (const piece of parsePieces(text, format)) {
    if (!Array.isArray(piece)) return piece;
    for (const cells of piece) {
      records += 1;
      // Blank lines count, so that row numbers are those of a spreadsheet.
      const isAbove = records <= format.headingRecord;
      if (!isAbove && !isBlank(cells)) rows.push(toFileRow(columns, cells, records));
    }
    if (rows.length > maxImportRows || records >= maxRecords) return { reason: "too-many-rows" };
    await nextTurn();
  }
  return rows;
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
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

function toFileRow(columns: Columns, cells: readonly string[], row: number): FileRow {
  const surplus = cells.slice(columns.length).some((cell) => cell.trim() !== "");
  // Spreadsheets leave out empty cells at the end of a row.
  const missing = columns.slice(cells.length);
  const isCutOff = surplus || missing.some(isRequired);
  const byColumn = columns.flatMap((column, at) =>
    column ? [[column, toPlainText(cells[at] ?? "")] as const] : [],
  );
  const aside = findAside(cells, columns.filter(Boolean).length);
  return { row, cells: new Map(byColumn), isCutOff, ...(aside && { aside }) };
}

const totalText = /^(?:sub ?)?tota(?:l|is)(?: (?:geral|de|do|da|dos|das|em|r) ?.*)?$|^soma$/;

/** Price lists have headings, a single cell, between the products, and sums below them. */
function findAside(cells: readonly string[], known: number): FileRow["aside"] {
  const [first = "", second] = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (totalText.test(wordsOf(first).join(" "))) return "total";
  if (second !== undefined || known < 2 || !/\p{L}/u.test(first)) return undefined;
  // In a list of names and prices a single name may be a product whose price is missing.
  const looksLikeHeading = known > 2 || /:$/.test(first) || first === first.toUpperCase();
  return looksLikeHeading ? "heading" : undefined;
}

/** The last columns of an export, which products without options and quantity prices leave empty. */
const optionalFields = /^sale_options\.(?:0\.(?:tiers|label|ean)|[1-9])/;

function isRequired(column: CsvColumn | undefined): boolean {
  return column !== undefined && !optionalFields.test(column.field);
}

function toPlainText(cell: string): string {
  return readCsvCell(cell).replace(/\r\n?/g, "\n");
}
