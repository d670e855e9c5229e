import { and, desc, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { siteName } from "#app/domain/company/rules.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { listPayments, listReceiptsOf } from "#app/domain/orders/payments/queries.server.ts";
import { toOrder } from "#app/domain/orders/queries.server.ts";
import { listStatuses, orderColumns, pedidos } from "#app/domain/orders/table.ts";
import { listReportedPix } from "#app/domain/payments/pix/bank-charges.server.ts";
import {
  type Author,
  type Database,
  runAsUser,
  tryLockJob,
} from "#app/platform/database/database.ts";
import { type OrderStatus, statusesWith } from "#app/shared/order-status.ts";
import { type OrderMatch, validDocument } from "./rules.ts";
import type { Anonymized, CustomerData, RelatedOrder } from "./schema.ts";

const maxExportedReceipts = 10_000;

/** Order ids to export or erase; the reason when there are none, or one of them is unrelated to the order. */
type CustomerSelection =
  | { ok: true; ids: string[]; email: string; document: string }
  | { ok: false; reason: "not-found" | "unrelated" };

type RelatedRow = {
  id: string;
  numero_pedido: number;
  created_at: string;
  status: string;
  name: string | null;
  email: string | null;
  document: string | null;
  deleted: boolean;
};

/**
 * The order itself and all orders with its e-mail or its valid document, newest first; deleted orders are read from the
 * audit log. Undefined when there is no such order. No index supports this query: it runs a few times a year.
 */
export async function listRelatedOrders(
  database: Database,
  id: string,
): Promise<RelatedOrder[] | undefined> {
  const customer = await findCustomer(database, id);
  if (!customer) return undefined;
  const { email, document } = customer;
  const rows = await database
    .select({
      id: sql<string>`id`,
      numero_pedido: sql<number>`numero_pedido`,
      created_at: sql<string>`created_at`,
      status: sql<string>`status`,
      name: sql<string | null>`info ->> 'name'`,
      email: sql<string | null>`customer_email(info)`,
      document: sql<string | null>`customer_document(info)`,
      deleted: sql<boolean>`deleted`,
    })
    .from(sql`(
      SELECT id::text AS id, numero_pedido, created_at, status, cliente_info AS info, false AS deleted FROM pedidos
      UNION ALL
      SELECT record_id, (old_data ->> 'numero_pedido')::bigint, (old_data ->> 'created_at')::timestamptz,
        old_data ->> 'status', old_data -> 'cliente_info', true
      FROM audit_logs WHERE table_name = 'orders' AND operation = 'DELETE'
    ) AS found`)
    .where(
      sql`id = ${id} OR customer_email(info) = ${email} OR customer_document(info) = ${document}`,
    )
    .orderBy(sql`created_at DESC, id DESC`);
  return rows.map((row) =>
    toRelatedOrder(row, row.id === id ? "customer" : matchOf(row, customer)),
  );
}

type Customer = { email: string | null; document: string | null };

async function findCustomer(database: Database, id: string): Promise<Customer | undefined> {
  const [row] = await database
    .select({
      email: sql<string | null>`customer_email(${pedidos.cliente_info})`,
      document: sql<string | null>`customer_document(${pedidos.cliente_info})`,
    })
    .from(pedidos)
    .where(inArray(pedidos.id, [id]));
  return row && { email: row.email, document: validDocument(row.document) };
}

function matchOf(row: Customer, { email, document }: Customer): OrderMatch {
  const hasDocument = document !== null && row.document === document;
  if (row.email !== email) return "document";
  return hasDocument ? "customer" : "email";
}

function toRelatedOrder(row: RelatedRow, match: OrderMatch): RelatedOrder {
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    status: row.status as OrderStatus,
    name: row.name ?? "",
    email: row.email ?? "",
    document: row.document ?? "",
    match,
  };
}

/** The selected orders and the order itself; by default those with the same e-mail and the same valid document. */
async function selectCustomerOrders(
  database: Database,
  id: string,
  selected: readonly string[] | undefined,
): Promise<CustomerSelection> {
  const related = await listRelatedOrders(database, id);
  const own = related?.find((order) => order.id === id);
  if (!related || !own) return { ok: false, reason: "not-found" };
  const relatedIds = new Set(related.map((order) => order.id));
  if (selected?.some((one) => !relatedIds.has(one))) return { ok: false, reason: "unrelated" };
  const same = related.filter(({ match }) => match === "customer").map((order) => order.id);
  const ids = [...new Set([id, ...(selected ?? same)])];
  return { ok: true, ids, email: own.email, document: own.document };
}

