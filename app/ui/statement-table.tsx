import { describeEntry } from "#app/domain/receivables/rules.ts";
import type { Statement } from "#app/domain/receivables/schema.ts";
import { formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import "./statement-table.css";

type StatementTableProps = {
  statement: Pick<Statement, "from" | "until" | "opening" | "closing"> & {
    entries: readonly Omit<Statement["entries"][number], "order_id">[];
  };
};

/** Lists what changed an account between two balances, for screens and paper. */
export function StatementTable({ statement }: StatementTableProps) {
  const { from, until, opening, entries, closing } = statement;
  return (
    <div className="statement-frame">
      <table className="statement">
        <caption className="sr-only">
          Extrato de {formatDay(from)} a {formatDay(until)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Data</th>
            <th scope="col">Descrição</th>
            <th scope="col">Valor</th>
            <th scope="col">Saldo</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{formatDay(from)}</td>
            <th scope="row" colSpan={2}>
              Saldo anterior
            </th>
            <td>{formatMoney(opening)}</td>
          </tr>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and never move.
            <tr key={index}>
              <td>{formatDay(entry.day)}</td>
              <td>{describeEntry(entry)}</td>
              <td>{formatMoney(entry.amount)}</td>
              <td>{formatMoney(entry.balance)}</td>
            </tr>
          ))}
          <tr>
            <td>{formatDay(until)}</td>
            <th scope="row" colSpan={2}>
              Saldo final
            </th>
            <td>{formatMoney(closing)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  );
}
