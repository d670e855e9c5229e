import { asc, inArray, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
import { findPerson, orderIdsOf } from "./person.server.ts";
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
    const person = await findPerson(tx, id);
    if (!person) return undefined;
    return { orders: await anonymizeOrders(tx, now, [id, ...(await orderIdsOf(tx, person))]) };
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
      cleaned: sql<number>`anonymize_orders(${sql.param(ids)}::uuid[], ${now.toISOString()}::timestamptz)`,
    })
    .from(sql`(SELECT 1) AS once`);
  return row?.cleaned ?? 0;
}
