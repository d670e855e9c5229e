import { type SQL, sql } from "drizzle-orm";
import {
  readPriceTable,
  type StoredTable,
} from "#app/domain/catalogue/price-tables/queries.server.ts";
import { enteredOf, isListed } from "#app/domain/catalogue/queries.server.ts";
import type { ProductSpecs } from "#app/domain/catalogue/schema.ts";
import { insertSettings } from "#app/domain/company/queries.server.ts";
import type { settings } from "#app/domain/company/table.ts";
import type { CountZoneOrders, DeliveryPlan } from "#app/domain/delivery/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { localClock } from "#app/shared/days.ts";
import { lockShifts } from "./delivery-offer.server.ts";
import type { OrderedProduct } from "./rules.ts";
import type { OrderRequest } from "./schema.ts";

type Terms = Pick<
  typeof settings.$inferSelect,
  "stage" | "delivery_settings" | "payment_methods" | "payment_terms" | "confirmed_orders_open"
>;

/** The data from which an order is computed. */
export type OrderContext = Terms & {
  plan: DeliveryPlan;
  count: CountZoneOrders;
  /** The ordered products; those that are hidden, also by their category, are not visible. */
  products: ReadonlyMap<string, OrderedProduct>;
  /** The customer's price table, also one that does not count today. */
  table: StoredTable | undefined;
};

/** The price table of a visitor's link, or of a customer. */
export type RequestedTable = { id: string; link_version?: number };

/**
 * Reads what an order is computed from. Settings and products stay as they are until the transaction ends, and before them the customer
 * that gets the document of a new order of `customer`. A category, zone or price table that is saved at the same moment counts as saved
 * after the order.
 */
export async function lockOrderContext(
  tx: Database,
  now: Date,
  ids: readonly string[],
  requestedTable: RequestedTable | undefined,
  customer?: OrderRequest["customer"],
): Promise<OrderContext> {
  const { zones, exceptions, pickup, outside_zones, ...terms } = await lockSettings(tx, customer);
  const products = await readOrderedProducts(tx, ids, sql`FOR SHARE`);
  const plan = { zones, exceptions, pickup, outside_zones };
  const count = await lockShifts(tx, plan, localClock(now).date);
  const table = requestedTable && (await readRequestedTable(tx, requestedTable));
  return { ...terms, plan, count, products, table };
}

// Both are written as SQL: building them with Drizzle takes as long as running them.

export async function lockSettings(
  tx: Database,
  customer?: OrderRequest["customer"],
): Promise<Terms & DeliveryPlan> {
  // Functions in FROM run before rows are locked.
  const first = customer ? sql`lock_customer(${JSON.stringify(customer)}::jsonb), ` : sql``;
  const { rows } = await tx.execute<Terms & DeliveryPlan>(sql`
    SELECT stage, delivery_settings, payment_methods, payment_terms, confirmed_orders_open, pickup, outside_zones,
      (
        SELECT coalesce(json_agg(zone ORDER BY position, created_at, id), '[]') FROM delivery_zones AS zone WHERE active
      ) AS zones,
      (SELECT coalesce(json_agg(exception), '[]') FROM delivery_exceptions AS exception) AS exceptions
    FROM ${first}settings FOR SHARE OF settings`);
  if (rows[0]) return rows[0];
  await insertSettings(tx);
  return lockSettings(tx, customer);
}

/**
 * Reads the ordered products; with `lock` in the order of their ids, as other transactions lock them, so that they wait instead of
 * deadlocking.
 */
export async function readOrderedProducts(
  database: Database,
  ids: readonly string[],
  lock: SQL = sql``,
): Promise<ReadonlyMap<string, OrderedProduct>> {
  const { rows } = await database.execute<
    Omit<OrderedProduct, "entered"> & { specs: ProductSpecs }
  >(sql`
    SELECT id, title, category, slug, external_id, stock::float8, specs, sale_options, ${isListed} AS visible
    FROM products WHERE id = any(${sql.param(ids)}::uuid[]) ORDER BY id ${lock}`);
  return new Map(rows.map((row) => [row.id, { ...row, entered: enteredOf(row.specs) }]));
}

/** Undefined after its link was revoked or replaced. */
export async function readRequestedTable(
  tx: Database,
  { id, link_version }: RequestedTable,
): Promise<StoredTable | undefined> {
  const table = await readPriceTable(tx, id);
  const isCurrent =
    link_version === undefined || (table?.link_active && table.link_version === link_version);
  return isCurrent ? table : undefined;
}