/** Orders with what was paid for them, newest first, and the receipts of their customers. */
export async function exportOrders(
  database: Database,
  isExported: SQL,
): Promise<Pick<CustomerData, "orders" | "receipts">> {
  const rows = await database
    .select(orderColumns)
    .from(pedidos)
    .where(isExported)
    .orderBy(desc(pedidos.created_at), desc(pedidos.id));
  const ids = rows.map(({ id }) => id);
  const paid = await listPayments(database, ids);
  const reported = await listReportedPix(database, ids);
  const customerIds = [...new Set(rows.flatMap(({ customer_id }) => customer_id ?? []))];
  return {
    // Ids of other systems are not the customer's data.
    orders: rows.map((row) => ({
      ...toOrder({ ...row, metadata: {} }),
      payments: paid.filter(({ order_id }) => order_id === row.id),
      pix: reported.filter((pix) => pix.order_id === row.id).map(({ order_id, ...pix }) => pix),
    })),
    receipts: await listReceiptsOf(database, customerIds, maxExportedReceipts),
  };
}

/** Customer data of the selected orders; not found when the order has been anonymized. */
export async function readCustomerData(
  database: Database,
  now: Date,
  id: string,
  selected?: readonly string[],
): Promise<{ ok: true; data: CustomerData } | Extract<CustomerSelection, { ok: false }>> {
  const selection = await selectCustomerOrders(database, id, selected);
  if (!selection.ok) return selection;
  const { ids, email, document } = selection;
  if (email === "" && document === "") return { ok: false, reason: "not-found" };
  const data = {
    exported_at: now.toISOString(),
    controller: siteName(await readSettings(database)),
    customer: { email, document },
    ...(await exportOrders(database, inArray(pedidos.id, ids))),
  };
  return { ok: true, data };
}

/**
 * Erases the customer data of the selected orders: in the orders, in the audit log (deleted orders included), in queued
 * mails and in the cached postal codes. Items, amounts, dates and numbers remain. See `selectCustomerOrders`.
 */
export function anonymizeCustomer(
  database: Database,
  now: Date,
  author: Author,
  id: string,
  selected?: readonly string[],
): Promise<({ ok: true } & Anonymized) | Extract<CustomerSelection, { ok: false }>> {
  return runAsUser(database, author, async (tx) => {
    const selection = await selectCustomerOrders(tx, id, selected);
    if (!selection.ok) return selection;
    return { ok: true, orders: await eraseOrders(tx, now, selection.ids) };
  });
}

/**
 * Anonymizes orders with the series that repeat them, and erases the person from customers that others' orders keep; returns how many
 * orders were not anonymized before. The customers are locked with those of the orders.
 */
