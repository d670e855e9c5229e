import { type WrittenColumn, writeCsv } from "#app/shared/csv.ts";
import { formatDay } from "#app/shared/days.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { describeEntry } from "./rules.ts";
import type { Statement } from "./schema.ts";

/** An entry, or one of the two balances; amounts in BRL. */
type Line = { day: string; text: string; amount?: number; balance: number };

const columns: WrittenColumn<Line>[] = [
  ["Data", ({ day }) => formatDay(day)],
  ["Descrição", ({ text }) => text],
  ["Valor (R$)", ({ amount }) => (amount === undefined ? "" : formatTypedAmount(amount))],
  ["Saldo (R$)", ({ balance }) => formatTypedAmount(balance)],
];

/** A statement as a file: one entry per line between the two balances. */
export function writeStatementCsv({ from, until, opening, entries, closing }: Statement): string {
  return writeCsv(columns, [
    { day: from, text: "Saldo anterior", balance: opening },
    ...entries.map((entry) => ({ ...entry, text: describeEntry(entry) })),
    { day: until, text: "Saldo final", balance: closing },
  ]);
}
