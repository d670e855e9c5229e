import Papa from "papaparse";
import { findColumns } from "#app/domain/catalogue/import/import-file.server.ts";
import {
  lostDigitsMessage,
  readFlag,
  restoreDigits,
} from "#app/domain/catalogue/import/product-csv.ts";
import { importFileErrors } from "#app/domain/catalogue/import/product-import.ts";
import { validDocument } from "#app/domain/customers/privacy/rules.ts";
import type { FileColumn } from "#app/domain/kernel/editing/schema.ts";
import { byteOrderMark, readCsvCell } from "#app/shared/csv.ts";
import { type CustomerColumn, type CustomerField, findCustomerColumn } from "./customer-csv.ts";
import { customerFormSchema, type NewCustomer } from "./schema.ts";

/** A row of a file, numbered as in a spreadsheet: the columns that the file has, with the typed name of the price table. */
export type CustomerRow = { row: number } & (
  | { ok: true; customer: Partial<NewCustomer> & { name: string }; table?: string | undefined }
  | { ok: false; message: string }
);

export type CustomerFile = {
  columns: FileColumn[];
  /** The reason for which the columns must be chosen before the rows can be read. */
  unclear?: string | undefined;
  rows: CustomerRow[];
};

const maxRows = 5000;

/** The rows of a CSV file with headings in any order, unless they are `chosen`; or why it cannot be read. */
export function readCustomersCsv(file: string, chosen?: readonly string[]): CustomerFile | string {
  const text = file.replace(byteOrderMark, "");
  const { columns, described, ...format } = findColumns(text, chosen, findCustomerColumn);
  const { delimiter, headingRecord } = format;
  const unclear = findDoubt(columns);
  if (unclear) return { columns: described, unclear, rows: [] };
  const { data } = Papa.parse<string[]>(text, { delimiter, preview: 2 * maxRows });
  const rows = data.flatMap((cells, at) => {
    const isRow = at >= headingRecord && cells.some((cell) => cell.trim() !== "");
    return isRow ? { row: at + 1, ...readRow(columns, cells) } : [];
  });
  if (rows.length === 0) return "A planilha não tem clientes.";
  if (rows.length > maxRows) return "Envie no máximo 5.000 clientes por vez.";
  return { columns: described, rows };
}

function findDoubt(columns: readonly (CustomerColumn | undefined)[]): string | undefined {
  const fields = columns.flatMap((column) => column?.field ?? []);
  if (!fields.includes("name")) {
    return "Não achamos a coluna com o nome dos clientes: diga qual é cada coluna.";
  }
  return new Set(fields).size < fields.length ? importFileErrors["repeated-column"] : undefined;
}

const rowSchema = customerFormSchema.partial().required({ name: true });

function readRow(columns: readonly (CustomerColumn | undefined)[], cells: readonly string[]) {
  const values: [CustomerField, unknown][] = [];
  for (const [at, column] of columns.entries()) {
    if (!column?.field) continue;
    const reading = readCell(column.field, readCsvCell(cells[at] ?? "").trim());
    if ("message" in reading) return { ok: false as const, message: reading.message };
    values.push([column.field, reading.value]);
  }
  const read = rowSchema.safeParse(toFields(values));
  const table = values.find(([field]) => field === "price_table")?.[1];
  if (read.success) {
    return { ok: true as const, customer: read.data, table: table as string | undefined };
  }
  return { ok: false as const, message: read.error.issues[0]?.message ?? "Linha inválida." };
}

/** An empty part of the address leaves it as it is. */
function toFields(values: readonly [CustomerField, unknown][]): Record<string, unknown> {
  const isAddress = (field: CustomerField) => field.startsWith("address.");
  const address = values.filter(([field, value]) => isAddress(field) && value !== "");
  const others = values.filter(([field]) => !isAddress(field) && field !== "price_table");
  return {
    ...Object.fromEntries(others),
    ...(address.length > 0 && {
      address: Object.fromEntries(address.map(([field, value]) => [field.split(".")[1], value])),
    }),
  };
}

/** Spreadsheets take documents, phones and CEPs for numbers, and drop zeros in front. */
function readCell(field: CustomerField, cell: string): { value: unknown } | { message: string } {
  if (field === "blocked") return cell === "" ? { value: false } : readFlag(cell);
  if (field !== "document" && field !== "phone" && field !== "address.zipCode")
    return { value: cell };
  const digits = restoreDigits(cell);
  if (digits === undefined) return { message: lostDigitsMessage };
  if (field === "document") return { value: padDocument(digits) };
  return { value: field === "address.zipCode" ? padCep(digits) : digits };
}

/** The number of zeros that may be added: a short number may be a CPF and a CNPJ. */
const maxLostZeros = 3;

function padDocument(text: string): string {
  if (!/^[\d\s./-]+$/.test(text)) return text;
  const digits = text.replace(/\D/g, "");
  const padded = [11, 14]
    .filter((length) => digits.length >= length - maxLostZeros)
    .map((length) => digits.padStart(length, "0"));
  return padded.find((document) => validDocument(document)) ?? text;
}

function padCep(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length === 7 ? `0${digits}` : text;
}
