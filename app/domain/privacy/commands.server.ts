import { and, asc, inArray, isNotNull, sql } from "drizzle-orm";
import { statusesWith } from "#app/domain/orders/status.ts";
import { listStatuses, pedidos } from "#app/domain/orders/table.ts";
import { outbox } from "#app/domain/outbox/table.ts";
import {
  type Author,
  type Database,
  runAsUser,
  tryLockJob,
} from "#app/platform/database/database.ts";
import { type CustomerSelection, selectCustomerOrders } from "./queries.server.ts";
import type { Anonymized } from "./schema.ts";

/**
 * Erases the customer data of the selected orders: in the orders, in the audit log (deleted orders included), in queued
 * mails and in the cached postal codes. Items, amounts, dates and numbers remain. See `selectCustomerOrders`.
 */
export function anonymizeCustomer(
  database: Database,
  author: Author,
  now: Date,
  id: string,
  selected?: readonly string[],
): Promise<({ ok: true } & Anonymized) | Extract<CustomerSelection, { ok: false }>> {
  return runAsUser(database, author, async (tx) => {
    const selection = await selectCustomerOrders(tx, id, selected);
    if (!selection.ok) return selection;
    return { ok: true, orders: await anonymizeOrders(tx, now, selection.ids) };
  });
}

/** Anonymizes orders within the caller's transaction; returns how many were not anonymized before. */
async function anonymizeOrders(tx: Database, now: Date, ids: string[]): Promise<number> {
  // All transactions lock orders in the same sequence, so that they wait instead of deadlocking.
  await tx
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(inArray(pedidos.id, ids))
    .orderBy(asc(pedidos.id))
    .for("update");
  await tx
    .delete(outbox)
    .where(and(inArray(outbox.order_id, ids), isNotNull(outbox.next_attempt_at)));
  const [row] = await tx
    .select({
      anonymized: sql<number>`anonymize_orders(${sql.param(ids)}::uuid[], ${now.toISOString()}::timestamptz)`,
    })
    .from(sql`(SELECT 1) AS once`);
  await eraseCustomers(tx, ids);
  return row?.anonymized ?? 0;
}

/** Deletes the customers of these orders that have no other order with personal data. */
async function eraseCustomers(tx: Database, ids: string[]): Promise<void> {
  await tx.execute(sql`
    WITH parts AS (
      SELECT part.id, part.root_id FROM customers AS part WHERE root_id IN (
        SELECT own.root_id FROM customers AS own JOIN pedidos ON customer_id = own.id
        WHERE pedidos.id = ANY (${sql.param(ids)}::uuid[])
        UNION ALL
        SELECT own.root_id FROM customers AS own JOIN audit_logs ON old_data ->> 'customer_id' = own.id::text
        WHERE table_name = 'orders' AND operation = 'DELETE' AND record_id = ANY (${sql.param(ids)}::text[])
      )
    )
    SELECT erase_customers(array_agg(id)) FROM parts GROUP BY root_id
    HAVING NOT EXISTS (
      SELECT FROM pedidos JOIN customers AS own ON own.id = customer_id
      WHERE own.root_id = parts.root_id AND anonymized_at IS NULL
    )`);
}

const batchSize = 100;

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
      if (found.length > 0) await anonymizeOrders(tx, now, found);
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
