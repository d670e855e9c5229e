import { and, eq, sql } from "drizzle-orm";
import { readCustomer } from "#app/domain/customers/queries.server.ts";
import { isOverLimit } from "#app/domain/customers/rules.ts";
import { type DeliveryTime, toDeliveryRequest } from "#app/domain/delivery/delivery.ts";
import { planDelivery, termsOf } from "#app/domain/delivery/rules.ts";
import { lockOrderContext, type OrderContext } from "#app/domain/orders/order-context.server.ts";
import { applyTable, placeOrder } from "#app/domain/orders/place.server.ts";
import { computeOrderAmounts } from "#app/domain/orders/rules.ts";
import type { OrderRequest } from "#app/domain/orders/schema.ts";
import { areaOrders, pedidos } from "#app/domain/orders/table.ts";
import { offeredMethods } from "#app/domain/payments/methods.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addDays } from "#app/shared/days.ts";
import { newStatus } from "#app/shared/order-status.ts";
import { listRhythmDays, type SeriesDate } from "./calendar.ts";
import { deliveryAddress, readTableOfSeries } from "./context.server.ts";
import { queueSeriesMail } from "./mail-queue.server.ts";
import { fitDelivery, fitLines } from "./rules.ts";
import type { SeriesChanges, SeriesException } from "./schema.ts";
import { type SeriesDateRow, type SeriesRow, seriesDates } from "./table.ts";
import { chooseTerms } from "./terms.ts";

/** The ways to handle a date: `miss` stores that its time passed, `reject` that ordering it failed. */
export type Handling = "order" | "remind" | "miss" | "reject";
type Outcome = Pick<SeriesDateRow, "state" | "delivery_date" | "order_id" | "exceptions">;

const failure = (exceptions: SeriesException[]): Outcome => ({
  state: "failed",
  delivery_date: null,
  order_id: null,
  exceptions,
});

/**
 * Orders a date of a series, or reminds of it, within the caller's transaction, which has locked the series. The row of the date
 * and the order are stored together; false when the date was done before.
 */
export async function makeSeriesDate(
  tx: Database,
  now: Date,
  series: SeriesRow,
  planned: SeriesDate,
  how: Handling,
): Promise<boolean> {
  const row = await claimDate(tx, now, series.id, planned.date, how);
  if (!row) return false;
  const outcome = await runDate(tx, now, { series, planned, changes: row.changes }, how);
  await tx
    .update(seriesDates)
    .set({ ...outcome, made_at: now, settled_at: null })
    .where(and(eq(seriesDates.series_id, series.id), eq(seriesDates.date, planned.date)));
  await queueSeriesMail(tx, { ...outcome, series_id: series.id, date: planned.date });
  return true;
}

type PlannedOrder = { series: SeriesRow; planned: SeriesDate; changes: SeriesChanges };

async function runDate(
  tx: Database,
  now: Date,
  plannedOrder: PlannedOrder,
  how: Handling,
): Promise<Outcome> {
  if (how === "miss") return failure([{ kind: "missed" }]);
  if (how === "reject") return failure([{ kind: "rejected" }]);
  if (how === "order") return orderDate(tx, now, plannedOrder);
  const delivery_date = plannedOrder.planned.delivery;
  return { state: "reminded", delivery_date, order_id: null, exceptions: [] };
}

/** The date's row, which only one transaction gets; a customer orders also what was reminded of. */
async function claimDate(
  tx: Database,
  now: Date,
  seriesId: string,
  date: string,
  how: Handling,
): Promise<SeriesDateRow | undefined> {
  const isFree =
    how === "order"
      ? sql`${seriesDates.state} IN ('changed', 'reminded')`
      : sql`${seriesDates.state} = 'changed'`;
  const [row] = await tx
    .insert(seriesDates)
    .values({ series_id: seriesId, date, state: "failed", made_at: now })
    .onConflictDoUpdate({
      target: [seriesDates.series_id, seriesDates.date],
      set: { state: "failed" },
      setWhere: isFree,
    })
    .returning();
  return row;
}

/** Orders what is possible; the rest are exceptions. */
async function orderDate(
  tx: Database,
  now: Date,
  { series, planned, changes }: PlannedOrder,
): Promise<Outcome> {
  const lines = changes.lines ?? series.lines;
  const tableOfSeries = await readTableOfSeries(tx, series);
  const ids = [...new Set(lines.map(({ product_id }) => product_id))];
  const context = await lockOrderContext(tx, now, ids, tableOfSeries);
  const { products } = applyTable(context, now);
  const fitted = fitLines(lines, products);
  if (fitted.lines.length === 0) return failure([...fitted.exceptions, { kind: "empty" }]);
  const delivery = chooseDelivery(now, { series, planned, changes }, context);
  if (!delivery.ok) return failure([...fitted.exceptions, delivery.exception]);
  const payment = choosePayment(now, { series, changes }, context);
  const request = toRequest(series, fitted.lines, delivery.time, payment.method);
  const key = `series:${series.id}:${planned.date}`;
  const terms = {
    requestedTable: tableOfSeries,
    canSetPrices: false,
    customerId: series.customer_id,
    isPlanned: true,
    isOfArea: (await tx.$count(areaOrders, eq(areaOrders.order_id, series.order_id))) > 0,
  };
  const placed = await placeOrder(tx, now, request, key, terms);
  if (!placed.ok) {
    const kind = placed.reason === "too-large" ? "too-large" : "rejected";
    return failure([...fitted.exceptions, { kind }]);
  }
  const { order } = placed;
  return {
    state: "placed",
    delivery_date: delivery.time.delivery_date,
    order_id: order.id,
    exceptions: [
      ...fitted.exceptions,
      ...delivery.exceptions,
      ...(payment.exception ? [payment.exception] : []),
      ...(await listZoneExceptions(tx, now, series, context)),
      ...listTermExceptions(now, series, fitted.lines, context),
      ...(await listCustomerExceptions(tx, now, series.customer_id, order.valor_total)),
    ],
  };
}

