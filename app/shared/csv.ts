/** CSV for Brazilian spreadsheets: semicolons, and quotes around each cell. */

/** Excel recognizes UTF-8 only by this mark. */
export const byteOrderMark = "\ufeff";

// A negative amount, such as '-12,50', is none.
const formula = /^'*(?!-\d+,\d\d$)\s*[=+\-@\t\r＝＋－＠]/;

/** A column of a file. Numbers must be formatted by the cell; a negative `number` is not a formula. */
export type WrittenColumn<Row> = readonly [heading: string, cell: (row: Row) => string | number];

/** A file with one line per row. */
export function writeCsv<Row>(
  columns: readonly WrittenColumn<Row>[],
  rows: readonly Row[],
): string {
  return writeHeadings(columns) + writeRows(columns, rows);
}

/** The same in pieces: the headings, then each batch of rows. */
export async function* writeCsvPieces<Row>(
  columns: readonly WrittenColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield writeHeadings(columns);
  for await (const rows of batches) yield writeRows(columns, rows);
}

function writeHeadings(columns: readonly WrittenColumn<never>[]): string {
  return byteOrderMark + toCsvLine(columns.map(([heading]) => heading));
}

function writeRows<Row>(columns: readonly WrittenColumn<Row>[], rows: readonly Row[]): string {
  return rows.map((row) => toCsvLine(columns.map(([, cell]) => cell(row)))).join("");
}

const instantFormat = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "medium",
});

/** Day and time in São Paulo of an ISO 8601 instant: '21/11/2026 09:30:00'. */
export function formatInstantCell(at: string): string {
  return instantFormat.format(new Date(at)).replace(",", "");
}

export function toCsvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(toCsvCell).join(";")}\r\n`;
}

/** An apostrophe keeps spreadsheets from running a text as a formula, and quotes keep it in one cell. */
export function toCsvCell(value: string | number): string {
  const text = typeof value === "string" && formula.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

/** The text of a cell that `toCsvLine` wrote. */
export function readCsvCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** The text of a file: UTF-8, UTF-16 with its mark, or Windows-1252. Undefined for anything but text. */
export function decodeText(bytes: Uint8Array): string | undefined {
  // Spreadsheets save 'Unicode text' so, with tabs.
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
