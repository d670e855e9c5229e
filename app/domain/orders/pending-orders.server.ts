import { desc, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { maxPendingCount, maxUnopenedOrders, newStatus } from "#app/shared/order-status.ts";
import { openedOrders, pedidos } from "./table.ts";

/** Only the newest pending orders are checked, so that the query stays fast. */
export const maxCheckedOrders = 200;

/** Counts the orders that wait for the seller, up to `maxPendingCount`. */
export function countPendingOrders(database: Database): Promise<number> {
  const pending = database
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(eq(pedidos.status, newStatus))
    .limit(maxPendingCount)
    .as("pending");
  return database.$count(pending);
}

/** Counts the orders that wait for the seller, up to `maxPendingCount`, and lists those that were never opened. */
export async function readPendingOrders(database: Database) {
  const [pending, unopened] = await Promise.all([
    countPendingOrders(database),
    listUnopenedOrders(database),
  ]);
  return { pending, unopened };
}

/** Ids of pending orders that the administrator has not opened, newest first, at most `maxUnopenedOrders`. */
async function listUnopenedOrders(database: Database): Promise<string[]> {
  const pending = database
    .select({ id: pedidos.id, created_at: pedidos.created_at })
    .from(pedidos)
    .where(eq(pedidos.status, newStatus))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(maxCheckedOrders)
    .as("pending");
  const rows = await database
    .select({ id: pending.id })
    .from(pending)
    .leftJoin(openedOrders, eq(openedOrders.order_id, pending.id))
    .where(isNull(openedOrders.order_id))
    .orderBy(desc(pending.created_at), desc(pending.id))
    .limit(maxUnopenedOrders);
  return rows.map(({ id }) => id);
}
