import { and, eq, isNull } from "drizzle-orm";
import { attachOrders } from "#app/domain/customers/commands.server.ts";
import { customers } from "#app/domain/customers/table.ts";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import { type OrderRow, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { addDays, dayOf, localClock } from "#app/shared/days.ts";
import { cancelledStatus, statusTable } from "#app/shared/order-status.ts";
import { firstCountedDate } from "./calendar.ts";
import { checkChoices, checkWeekdays } from "./content.server.ts";
import { calendarOf } from "./context.server.ts";
import { notFound, reject, type SeriesResult } from "./rejections.ts";
import type { NewSeries, SeriesLine } from "./schema.ts";
import { orderSeries } from "./table.ts";
import { chooseTerms } from "./terms.ts";

/** More running series of one customer are a mistake or an attack. */
const maxRunning = 10;

type NewSeriesOptions = {
  /** The seller's series start at once, a customer's when the shop has confirmed the order. */
  isSeller: boolean;
};

/** Makes a series of an order. An order has one running series. */
export async function createSeries(
  database: Database,
  now: Date,
  author: Author,
  orderId: string,
  { mode, weekdays, every_weeks, ...request }: NewSeries,
  { isSeller }: NewSeriesOptions,
): Promise<SeriesResult> {
  const order = await findOrderOfCustomer(database, orderId);
  if (!order?.customer_id || order.anonymized_at) return notFound;
  if (order.status === cancelledStatus) {
    return reject("order", "Um pedido cancelado não se repete.");
  }
  const lines = listRepeatedLines(order);
  if (lines.length === 0) return reject("order", "Nenhum item deste pedido pode se repetir.");
  const { customer_id, id: order_id, cliente_info, channel, delivery_kind } = order;
  const terms = chooseTerms(order, request);
  const today = dayOf(now);
  const starts_on = order.delivery_date ?? today;
  const accepted_at = isSeller || statusTable[order.status].takesStock ? now : null;
  const rhythm = { weekdays, every_weeks, starts_on };
  const calendar = calendarOf({ cliente_info, delivery_kind }, await readPlan(database));
  const error =
    checkWeekdays(calendar, weekdays) ??
    (await checkChoices(database, now, { ...order, order_id }, terms));
  if (error) return error;
  const from = addDays(starts_on > today ? starts_on : today, 1);
  const counts_from = firstCountedDate(rhythm, calendar, localClock(now), from);
  const source = { customer_id, order_id, cliente_info, channel, delivery_kind };
  const row = { ...source, ...terms, ...rhythm, mode, lines, accepted_at, counts_from };
  return runAsUser(database, author, (tx) => insertSeries(tx, row));
}

/** Finds an order with its customer, whom an order that still waits for one gets first. */
async function findOrderOfCustomer(
  database: Database,
  orderId: string,
): Promise<OrderRow | undefined> {
  const read = () => database.select(orderColumns).from(pedidos).where(eq(pedidos.id, orderId));
  const [order] = await read();
  if (!order || order.customer_id) return order;
  await attachOrders(database);
  return (await read())[0];
}

/** The lines that were sent of products in the catalogue. */
function listRepeatedLines({ itens }: OrderRow): SeriesLine[] {
  return itens
    .filter(({ product_id, quantity }) => product_id !== "" && quantity > 0)
    .map(({ product_id, product_name, unit, quantity, price }) => ({
      product_id,
      product_name,
      unit,
      quantity,
      price,
    }));
}

async function insertSeries(
  tx: Database,
  series: typeof orderSeries.$inferInsert,
): Promise<SeriesResult> {
  const { customer_id, order_id } = series;
  // Serialized by the customer's row, so that a repeated request makes one series.
  await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customer_id))
    .for("update");
  const running = await tx
    .select({ order_id: orderSeries.order_id })
    .from(orderSeries)
    .where(and(eq(orderSeries.customer_id, customer_id), isNull(orderSeries.ended_at)));
  if (running.some((other) => other.order_id === order_id)) {
    return reject("order", "Este pedido já se repete.");
  }
  if (running.length >= maxRunning) {
    return reject("order", `Um cliente tem no máximo ${maxRunning} repetições.`);
  }
  const [row] = await tx.insert(orderSeries).values(series).returning({ id: orderSeries.id });
  return row ? { ok: true, id: row.id } : notFound;
}
