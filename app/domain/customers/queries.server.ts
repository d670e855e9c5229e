import { inArray, type SQL, sql } from "drizzle-orm";
import { readBatches } from "#app/domain/kernel/paging/batches.server.ts";
import { toPage } from "#app/domain/kernel/paging/schema.ts";
import { joinNumbers, searchedPhone } from "#app/domain/kernel/paging/search-text.ts";
import { listStatuses } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { statusesWith } from "#app/shared/order-status.ts";
import type {
  Customer,
  CustomerDetail,
  CustomerFilter,
  CustomerListRequest,
  CustomerPage,
  UsualItem,
} from "./schema.ts";
import { customers } from "./table.ts";

/** Days without an order after which a customer is in the filter `inactive`. */
const inactiveDays = 30;
const maxWords = 10;

type Row = typeof customers.$inferSelect & {
  last_order_at: Date | string | null;
  orders_90_days: number;
  orders: number;
  total: number;
  open_amount: number;
  credit: number;
  /** The time by which the list is sorted: that of the last order, else of the creation. */
  seen_at: Date | string;
};

/** Orders of a customer and of those merged into it. */
const ownOrders = (customer: SQL) =>
  sql`customers AS part JOIN pedidos AS placed ON placed.customer_id = part.id WHERE part.root_id = ${customer}`;

