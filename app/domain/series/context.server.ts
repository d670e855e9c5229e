import { sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { isOfArea } from "#app/domain/customers/contacts.server.ts";
import { rootOf } from "#app/domain/customers/parts.server.ts";
import { readPlan } from "#app/domain/delivery/queries.server.ts";
import { type DeliveryPlan, findZone, noOrders } from "#app/domain/delivery/rules.ts";
import {
  type OrderContext,
  type RequestedTable,
  readOrderedProducts,
  readRequestedTable,
} from "#app/domain/orders/order-context.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { localClock } from "#app/shared/days.ts";
import { firstCountedDate, type SeriesCalendar } from "./calendar.ts";
import type { SeriesDateRow, SeriesRow } from "./table.ts";

/** The context of `lockOrderContext` for reading: nothing is locked, and the free places in shifts are not counted. */
export async function readOrderContext(
  database: Database,
  ids: readonly string[],
  requestedTable: RequestedTable | undefined,
): Promise<OrderContext> {
  const { stage, delivery_settings, payment_methods, payment_terms, confirmed_orders_open } =
    await readSettings(database);
  return {
    stage,
    delivery_settings,
    payment_methods,
    payment_terms,
    confirmed_orders_open,
    plan: await readPlan(database),
    count: noOrders,
    products: await readOrderedProducts(database, ids),
    table: requestedTable && (await readRequestedTable(database, requestedTable)),
  };
}

/** A series, or what one of an order would be. Without a customer no price table counts. */
export type SeriesSource = Pick<
  SeriesRow,
  "order_id" | "channel" | "cliente_info" | "delivery_kind"
> & { customer_id: string | null };

/**
 * The price table of the customer whom a series belongs to, or of the one it was merged into, if the order that it repeats had it or is
 * one that the customer's area shows: anyone can order with the document of another person, and must not learn their prices.
 */
export async function readTableOfSeries(
  database: Database,
  { customer_id, order_id, channel, cliente_info }: SeriesSource,
): Promise<RequestedTable | undefined> {
  if (customer_id === null) return undefined;
  const info = sql`${JSON.stringify(cliente_info)}::jsonb`;
  const order = { id: sql`${order_id}::uuid`, channel: sql`${channel}::text`, cliente_info: info };
  const { rows } = await database.execute<RequestedTable>(sql`
    SELECT root.price_table AS id FROM customers AS root
    WHERE root.id = ${rootOf(customer_id)} AND root.price_table IS NOT NULL AND (
      ${isOfArea(sql`root.id`, order)}
      OR EXISTS (SELECT FROM pedidos WHERE id = ${order_id}::uuid AND price_table_id = root.price_table)
    )`);
  return rows[0];
}

export function deliveryAddress({ cliente_info }: Pick<SeriesRow, "cliente_info">) {
  const { zipCode, city, neighborhood } = cliente_info;
  return { cep: zipCode, city, neighborhood };
}

/** Returns the calendar of the deliveries, or pick-ups, of a series. */
export function calendarOf(
  series: Pick<SeriesRow, "cliente_info" | "delivery_kind">,
  plan: DeliveryPlan,
  dates: readonly Pick<SeriesDateRow, "date" | "changes">[] = [],
): SeriesCalendar & { schedule: DeliveryPlan["pickup"] } {
  const zone = findZone(plan.zones, deliveryAddress(series));
  const schedule = series.delivery_kind === "retirada" ? plan.pickup : (zone ?? null);
  const chosen = dates.flatMap(({ date, changes }): [string, string][] =>
    changes.delivery_date ? [[date, changes.delivery_date]] : [],
  );
  return { schedule, exceptions: plan.exceptions, chosen: new Map(chosen) };
}

/** The date from which a series that starts or continues now counts. */
export function countFrom(series: SeriesRow, plan: DeliveryPlan, now: Date): string {
  return firstCountedDate(series, calendarOf(series, plan), localClock(now), series.counts_from);
}
