import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { tryLockJob } from "#app/platform/database/transactions.ts";
import { anonymizeOrders } from "./commands.server.ts";

const portion = 100;

/**
 * Takes the customers out of orders that were closed longer ago than the seller wants to keep them, deleted ones
 * included, and returns how many orders that were. Of several processes one does it, the others pass.
 */
export async function anonymizeOldOrders(database: Database, now: Date): Promise<number> {
  let cleaned = 0;
  for (;;) {
    const ids = await database.transaction(async (tx) => {
      if (!(await tryLockJob(tx, "anonymize old orders"))) return [];
      const found = await findOldOrders(tx, now);
      if (found.length > 0) await anonymizeOrders(tx, now, found);
      return found;
    });
    cleaned += ids.length;
    if (ids.length < portion) return cleaned;
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
    LIMIT ${portion}
  ) AS found`);
  return rows.map(({ id }) => id);
}