type PlannedDelivery =
  | { ok: true; time: DeliveryTime; exceptions: SeriesException[] }
  | { ok: false; exception: SeriesException };

function chooseDelivery(
  now: Date,
  { series, planned, changes }: PlannedOrder,
  context: OrderContext,
): PlannedDelivery {
  const plan = planDelivery(context.plan, deliveryAddress(series), now, context.count);
  const isPickup = series.delivery_kind === "retirada";
  if (isPickup ? !plan.pickup : !plan.accepted) {
    return { ok: false, exception: { kind: "zone" } };
  }
  const offered = isPickup ? plan.pickup : plan.zone ? plan.dates : null;
  const { payment_method: _, ...repeated } = chooseTerms(series, changes);
  const { date, delivery } = planned;
  const isChosen = delivery !== null && delivery === changes.delivery_date;
  const next = listRhythmDays(series, addDays(date, 1), addDays(date, 14))[0] ?? addDays(date, 14);
  const before = next < addDays(date, 7) ? next : addDays(date, 7);
  const fitted = fitDelivery(
    { date, delivery, shift: repeated.delivery_shift, isChosen },
    offered,
    before,
  );
  if (!fitted) return { ok: false, exception: { kind: "day", from: delivery ?? date, to: null } };
  const time = { ...repeated, delivery_date: fitted.date, delivery_shift: fitted.shift };
  return { ok: true, time, exceptions: fitted.exceptions };
}

function choosePayment(
  now: Date,
  { series, changes }: Pick<PlannedOrder, "series" | "changes">,
  context: OrderContext,
): { method: string | undefined; exception?: SeriesException } {
  const { payment_method: method } = chooseTerms(series, changes);
  if (!method) return { method: undefined };
  const { table } = applyTable(context, now);
  const offered = offeredMethods({ ...context, price_table: table }, series.cliente_info.document);
  if (offered.some(({ name }) => name === method)) return { method };
  return { method: undefined, exception: { kind: "payment", method } };
}

/** The order as its customer would send it. */
function toRequest(
  { cliente_info, channel, delivery_kind }: SeriesRow,
  lines: OrderRequest["items"],
  time: DeliveryTime,
  payment_method: string | undefined,
): OrderRequest {
  const { totalItems, timestamp, ...customer } = cliente_info;
  return {
    customer: { ...customer, payment_method } as OrderRequest["customer"],
    items: lines,
    ...toDeliveryRequest({ delivery_kind, ...time }),
    ...(channel !== "site" && { channel }),
  };
}

/** The order that is repeated was in a zone, and now there is none. */
async function listZoneExceptions(
  tx: Database,
  now: Date,
  series: SeriesRow,
  context: OrderContext,
): Promise<SeriesException[]> {
  const { zone } = planDelivery(context.plan, deliveryAddress(series), now, context.count);
  if (zone || series.delivery_kind === "retirada") return [];
  const [order] = await tx
    .select({ zone: pedidos.delivery_zone_id })
    .from(pedidos)
    .where(eq(pedidos.id, series.order_id));
  return order?.zone ? [{ kind: "outside" }] : [];
}

function listTermExceptions(
  now: Date,
  series: SeriesRow,
  lines: OrderRequest["items"],
  context: OrderContext,
): SeriesException[] {
  const { zone } = planDelivery(context.plan, deliveryAddress(series), now, context.count);
  const { table } = applyTable(context, now);
  const terms = {
    ...termsOf(context.delivery_settings, zone, series.delivery_kind ?? undefined),
    ...(table?.minimum_order != null && { minimum_order: table.minimum_order }),
  };
  const { missingForMinimum } = computeOrderAmounts(lines, terms);
  return missingForMinimum > 0 ? [{ kind: "minimum", minimum: terms.minimum_order }] : [];
}

/** Lists the exceptions that concern the customer; only the seller sees them. */
async function listCustomerExceptions(
  tx: Database,
  now: Date,
  customerId: string,
  valor_total: number,
): Promise<SeriesException[]> {
  const { rows } = await tx.execute<{ root_id: string }>(
    sql`SELECT root_id FROM customers WHERE id = ${customerId}::uuid`,
  );
  const customer = rows[0] && (await readCustomer(tx, now, rows[0].root_id));
  if (!customer) return [];
  return [
    ...(isOverLimit(customer, { status: newStatus, valor_total })
      ? [{ kind: "credit" } as const]
      : []),
    ...(customer.blocked ? [{ kind: "blocked" } as const] : []),
  ];
}