export async function eraseOrders(
  tx: Database,
  now: Date,
  ids: string[],
  customerIds: string[] = [],
): Promise<number> {
  await lockErased(tx, ids, customerIds);
  await tx.execute(sql`SELECT erase_series_of_orders(${sql.param(ids)}::uuid[])`);
  // Read now, because the anonymized orders name nobody.
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM customers_named_by(${sql.param(ids)}::uuid[]) AS id`,
  );
  const count = await anonymizeOrders(tx, now, ids);
  const named = rows.map(({ id }) => id);
  await tx.execute(sql`SELECT erase_name_of_customers(${sql.param(named)}::uuid[])`);
  return count;
}

/** The customers, as their roots, that orders belong to, deleted ones included, and those that these orders name. */
const rootsOf = (orderIds: string[]) => sql`
  SELECT root_id FROM customers WHERE id IN (SELECT customer_id FROM persons_of_orders(${sql.param(orderIds)}::uuid[]))
  UNION ALL SELECT root_id FROM customers WHERE id IN (SELECT customers_named_by(${sql.param(orderIds)}::uuid[]))`;

/** Locks what is erased, in the order of all locks: stored requests, the customers, the series of both, and the orders. */
async function lockErased(
  tx: Database,
  orderIds: string[],
  customerIds: string[] = [],
): Promise<void> {
  const ids = sql.param(orderIds);
  const parts = sql`SELECT part.id FROM customers AS part WHERE root_id IN (
    ${rootsOf(orderIds)}
    UNION ALL SELECT root_id FROM customers WHERE id = ANY (${sql.param(customerIds)}::uuid[]))`;
  // Any request may mention a customer.
  await tx.execute(sql`LOCK TABLE idempotency_keys IN EXCLUSIVE MODE`);
  await tx.execute(sql`SELECT FROM customers WHERE id IN (${parts}) ORDER BY id FOR UPDATE`);
  await tx.execute(sql`
    SELECT FROM order_series WHERE customer_id IN (${parts}) OR order_id = ANY (${ids}::uuid[])
      OR id IN (SELECT series_id FROM series_dates WHERE order_id = ANY (${ids}::uuid[]))
    ORDER BY id FOR UPDATE`);
  await tx.execute(sql`SELECT FROM pedidos WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR UPDATE`);
}

/** Anonymizes orders that the caller's transaction has locked; returns how many were not anonymized before. */
async function anonymizeOrders(tx: Database, now: Date, ids: string[]): Promise<number> {
  await tx
    .delete(outbox)
    .where(and(inArray(outbox.order_id, ids), isNotNull(outbox.next_attempt_at)));
  // Read now, because the anonymized orders name nobody.
  const { rows: roots } = await tx.execute<{ root_id: string }>(rootsOf(ids));
  const [row] = await tx
    .select({
      anonymized: sql<number>`anonymize_orders(${sql.param(ids)}::uuid[], ${now.toISOString()}::timestamptz)`,
    })
    .from(sql`(SELECT 1) AS once`);
  await eraseCustomers(
    tx,
    roots.map(({ root_id }) => root_id),
  );
  return row?.anonymized ?? 0;
}

/** Deletes those of the customers that have no order with personal data. */
async function eraseCustomers(tx: Database, rootIds: string[]): Promise<void> {
  await tx.execute(sql`
    WITH parts AS (
      SELECT part.id, part.root_id FROM customers AS part WHERE root_id = ANY (${sql.param(rootIds)}::uuid[])
    )
    SELECT erase_customers(array_agg(id)) FROM parts GROUP BY root_id
    HAVING NOT EXISTS (
      SELECT FROM pedidos JOIN customers AS own ON own.id = customer_id
      WHERE own.root_id = parts.root_id AND anonymized_at IS NULL
    )`);
}

/** Orders per transaction: about 40 ms on the embedded database, which answers other requests in between. */
const batchSize = 10;

/**
 * Anonymizes orders, deleted ones included, that were closed longer ago than the retention setting and returns their
 * number. One process at a time runs it.
 */
export async function anonymizeOldOrders(database: Database, now: Date): Promise<number> {
  let anonymized = 0;
  for (;;) {
    const ids = await database.transaction(async (tx) => {
      if (!(await tryLockJob(tx, "anonymize old orders"))) return [];
      const found = await findOldOrders(tx, now);
      if (found.length === 0) return found;
      await lockErased(tx, found);
      await anonymizeOrders(tx, now, found);
      return found;
    });
    anonymized += ids.length;
    if (ids.length < batchSize) return anonymized;
  }
}

/** Closed orders by their last change, deleted orders by their deletion. */
async function findOldOrders(tx: Database, now: Date): Promise<string[]> {
  const limit = sql`(SELECT ${now.toISOString()}::timestamptz - make_interval(months => retention_months)
    FROM settings WHERE retention_months > 0)`;
  const rows = await tx.select({ id: sql<string>`id` }).from(sql`(
    SELECT id::text AS id FROM pedidos
    WHERE anonymized_at IS NULL AND status IN ${listStatuses(statusesWith("isClosed"))} AND updated_at < ${limit}
    UNION ALL
    SELECT record_id FROM audit_logs
    WHERE table_name = 'orders' AND operation = 'DELETE' AND created_at < ${limit}
      AND old_data #>> '{cliente_info,name}' <> ''
    LIMIT ${batchSize}
  ) AS found`);
  return rows.map(({ id }) => id);
}
