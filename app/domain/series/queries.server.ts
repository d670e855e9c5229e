import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { quote } from "#app/domain/catalogue/options/quote.ts";
import { findOption } from "#app/domain/catalogue/options/sale-options.ts";
import { customers } from "#app/domain/customers/table.ts";
import { findZone, shiftText, termsOf } from "#app/domain/delivery/rules.ts";
import type { LinkTokens } from "#app/domain/kernel/link-tokens.server.ts";
import { type OrderContext, readRequestedTable } from "#app/domain/orders/order-context.server.ts";
import { applyTable } from "#app/domain/orders/place.server.ts";
import { computeOrderAmounts, type OrderedProduct } from "#app/domain/orders/rules.ts";
import { orderLinkColumns, pedidos } from "#app/domain/orders/table.ts";
import { greetingName } from "#app/domain/orders/texts.ts";
import { offeredMethods } from "#app/domain/payments/methods.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addDays, dayOf, localClock, weekdayOf } from "#app/shared/days.ts";
import { toAmount, toCents } from "#app/shared/money.ts";
import { listChoosableDays, listComingDates, type SeriesDate } from "./calendar.ts";
import {
  calendarOf,
  deliveryAddress,
  readOrderContext,
  readTableOfSeries,
  type SeriesSource,
} from "./context.server.ts";
import { linkVersion } from "./links.server.ts";
import { withoutHidden } from "./rules.ts";
import type {
  SeriesLine,
  SeriesNotice,
  SeriesOffer,
  SeriesView,
  ViewedSeriesDate,
} from "./schema.ts";
import { isInScope, type SeriesScope } from "./scope.server.ts";
import { orderSeries, type SeriesDateRow, type SeriesRow, seriesDates } from "./table.ts";
import { chooseTerms } from "./terms.ts";
import { describeException, describeRhythm, writeNotice } from "./texts.ts";

const maxListed = 30;
const comingDates = 4;
const pastDates = 6;
const pastDays = 90;

/** The series of a scope, the running ones first; with `id` this one only. */
export async function listSeries(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  scope: SeriesScope,
  id?: string,
): Promise<SeriesView[]> {
  const listed = await database
    .select({
      series: orderSeries,
      link_version: linkVersion,
      numero_pedido: pedidos.numero_pedido,
    })
    .from(orderSeries)
    .leftJoin(pedidos, eq(pedidos.id, orderSeries.order_id))
    .where(and(isInScope(scope), id === undefined ? undefined : eq(orderSeries.id, id)))
    .orderBy(sql`${orderSeries.ended_at} IS NOT NULL`, desc(orderSeries.created_at), orderSeries.id)
    .limit(maxListed);
  if (listed.length === 0) return [];
  const dates = await readDates(
    database,
    now,
    listed.map(({ series }) => series.id),
  );
  const lines = [
    ...listed.flatMap(({ series }) => series.lines),
    ...dates.flatMap(({ changes }) => changes.lines ?? []),
  ];
  const ids = [...new Set(lines.map(({ product_id }) => product_id))];
  const context = await readOrderContext(database, ids, undefined);
  const rows = Map.groupBy(dates, ({ series_id }) => series_id);
  const views = await Promise.all(
    listed.map(async ({ series, link_version, numero_pedido }) => {
      const requestedTable = await readTableOfSeries(database, series);
      const table = requestedTable && (await readRequestedTable(database, requestedTable));
      const view = viewSeries(series, rows.get(series.id) ?? [], { ...context, table }, now);
      return { ...view, link_version, numero_pedido };
    }),
  );
  const orders = await readLinkedOrders(
    database,
    views.flatMap(({ past }) => past),
  );
  return Promise.all(
    views.map(async ({ past, link_version, ...view }) => ({
      ...view,
      path: await tokens.pathOf("series", { id: view.id, link_version }),
      past: await Promise.all(past.map((row) => viewPast(tokens, row, orders))),
    })),
  );
}

