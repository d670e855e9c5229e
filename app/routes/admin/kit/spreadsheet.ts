import { toCsvLine } from "#app/shared/csv.ts";

/** The types that a file input of spreadsheets accepts. */
export const spreadsheetTypes = ".csv,.txt,.xlsx,.ods,text/csv";
export const unreadableSpreadsheet =
  "Não foi possível ler esta planilha. Salve como Excel (.xlsx) ou CSV e tente de novo.";

/** The first visible sheet of an Excel or LibreOffice file as CSV, and other files as they are; undefined for a broken one. */
export async function readSpreadsheet(file: File): Promise<File | undefined> {
  if (!/\.(?:xlsx|ods)$/i.test(file.name)) return file;
  try {
    const rows = await readRows(file);
    const lines = rows?.map((row) => toCsvLine(row.map(toCellText)));
    return lines && new File(lines, file.name, { type: "text/csv" });
  } catch {
    return undefined;
  }
}

/** The reader is fetched now: it is 35 kB, which only a chosen file needs. */
async function readRows(file: File) {
  const isVisible = ({ hidden, veryHidden }: { hidden?: boolean; veryHidden?: boolean }) =>
    !hidden && !veryHidden;
  const bytes = await file.arrayBuffer();
  const { sheets } = /\.ods$/i.test(file.name)
    ? await (await import("hucre/ods")).readOds(bytes)
    : await (await import("hucre/xlsx")).readXlsx(bytes, { sheets: isVisible });
  return sheets.find(isVisible)?.rows;
}

/** Spreadsheets store 12.9 also as 12.900000000000002. Whole numbers, such as barcodes, are exact up to 15 digits. */
const significantDigits = 12;

function toCellText(value: unknown): string {
  if (typeof value !== "number") return String(value ?? "");
  if (Number.isInteger(value)) {
    // Longer ones have lost digits, which the scientific notation shows.
    return Number.isSafeInteger(value) ? String(value) : value.toExponential();
  }
  return String(Number(value.toPrecision(significantDigits))).replace(".", ",");
}
