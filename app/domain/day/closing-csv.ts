import { byteOrderMark, toCsvLine } from "#app/shared/csv.ts";
import { toAmount } from "#app/shared/money.ts";
import { statusTable } from "#app/shared/order-status.ts";
import { centsToReceive, closeDay } from "./rules.ts";
import type { DayView } from "./schema.ts";

const decimal = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2, useGrouping: false });

/** The closing of a day: one order per line, then what was not delivered and what was received. */
export function writeClosingCsv(day: DayView): string {
  const heading = [
    "Número",
    "Cliente",
    "Resultado",
    "Total (R$)",
    "Recebido (R$)",
    "Falta (R$)",
    "Motivo",
  ];
  const orders = day.orders.map((order) => [
    order.numero_pedido,
    order.name,
    statusTable[order.status].label,
    decimal.format(order.stop?.valor_total ?? 0),
    decimal.format(order.stop?.received ?? 0),
    decimal.format(toAmount(centsToReceive(order))),
    "",
  ]);
  const failed = day.failed.map(({ numero_pedido, name, valor_total = 0, reason }) => [
    ...[numero_pedido, name, "Não entregue", decimal.format(valor_total), "", ""],
    reason ?? "",
  ]);
  const receipts = day.receipts.map(({ method, amount }) => [
    ...["", `Recebido: ${method}`, "", "", decimal.format(amount), "", ""],
  ]);
  const { open, cashDifference } = closeDay(day);
  const sums = [["", "Em aberto", "", "", "", decimal.format(open), ""]];
  if (cashDifference !== null) {
    sums.push(["", "Dinheiro contado", "", "", decimal.format(day.counted_cash ?? 0), "", ""]);
    sums.push(["", "Diferença do dinheiro", "", "", decimal.format(cashDifference), "", ""]);
  }
  return (
    byteOrderMark + [heading, ...orders, ...failed, ...receipts, ...sums].map(toCsvLine).join("")
  );
}