function readDates(database: Database, now: Date, ids: readonly string[]) {
  const first = addDays(localClock(now).date, -pastDays);
  return database
    .select()
    .from(seriesDates)
    .where(and(inArray(seriesDates.series_id, [...ids]), gt(seriesDates.date, first)))
    .orderBy(asc(seriesDates.date));
}

/** A series with its next dates, and the rows of the last ones. */
function viewSeries(
  series: SeriesRow,
  rows: readonly SeriesDateRow[],
  context: OrderContext,
  now: Date,
): Omit<SeriesView, "path" | "past" | "numero_pedido"> & { past: SeriesDateRow[] } {
  const clock = localClock(now);
  const { products } = applyTable(context, now);
  const calendar = calendarOf(series, context.plan, rows);
  const coming = series.ended_at
    ? []
    : listComingDates(series, calendar, clock, { from: series.counts_from, count: comingDates });
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const viewLines = (seriesLines: readonly SeriesLine[]) =>
    seriesLines.map((line) => viewLine(line, products.get(line.product_id)));
  const totalOf = (seriesLines: readonly SeriesLine[]) =>
    totalNow(series, context, now, viewLines(seriesLines));
  const viewDate = (planned: SeriesDate): ViewedSeriesDate => {
    const row = byDate.get(planned.date);
    const changes = row?.changes ?? {};
    return {
      date: planned.date,
      delivery_date: planned.delivery,
      order_on: planned.order_from.date,
      order_until: planned.order_until,
      state: row?.state ?? "planned",
      lines: changes.lines ? viewLines(changes.lines) : null,
      ...chooseTerms(series, changes),
      total: totalOf(changes.lines ?? series.lines),
      days: listChoosableDays(series, calendar, clock, planned.date),
    };
  };
  const open = coming.map(viewDate).filter(({ state }) => state !== "placed" && state !== "failed");
  const openDates = new Set(open.map(({ date }) => date));
  const lines = viewLines(series.lines);
  const { shifts, payment_methods, weekdays } = choicesOf(series, context, now);
  return {
    id: series.id,
    version: series.version,
    state: stateOf(series),
    mode: series.mode,
    rhythm: describeRhythm(series),
    weekdays: series.weekdays,
    every_weeks: series.every_weeks,
    delivery_kind: series.delivery_kind,
    ...chooseTerms(series),
    place: [series.cliente_info.neighborhood, series.cliente_info.city].filter(Boolean).join(", "),
    lines,
    total: totalOf(series.lines),
    has_new_prices: lines.some(
      ({ price, price_now }) => price_now !== null && toCents(price_now) !== toCents(price),
    ),
    coming: open,
    past: listPast(rows.filter(({ date }) => !openDates.has(date))),
    offered: { shifts, payment_methods, weekdays },
  };
}

function stateOf({ ended_at, paused_at, accepted_at }: SeriesRow): SeriesView["state"] {
  if (ended_at) return "ended";
  if (!accepted_at) return "waiting";
  return paused_at ? "paused" : "active";
}

function viewLine(
  line: SeriesLine,
  product: OrderedProduct | undefined,
): SeriesView["lines"][number] {
  const option = product?.visible ? findOption(product.sale_options, line.unit) : undefined;
  const quoted = product && option && quote(product, line.unit, line.quantity);
  return {
    ...line,
    product_name: product?.title ?? line.product_name,
    ...(quoted?.unit_label && { unit_label: quoted.unit_label }),
    price_now: quoted?.price ?? null,
    step: option?.step ?? 1,
    minimum: option?.minimum ?? 1,
  };
}

