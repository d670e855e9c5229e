import { desc, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { openedOrders, pedidos } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
import { mostUnopened } from "./rules.ts";

/** Remembers that the seller has looked at an order; whether there is such an order. */
export function openOrder(database: Database, author: Author, id: string): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const [order] = await tx
      .select({ id: pedidos.id })
      .from(pedidos)
      .where(eq(pedidos.id, id))
      .for("key share");
    if (!order) return false;
    await tx.insert(openedOrders).values({ order_id: id }).onConflictDoNothing();
    return true;
  });
}

/** Further back nobody looks: however many orders pile up, this stays quick. */
const considered = 200;

/** The ids of the orders that wait for an answer and that nobody has looked at, newest first, `mostUnopened` at most. */
export async function listUnopenedOrders(database: Database): Promise<string[]> {
  const waiting = database
    .select({ id: pedidos.id, created_at: pedidos.created_at })
    .from(pedidos)
    .where(eq(pedidos.status, "pendente"))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(considered)
    .as("waiting");
  const rows = await database
    .select({ id: waiting.id })
    .from(waiting)
    .leftJoin(openedOrders, eq(openedOrders.order_id, waiting.id))
    .where(isNull(openedOrders.order_id))
    .orderBy(desc(waiting.created_at), desc(waiting.id))
    .limit(mostUnopened);
  return rows.map(({ id }) => id);
}
