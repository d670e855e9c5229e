import type { KeyedRequest } from "#app/domain/idempotency/commands.server.ts";
import { statusTable } from "#app/domain/orders/status.ts";
import { paymentMethodLabel } from "#app/domain/settings/payment-methods.ts";
import type { Author, Database } from "#app/platform/database/database.ts";
import { byteOrderMark, toCsvLine } from "#app/shared/csv.ts";
import { toAmount } from "#app/shared/money.ts";
import { type DayActor, performDayAction } from "./commands.server.ts";
import {
  createHelperLink,
  type DayRole,
  listHelperLinks,
  readComingDays,
  readDay,
  resolveHelperLink,
  revokeHelperLink,
} from "./queries.server.ts";
import { closeDay, openCents } from "./rules.ts";
import type { DayAction, DayView, HelperLinkRequest } from "./schema.ts";

/** The use cases of the day, bound to their dependencies. */
export function createDay(database: Database, now: () => Date) {
  return {
    read: (date: string, role?: DayRole) => readDay(database, now(), date, role),
    readComing: () => readComingDays(database, now()),
    exportClosing: async (date: string) => writeClosingCsv(await readDay(database, now(), date)),
    async perform(actor: DayActor, action: DayAction, request?: KeyedRequest) {
      const done = await performDayAction(database, actor, now(), action, request);
      // After the commit: data that were read later contain it.
      return done.ok ? { ...done, result: { ...done.result, at: now().toISOString() } } : done;
    },
    createLink: (author: Author, request: HelperLinkRequest) =>
      createHelperLink(database, author, now(), request),
    listLinks: (date: string) => listHelperLinks(database, now(), date),
    revokeLink: (author: Author, id: string) => revokeHelperLink(database, author, now(), id),
    resolveLink: (token: string) => resolveHelperLink(database, now(), token),
  };
}

const decimal = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2, useGrouping: false });

/** The closing of a day: one order per line, then what was not delivered and what was received. */
function writeClosingCsv(day: DayView): string {
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