function totalNow(
  series: SeriesRow,
  context: OrderContext,
  now: Date,
  lines: SeriesView["lines"],
): number {
  const zone = findZone(context.plan.zones, deliveryAddress(series));
  const terms = termsOf(context.delivery_settings, zone, series.delivery_kind ?? undefined);
  const { table } = applyTable(context, now);
  const sold = lines.flatMap(({ price_now, quantity }) =>
    price_now === null ? [] : [{ price: price_now, quantity }],
  );
  const minimum = table?.minimum_order ?? terms.minimum_order;
  return toAmount(computeOrderAmounts(sold, { ...terms, minimum_order: minimum }).total);
}

function choicesOf(series: SeriesSource, context: OrderContext, now: Date) {
  const { schedule } = calendarOf(series, context.plan);
  const { table } = applyTable(context, now);
  const { document } = series.cliente_info;
  return {
    weekdays: schedule?.weekdays ?? [0, 1, 2, 3, 4, 5, 6],
    shifts: schedule?.shifts.map(shiftText) ?? [],
    payment_methods: offeredMethods({ ...context, price_table: table }, document).map(
      ({ name }) => name,
    ),
  };
}

/** Reads what may be chosen for a series, or for one of an order. */
export async function readChoices(database: Database, series: SeriesSource, now: Date) {
  const requestedTable = await readTableOfSeries(database, series);
  return choicesOf(series, await readOrderContext(database, [], requestedTable), now);
}

/** The newest dates that are done. */
function listPast(rows: readonly SeriesDateRow[]): SeriesDateRow[] {
  const done = rows.filter(({ state }) => state !== "changed" && state !== "skipped");
  return done.toReversed().slice(0, pastDates);
}

async function readLinkedOrders(database: Database, dates: readonly SeriesDateRow[]) {
  const ids = dates.flatMap(({ order_id }) => order_id ?? []);
  const orders = await database
    .select(orderLinkColumns)
    .from(pedidos)
    .where(inArray(pedidos.id, ids));
  return new Map(orders.map((order) => [order.id, order]));
}

async function viewPast(
  tokens: LinkTokens,
  { date, delivery_date, state, order_id, exceptions }: SeriesDateRow,
  orders: Awaited<ReturnType<typeof readLinkedOrders>>,
): Promise<SeriesView["past"][number]> {
  const order = orders.get(order_id ?? "");
  return {
    date,
    delivery_date,
    state,
    numero_pedido: order?.numero_pedido ?? null,
    path: order && !order.anonymized_at ? await tokens.pathOf("order", order) : null,
    exceptions: withoutHidden(exceptions).map(describeException),
  };
}

/** Reads what a series of an order can be, and the running ones that it has or is part of; undefined for no order. */
export async function readSeriesOffer(
  database: Database,
  tokens: LinkTokens,
  now: Date,
  orderId: string,
): Promise<SeriesOffer | undefined> {
  const [order] = await database.select().from(pedidos).where(eq(pedidos.id, orderId));
  if (!order || order.anonymized_at) return undefined;
  const isPart = sql`EXISTS (SELECT FROM series_dates WHERE series_id = ${orderSeries.id} AND order_id = ${orderId}::uuid)`;
  const rows = await database
    .select({ series: orderSeries, link_version: linkVersion })
    .from(orderSeries)
    .where(and(isNull(orderSeries.ended_at), or(eq(orderSeries.order_id, orderId), isPart)))
    .orderBy(orderSeries.created_at);
  const series = await Promise.all(
    rows.map(async ({ series: row, link_version }) => ({
      id: row.id,
      rhythm: describeRhythm(row),
      path: await tokens.pathOf("series", { id: row.id, link_version }),
    })),
  );
  const { weekdays, shifts, payment_methods } = await readChoices(
    database,
    { ...order, order_id: orderId },
    now,
  );
  const day = order.delivery_date ?? dayOf(order.created_at);
  const weekday = weekdayOf(day);
  return {
    weekdays,
    shifts,
    payment_methods,
    weekday: weekdays.includes(weekday) ? weekday : null,
    ...chooseTerms(order),
    series,
  };
}

/** Older ones are not listed. */
const noticeDays = 30;
const maxNotices = 50;

