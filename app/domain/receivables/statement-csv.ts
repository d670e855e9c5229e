import { byteOrderMark, toCsvLine } from "#app/shared/csv.ts";
import { formatDay } from "#app/shared/days.ts";
import { describeEntry } from "./rules.ts";
import type { Statement } from "./schema.ts";

const decimal = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2, useGrouping: false });

/** A statement as a file: one entry per line between the two balances. */
export function writeStatementCsv({ from, until, opening, entries, closing }: Statement): string {
  const lines = [
    ["Data", "Descrição", "Valor (R$)", "Saldo (R$)"],
    [formatDay(from), "Saldo anterior", "", decimal.format(opening)],
    ...entries.map((entry) => [
      formatDay(entry.day),
      describeEntry(entry),
      decimal.format(entry.amount),
      decimal.format(entry.balance),
    ]),
    [formatDay(until), "Saldo final", "", decimal.format(closing)],
  ];
  return byteOrderMark + lines.map(toCsvLine).join("");
}
