import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Saved } from "#app/domain/editing/rules.ts";
import { saveEdit } from "#app/domain/editing/save.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos, products } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
import type { OrderItem } from "#app/shared/columns.ts";
import { detailOf, productIdsOf, toOrder } from "./list.server.ts";
import type { Order, OrderChange, OrderDetail } from "./order.ts";
import { type OrderStatus, takesStock } from "./rules.ts";

/** What a refused change shows is the order; what a done one shows has the stocks after it. */
export type StatusChange = Exclude<Saved<Order>, { ok: true }> | { ok: true; row: OrderDetail };

/**
 * Sets the status, in the name of `author`, unless somebody saved the order since `version`. With it, in the same
 * transaction, the ordered quantities leave the stock or return to it.
 */
export function changeOrderStatus(
  database: Database,
  author: Author,
  id: string,
  { status, version }: OrderChange,
): Promise<StatusChange> {
  return runAsUser(database, author, async (tx) => {
    const [current] = await tx.select().from(pedidos).where(eq(pedidos.id, id)).for("update");
    const saved = await saveEdit({
      current,
      version,
      show: (row) => row,
      save: async (stored) => {
        await moveStock(tx, stored.itens, directionOf(stored.status as OrderStatus, status));
        return tx.update(pedidos).set({ status }).where(eq(pedidos.id, id)).returning();
      },
    });
    if (saved.ok) return { ok: true, row: await detailOf(tx, saved.row) };
    return saved.reason === "stale" ? { ...saved, current: toOrder(saved.current) } : saved;
  });
}

/** Whether there was such an order. The stock stays: deleting the record of a sale does not bring the goods back. */
export function deleteOrder(database: Database, author: Author, id: string): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const gone = await tx.delete(pedidos).where(eq(pedidos.id, id)).returning({ id: pedidos.id });
    return gone.length > 0;
  });
}

/** −1 takes the goods off the shelf, 1 puts them back. */
function directionOf(from: OrderStatus, to: OrderStatus): -1 | 0 | 1 {
  if (takesStock(from) === takesStock(to)) return 0;
  return takesStock(to) ? -1 : 1;
}

/** Moves what is left of the ordered products; those that were deleted have no stock to move. */
async function moveStock(tx: Database, itens: OrderItem[], direction: -1 | 0 | 1): Promise<void> {
  if (direction === 0) return;
  const ids = productIdsOf(itens);
  // Locked in one order by everybody: two orders of the same goods wait instead of deadlocking.
  const locked = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("update");
  for (const { id } of locked) {
    const lines = itens.filter((item) => item.product_id === id);
    const quantity = lines.reduce((sum, item) => sum + item.quantity, 0);
    const stock = sql`${products.stock} + ${direction * quantity}::integer`;
    await tx.update(products).set({ stock }).where(eq(products.id, id));
  }
}