/** Lists what the seller has to check: orders with exceptions, dates without an order, reminders. The newest first. */
export function listSeriesNotices(
  database: Database,
  tokens: LinkTokens,
  now: Date,
): Promise<SeriesNotice[]> {
  const since = new Date(now.getTime() - noticeDays * 86_400_000);
  return readNotices(
    database,
    tokens,
    and(
      isNull(seriesDates.settled_at),
      gt(seriesDates.made_at, since),
      sql`${seriesDates.state} IN ('placed', 'reminded', 'failed')`,
      sql`(${seriesDates.state} <> 'placed' OR ${seriesDates.exceptions} <> '[]')`,
    ),
  );
}

/** The date of a series that an order is of; undefined for other orders. */
export async function findSeriesOfOrder(
  database: Database,
  tokens: LinkTokens,
  orderId: string,
): Promise<SeriesNotice | undefined> {
  return (await readNotices(database, tokens, eq(seriesDates.order_id, orderId)))[0];
}

async function readNotices(
  database: Database,
  tokens: LinkTokens,
  condition: SQL | undefined,
): Promise<SeriesNotice[]> {
  const rows = await database
    .select({
      row: seriesDates,
      series: orderSeries,
      customer_id: customers.root_id,
      link_version: linkVersion,
      numero_pedido: pedidos.numero_pedido,
    })
    .from(seriesDates)
    .innerJoin(orderSeries, eq(orderSeries.id, seriesDates.series_id))
    .innerJoin(customers, eq(customers.id, orderSeries.customer_id))
    .leftJoin(pedidos, eq(pedidos.id, seriesDates.order_id))
    .where(condition)
    .orderBy(desc(seriesDates.made_at), asc(seriesDates.date), asc(seriesDates.series_id))
    .limit(maxNotices);
  return Promise.all(
    rows.map(async ({ row, series, customer_id, link_version, numero_pedido }) => {
      const { name, phone, document } = series.cliente_info;
      const exceptions = withoutHidden(row.exceptions).map(describeException);
      return {
        series_id: row.series_id,
        date: row.date,
        state: row.state,
        delivery_date: row.delivery_date,
        customer_id,
        customer_name: name,
        phone,
        order_id: row.order_id,
        numero_pedido,
        exceptions: row.exceptions.map(describeException),
        path: await tokens.pathOf("series", { id: series.id, link_version }),
        message: writeNotice(
          { ...row, numero_pedido, exceptions },
          greetingName(name.trim().split(/\s+/), document),
        ),
      };
    }),
  );
}

/** The series that these orders are part of, for the export of a customer's data. */
export function exportSeries(database: Database, orderIds: readonly string[]) {
  const ids = sql.param([...orderIds]);
  return selectExported(
    database,
    sql`${orderSeries.order_id} = ANY (${ids}::uuid[]) OR ${orderSeries.id} IN (
      SELECT series_id FROM series_dates WHERE order_id = ANY (${ids}::uuid[]))`,
  );
}

/** The series that the area of a customer shows. */
export function exportSeriesOfCustomer(database: Database, rootId: string) {
  return selectExported(database, isInScope({ rootId, inArea: true }));
}

async function selectExported(database: Database, isExported: SQL) {
  const rows = await database
    .select()
    .from(orderSeries)
    .where(isExported)
    .orderBy(orderSeries.created_at);
  const ids = rows.map(({ id }) => id);
  const dates = await database
    .select()
    .from(seriesDates)
    .where(inArray(seriesDates.series_id, ids))
    .orderBy(seriesDates.date);
  return rows.map((row) => ({
    id: row.id,
    rhythm: describeRhythm(row),
    mode: row.mode,
    customer: row.cliente_info,
    lines: row.lines,
    ...chooseTerms(row),
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    dates: dates
      .filter(({ series_id }) => series_id === row.id)
      .map(({ date, state, order_id }) => ({ date, state, order_id })),
  }));
}
