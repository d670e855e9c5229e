import type { Fiscal } from "../fiscal.ts";
import type { CsvColumn } from "./product-column.ts";

/** The columns of the product file for the invoice: an empty cell removes the value. */

/** Spreadsheets drop zeros in front of a number. */
function column(heading: string, part: keyof Fiscal, digits?: number): CsvColumn {
  return {
    heading,
    field: `fiscal.${part}`,
    canBeEmpty: true,
    read: (text) => {
      const code = text.trim();
      return { value: digits && /^\d+$/.test(code) ? code.padStart(digits, "0") : code };
    },
    write: ({ fiscal }) => fiscal?.[part] ?? "",
  };
}

export const fiscalColumns: CsvColumn[] = [
  column("NCM", "ncm", 8),
  column("CFOP", "cfop"),
  column("CEST", "cest", 7),
  column("Unidade fiscal", "unit"),
];
