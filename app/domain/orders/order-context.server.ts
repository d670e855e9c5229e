import { type SQL, sql } from "drizzle-orm";
import {
  readPriceTable,
  type StoredTable,
} from "#app/domain/catalogue/price-tables/queries.server.ts";
import { enteredOf } from "#app/domain/catalogue/queries.server.ts";
import type { ProductSpecs } from "#app/domain/catalogue/schema.ts";
import { insertSettings } from "#app/domain/company/queries.server.ts";
import type { DeliverySettings } from "#app/domain/company/schema.ts";
import type { DeliveryPlan } from "#app/domain/delivery/rules.ts";
import type { Zone } from "#app/domain/delivery/schema.ts";
import type { offeredMethods } from "#app/domain/payments/methods.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { OrderedProduct } from "./rules.ts";

/** The ordered products, hidden ones and those of hidden categories included, and the settings that orders depend on. */
export type OrderContext = {
  products: ReadonlyMap<string, OrderedProduct>;
  delivery: DeliverySettings;
  plan: DeliveryPlan;
  isOpen: boolean;
  payments: Parameters<typeof offeredMethods>[0];
  /** The customer's price table, also one that does not count today. */
  table: StoredTable | undefined;
  /** A condition of an INSERT: no row of these has changed since it was read. */
  isCurrent: SQL;
};

/** The price table of a visitor's link, or of a customer. */
export type AskedTable = { id: string; link_version?: number };

export type OrderContexts = {
  /** May be outdated: use it only with `isCurrent`. Undefined unless all of it was read before. */
  getCached(ids: readonly string[], asked?: AskedTable): OrderContext | undefined;
  read(ids: readonly string[], asked?: AskedTable): Promise<OrderContext>;
};

/** A row with its `xmin`: the transaction that wrote it, by which a later change is recognized. */
type Versioned<Row> = { row: Row; xmin: string };

/** What holds for all orders. */
type Terms = Pick<OrderContext, "delivery" | "plan" | "isOpen" | "payments"> & {
  hiddenCategories: string[];
  /** The `xmin` of each zone and exception, by id. */
  planVersions: { zones: string[]; exceptions: string[] };
};

const maxProducts = 2000;
const maxTables = 200;

/**
 * Reads what an order is computed from, and caches it without any invalidation: the INSERT of the order compares the rows'
 * versions with the current ones, so that an order needs one statement instead of two.
 */
export function createOrderContexts(database: Database): OrderContexts {
  const products = new Map<string, Versioned<OrderedProduct>>();
  const tables = new Map<string, StoredTable>();
  let terms: Versioned<Terms> | undefined;
  return {
    getCached(ids, asked) {
      const found = ids.flatMap((id) => products.get(id) ?? []);
      const table = asked && tables.get(asked.id);
      if (!terms || found.length < ids.length || (asked && !isAsked(table, asked)))
        return undefined;
      return toContext(terms, found, table);
    },
    async read(ids, asked) {
      const rows = await readRows(database, ids);
      const table = asked && (await readPriceTable(database, asked.id));
      if (tables.size > maxTables) tables.clear();
      if (table) tables.set(table.id, table);
      const found = rows.products;
      terms = rows.terms;
      if (products.size > maxProducts) products.clear();
      for (const product of found) products.set(product.row.id, product);
      return toContext(terms, found, asked && isAsked(table, asked) ? table : undefined);
    },
  };
}

/** Not after its link was revoked or replaced. */
function isAsked(table: StoredTable | undefined, { link_version }: AskedTable): boolean {
  if (!table || link_version === undefined) return table !== undefined;
  return table.link_active && table.link_version === link_version;
}

function toContext(
  { row: { hiddenCategories, planVersions, ...settings }, xmin }: Versioned<Terms>,
  products: Versioned<OrderedProduct>[],
  table: StoredTable | undefined,
): OrderContext {
  const sorted = products.toSorted((one, other) => (one.row.id < other.row.id ? -1 : 1));
  const ids = sorted.map(({ row }) => row.id);
  const versions = sorted.map(({ xmin }) => xmin);
  return {
    products: new Map(products.map(({ row }) => [row.id, hideByCategory(row, hiddenCategories)])),
    ...settings,
    table,
    isCurrent: sql`(SELECT xmin FROM settings) = ${xmin}::text::xid AND ${sql.param(hiddenCategories)}::text[] = ARRAY(
      SELECT slug FROM categories WHERE NOT visible ORDER BY slug
    ) AND ARRAY(
      SELECT xmin FROM products WHERE id = any((SELECT ${sql.param(ids)}::uuid[])::uuid[]) ORDER BY id
    ) = ${sql.param(versions)}::text[]::xid[] AND ${isPlanCurrent(planVersions)}${isTableCurrent(table)}`,
  };
}

