/** CSV for Brazilian spreadsheets: semicolons, and quotes around each cell. */

/** Excel recognizes UTF-8 only by this mark. */
export const byteOrderMark = "\ufeff";

// A negative amount, such as '-12,50', is none.
const formula = /^'*(?!-\d+,\d\d$)\s*[=+\-@\t\r＝＋－＠]/;

/** Numbers must be formatted by the caller; a negative `number` is not a formula. */
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