/** The first customers that were not merged into another one; the figures of orders are computed for these only. */
function selectCustomers(
  now: Date,
  condition: SQL,
  { after, limit }: { after?: { created_at: Date; id: string } | undefined; limit: number },
): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const cursor = after
    ? sql`AND (seen_at, id) < (${after.created_at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``;
  return sql`
    SELECT seen.*, sums.*, credit FROM (
      SELECT * FROM (
        SELECT one.*, last_order_at, coalesce(last_order_at, one.created_at) AS seen_at
        FROM customers AS one JOIN (
          SELECT root_id, max((
            SELECT created_at FROM pedidos WHERE customer_id = part.id ORDER BY created_at DESC LIMIT 1
          )) AS last_order_at FROM customers AS part GROUP BY root_id
        ) AS newest ON newest.root_id = one.id
      ) AS listed
      WHERE ${condition} ${cursor}
      ORDER BY seen_at DESC, id DESC LIMIT ${limit}
    ) AS seen, LATERAL (
      SELECT count(*) FILTER (WHERE placed.created_at > ${at} - interval '90 days')::integer AS orders_90_days,
        count(*)::integer AS orders,
        coalesce(sum(valor_total), 0)::float8 AS total,
        coalesce(sum(greatest(valor_total - paid_amount, 0)) FILTER (
          WHERE status IN ${listStatuses(statusesWith("isPayable"))}
        ), 0)::float8 AS open_amount
      FROM ${ownOrders(sql`seen.id`)} AND status <> 'cancelado'
    ) AS sums, LATERAL (
      SELECT coalesce(sum(amount - allocated), 0)::float8 AS credit FROM receipts
      WHERE amount <> allocated AND customer_id IN (SELECT id FROM customers WHERE root_id = seen.id)
    ) AS unused
    ORDER BY seen_at DESC, id DESC`;
}

function isInFilter(now: Date, { search, inactive }: CustomerFilter): SQL {
  const words = joinNumbers(search ?? "")
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxWords);
  const isMatch = words.map((word) => {
    const digits = word.replace(/[^\p{L}\d]/gu, "");
    const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
    const phone = searchedPhone(digits) ?? digits;
    return sql`(plain_text(concat_ws(' ', name, trade_name, contact, email)) LIKE plain_text(${pattern(word)}::text)
      OR ${digits.length > 2}::boolean AND (concat_ws(' ', document, phone) LIKE ${pattern(digits.toUpperCase())}::text
        OR phone_key(phone) LIKE ${pattern(phone)}::text))`;
  });
  const isInactive = sql`last_order_at < ${now.toISOString()}::timestamptz - make_interval(days => ${inactiveDays})`;
  return sql.join([sql`true`, ...isMatch, ...(inactive ? [isInactive] : [])], sql` AND `);
}

/** A page of customers, the last order first; merged ones are in the customer they belong to. */
export async function listCustomers(
  database: Database,
  now: Date,
  { limit, cursor, ...filter }: CustomerListRequest,
): Promise<CustomerPage> {
  const { rows } = await database.execute<Row>(
    selectCustomers(now, isInFilter(now, filter), { after: cursor, limit: limit + 1 }),
  );
  const placed = rows.map((row) => ({ ...row, created_at: new Date(row.seen_at), row }));
  const { items, next_cursor } = toPage(placed, limit);
  return { items: items.map(({ row }) => toCustomer(row)), next_cursor };
}

const batchSize = 500;

/** All matching customers in batches. */
export async function* streamCustomers(
  database: Database,
  now: Date,
  filter: CustomerFilter,
): AsyncGenerator<Customer[]> {
  const batches = readBatches<Row>(batchSize, async (last) => {
    const after = last && { created_at: new Date(last.seen_at), id: last.id };
    const slice = { after, limit: batchSize };
    const { rows } = await database.execute<Row>(
      selectCustomers(now, isInFilter(now, filter), slice),
    );
    return rows;
  });
  for await (const rows of batches) yield rows.map(toCustomer);
}

/** One customer with usual items; of a merged one, the customer it belongs to. */
export async function findCustomer(
  database: Database,
  now: Date,
  id: string,
): Promise<CustomerDetail | undefined> {
  const isRoot = sql`id = (SELECT root_id FROM customers WHERE id = ${id}::uuid)`;
  const [row] = (await database.execute<Row>(selectCustomers(now, isRoot, { limit: 1 }))).rows;
  if (!row) return undefined;
  return {
    ...toCustomer(row),
    usual_items: await listUsualItems(database, row.id),
    merged: await listMerged(database, row.id),
  };
}

/** The number of newest orders that are compared. */
const comparedOrders = 10;
const maxUsualItems = 50;

/**
 * Lists the goods that the customer orders again and again: the median quantity of each product and unit of the last orders.
 * `isCounted` is a condition on the orders, `placed`.
 */
export async function listUsualItems(
  database: Database,
  id: string,
  isCounted: SQL = sql`true`,
): Promise<UsualItem[]> {
  const { rows } = await database.execute<UsualItem>(sql`
    WITH newest AS (
      SELECT placed.id FROM ${ownOrders(sql`${id}::uuid`)} AND status <> 'cancelado' AND ${isCounted}
      ORDER BY placed.created_at DESC LIMIT ${comparedOrders}
    )
    SELECT product_id, max(product_name) AS product_name, unit, count(DISTINCT order_id)::integer AS orders,
      (percentile_disc(0.5) WITHIN GROUP (ORDER BY quantity))::float8 AS quantity
    FROM order_lines
    WHERE order_id IN (SELECT id FROM newest) AND quantity > 0 AND product_id IS NOT NULL
    GROUP BY product_id, unit
    HAVING count(DISTINCT order_id) >= least(2, (SELECT count(*) FROM newest))
    ORDER BY orders DESC, product_name LIMIT ${maxUsualItems}`);
  return rows;
}

type Merged = CustomerDetail["merged"][number];

async function listMerged(database: Database, id: string): Promise<Merged[]> {
  const { rows } = await database.execute<Merged>(sql`
    SELECT id, name, document, email, phone, merged_at,
      (SELECT count(*) FROM pedidos WHERE customer_id = one.id)::integer AS orders
    FROM customers AS one WHERE root_id = ${id}::uuid AND id <> root_id ORDER BY one.merged_at DESC, id`);
  return rows.map((row) => ({ ...row, merged_at: new Date(row.merged_at).toISOString() }));
}

/** The customer as the API shows it after a save; undefined when it was deleted. */
export async function readCustomer(
  database: Database,
  now: Date,
  id: string,
): Promise<Customer | undefined> {
  const { rows } = await database.execute<Row>(
    selectCustomers(now, sql`id = ${id}::uuid`, { limit: 1 }),
  );
  return rows[0] && toCustomer(rows[0]);
}

function toCustomer(row: Row): Customer {
  const instant = (at: Date | string) => new Date(at).toISOString();
  return {
    id: row.id,
    document: row.document,
    name: row.name,
    trade_name: row.trade_name,
    contact: row.contact,
    phone: row.phone,
    email: row.email,
    address: row.address,
    note: row.note,
    terms: row.terms,
    credit_limit: row.credit_limit === null ? null : Number(row.credit_limit),
    billing_closing_day: row.billing_closing_day,
    billing_due_day: row.billing_due_day,
    price_table: row.price_table,
    state_registration: row.state_registration,
    city_code: row.city_code,
    blocked: row.blocked,
    last_order_at: row.last_order_at === null ? null : instant(row.last_order_at),
    orders_90_days: row.orders_90_days,
    orders: row.orders,
    total: row.total,
    open_amount: row.open_amount,
    credit: row.credit,
    version: row.version,
    created_at: instant(row.created_at),
    updated_at: instant(row.updated_at),
  };
}

/** Selects the ids that are those of customers. */
export async function findExistingCustomers(
  database: Database,
  ids: string[],
): Promise<Set<string>> {
  const rows = await database
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.id, ids));
  return new Set(rows.map(({ id }) => id));
}
