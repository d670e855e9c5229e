import { statusTable } from "#app/domain/orders/status.ts";
import { paymentMethodLabel } from "#app/domain/settings/payment-methods.ts";
import { byteOrderMark, toCsvLine } from "#app/shared/csv.ts";
import { toAmount } from "#app/shared/money.ts";
import { closeDay, openCents } from "./rules.ts";
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
    decimal.format(toAmount(openCents(order))),
    "",
  ]);
  const failed = day.failed.map(({ numero_pedido, name, valor_total = 0, reason }) => [
    ...[numero_pedido, name, "Não entregue", decimal.format(valor_total), "", ""],
    reason ?? "",
  ]);
  const receipts = day.receipts.map(({ method, amount }) => [
    ...["", `Recebido: ${paymentMethodLabel(method)}`, "", "", decimal.format(amount), "", ""],
  ]);
  const { open } = closeDay(day);
  const total = ["", "Em aberto", "", "", "", decimal.format(open), ""];
  return (
    byteOrderMark + [heading, ...orders, ...failed, ...receipts, total].map(toCsvLine).join("")
  );
}
