import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";
import { type Author, runAsUser, tryLockJob } from "#app/platform/database/transactions.ts";
import { findCustomerKey, listOrderIds } from "./queries.server.ts";
import type { Anonymized } from "./schema.ts";

/**
 * Takes the customer of an order out of all their orders, out of what the log tells of them and of deleted ones, and
 * out of the memory of postal codes, for good. Items, amounts, dates and numbers stay. Undefined when there is no such
 * order.
 */
export function anonymizeCustomer(
  database: Database,
  author: Author,
  now: Date,
  id: string,
): Promise<Anonymized | undefined> {
  return runAsUser(database, author, async (tx) => {
    const customer = await findCustomerKey(tx, id);
    if (!customer) return undefined;
    return { orders: await anonymizeOrders(tx, now, [id, ...(await listOrderIds(tx, customer))]) };
  });
}

/** The same for these orders, within the caller's transaction; returns how many there were still to clean. */
export async function anonymizeOrders(tx: Database, now: Date, ids: string[]): Promise<number> {
  // In one order by everybody, so that two who clean wait instead of deadlocking.
  await tx
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(inArray(pedidos.id, ids))
    .orderBy(asc(pedidos.id))
    .for("update");
  const [row] = await tx
    .select({
      anonymized: sql<number>`anonymize_orders(${sql.param(ids)}::uuid[], ${now.toISOString()}::timestamptz)`,
    })
    .from(sql`(SELECT 1) AS once`);
  return row?.anonymized ?? 0;
}

const batchSize = 100;

/**
 * Takes the customers out of orders that were closed longer ago than the seller wants to keep them, deleted ones
 * included, and returns how many orders that were. Of several processes one does it, the others pass.
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

/** Closed orders by when they were last changed, deleted ones by when they were deleted. */
async function findOldOrders(tx: Database, now: Date): Promise<string[]> {
  const limit = sql`(SELECT ${now.toISOString()}::timestamptz - make_interval(months => retention_months)
    FROM settings WHERE retention_months > 0)`;
  const rows = await tx.select({ id: sql<string>`id` }).from(sql`(
    SELECT id::text AS id FROM pedidos
    WHERE anonymized_at IS NULL AND status IN ('entregue', 'cancelado') AND updated_at < ${limit}
    UNION ALL
    SELECT record_id FROM audit_logs
    WHERE table_name = 'orders' AND operation = 'DELETE' AND created_at < ${limit}
      AND old_data #>> '{cliente_info,name}' <> ''
    LIMIT ${batchSize}
  ) AS found`);
  return rows.map(({ id }) => id);
}