/** A shop without zones pays for one look into an empty table. */
function isPlanCurrent({ zones, exceptions }: Terms["planVersions"]): SQL {
  const areSame = (table: "delivery_zones" | "delivery_exceptions", versions: string[]) =>
    versions.length === 0
      ? sql`NOT EXISTS (SELECT FROM ${sql.identifier(table)})`
      : sql`ARRAY(SELECT xmin FROM ${sql.identifier(table)} ORDER BY id) = ${sql.param(versions)}::text[]::xid[]`;
  return sql`${areSame("delivery_zones", zones)} AND ${areSame("delivery_exceptions", exceptions)}`;
}

function isTableCurrent(table: StoredTable | undefined): SQL {
  if (!table) return sql``;
  return sql` AND (SELECT xmin FROM price_tables WHERE id = ${table.id}::uuid) = ${table.xmin}::text::xid`;
}

function hideByCategory(product: OrderedProduct, hidden: readonly string[]): OrderedProduct {
  return hidden.includes(product.category ?? "") ? { ...product, visible: false } : product;
}

type ContextRow = Omit<OrderedProduct, "id" | "specs" | "entered"> & {
  specs: ProductSpecs;
  /** Null when none of the products exists. */
  id: string | null;
  product_xmin: string;
  delivery: DeliverySettings;
  payments: OrderContext["payments"];
  settings_xmin: string;
  is_open: boolean;
  hidden: string[];
  pickup: DeliveryPlan["pickup"];
  outside_zones: DeliveryPlan["outside_zones"];
  zones: (Zone & { xmin: string })[];
  exceptions: (DeliveryPlan["exceptions"][number] & { xmin: string })[];
};

function toPlan({ zones, exceptions, pickup, outside_zones }: ContextRow): DeliveryPlan {
  const active = zones.filter(({ active }) => active);
  return {
    zones: active.sort((one, other) => one.position - other.position),
    exceptions,
    pickup,
    outside_zones,
  };
}

/** In one query. Written as SQL: building it with Drizzle takes longer than running it. */
async function readRows(database: Database, ids: readonly string[]) {
  // One array parameter makes the statement constant for any number of lines, and the inner SELECT makes the plan
  // generic: planning for specific ids takes longer than the query.
  const { rows } = await database.execute<ContextRow>(sql`
    SELECT json_build_object('payment_methods', s.payment_methods, 'payment_terms', s.payment_terms) AS payments,
      s.delivery_settings AS delivery, s.stage <> 'preparing' AS is_open, s.xmin::text AS settings_xmin,
      s.pickup, s.outside_zones, (
        SELECT coalesce(json_agg(to_jsonb(z) || jsonb_build_object('xmin', z.xmin::text) ORDER BY z.id), '[]')
        FROM delivery_zones z
      ) AS zones, (
        SELECT coalesce(json_agg(to_jsonb(e) || jsonb_build_object('xmin', e.xmin::text) ORDER BY e.id), '[]')
        FROM delivery_exceptions e
      ) AS exceptions,
      ARRAY(SELECT slug FROM categories WHERE NOT visible ORDER BY slug) AS hidden, p.xmin::text AS product_xmin,
      p.id, p.title, p.category, p.slug, p.external_id, p.stock::float8, p.visible, p.specs, p.sale_options
    FROM settings s LEFT JOIN products p ON p.id = any((SELECT ${sql.param(ids)}::uuid[])::uuid[])`);
  const [first] = rows;
  if (!first) {
    await insertSettings(database);
    return readRows(database, ids);
  }
  return {
    terms: {
      row: {
        delivery: first.delivery,
        plan: toPlan(first),
        isOpen: first.is_open,
        payments: first.payments,
        hiddenCategories: first.hidden,
        planVersions: {
          zones: first.zones.map(({ xmin }) => xmin),
          exceptions: first.exceptions.map(({ xmin }) => xmin),
        },
      },
      xmin: first.settings_xmin,
    },
    products: rows.flatMap(({ id, product_xmin: xmin, ...row }) =>
      id === null ? [] : { row: { ...row, id, entered: enteredOf(row.specs) }, xmin },
    ),
  };
}
