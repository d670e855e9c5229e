import { type WrittenColumn, writeCsv } from "#app/shared/csv.ts";
import { toAmount } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { formatTypedAmount } from "#app/shared/typed-numbers.ts";
import { centsToReceive, closeDay } from "./rules.ts";
import type { DayView } from "./schema.ts";

/** An order, or a sum below the orders; amounts in BRL. */
type Line = {
  number?: number;
  name: string;
  result?: string;
  total?: number;
  received?: number;
  open?: number;
  reason?: string | null;
};

const amountCell = (amount?: number) => (amount === undefined ? "" : formatTypedAmount(amount));

const columns: WrittenColumn<Line>[] = [
  ["Número", ({ number = "" }) => number],
  ["Cliente", ({ name }) => name],
  ["Resultado", ({ result = "" }) => result],
  ["Total (R$)", ({ total }) => amountCell(total)],
  ["Recebido (R$)", ({ received }) => amountCell(received)],
  ["Falta (R$)", ({ open }) => amountCell(open)],
  ["Motivo", ({ reason }) => reason ?? ""],
];

/** The closing of a day: one order per line, then what was not delivered and what was received. */
export function writeClosingCsv(day: DayView): string {
  const orders = day.orders.map(
    (order): Line => ({
      number: order.numero_pedido,
      name: order.name,
      result: statusTable[order.status].label,
      total: order.stop?.valor_total ?? 0,
      received: order.stop?.received ?? 0,
      open: toAmount(centsToReceive(order)),
    }),
  );
  const failed = day.failed.map(
    ({ numero_pedido: number, name, valor_total: total = 0, reason }): Line => ({
      number,
      name,
      result: "Não entregue",
      total,
      reason,
    }),
  );
  const receipts = day.receipts.map(
    ({ method, amount }): Line => ({ name: `Recebido: ${method}`, received: amount }),
  );
  const { open, cashDifference } = closeDay(day);
  const sums: Line[] = [{ name: "Em aberto", open }];
  if (cashDifference !== null) {
    sums.push({ name: "Dinheiro contado", received: day.counted_cash ?? 0 });
    sums.push({ name: "Diferença do dinheiro", received: cashDifference });
  }
  return writeCsv(columns, [...orders, ...failed, ...receipts, ...sums]);
}
