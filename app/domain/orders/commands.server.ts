import { eq, type SQL, sql } from "drizzle-orm";
import { explainStock } from "#app/domain/catalogue/explain-stock.server.ts";
import { isCurrent, saveEdit } from "#app/domain/kernel/editing/commands.server.ts";
import type { EditRejection } from "#app/domain/kernel/editing/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { cancelledStatus, type OrderStatus, statusTable } from "#app/shared/order-status.ts";
import { toOrder, toOrderDetail } from "./queries.server.ts";
import type { Order, OrderChange, OrderDetail } from "./schema.ts";
import { type OrderRow, openedOrders, orderColumns, pedidos } from "./table.ts";

/** A rejection contains the order, a success also the stock after the change. */
export type StatusChange =
  | EditRejection<Order>
  /** Nothing was saved: these are not accepted. */
  | { ok: false; reason: "warned"; warnings: string[] }
  | { ok: true; row: OrderDetail };

/** Lists the reasons not to take an order's goods from the stock. */
export type ListWarnings = (tx: Database, order: OrderRow) => Promise<string[]>;

/**
 * Sets the status or the metadata, or accepts what the customer changed; a conflict if the order was saved after `version`. The
 * same transaction takes the ordered quantities from the stock or returns them. With `accepted`, nothing is taken while
 * `listWarnings` has a warning that is not one of these.
 */
export function changeOrderStatus(
  database: Database,
  author: Author,
  id: string,
  { status, metadata, changed_from, accepted, version }: OrderChange,
  listWarnings?: ListWarnings,
): Promise<StatusChange> {
  return runAsUser(database, author, async (tx) => {
    const current = await lockOrder(tx, id);
    if (current && status && accepted && listWarnings && isCurrent(current, version)) {
      const isTaken = statusTable[current.status].takesStock || !statusTable[status].takesStock;
      const warnings = isTaken ? [] : await listWarnings(tx, current);
      const unseen = warnings.some((warning) => !accepted.includes(warning));
      if (unseen) return { ok: false, reason: "warned", warnings };
    }
    const saved = await saveEdit({
      current,
      version,
      show: (row) => row,
      save: async (stored) => {
        const data = {
          ...(metadata && { metadata }),
          ...(changed_from === null && { changed_from }),
        };
        if (status !== undefined) await moveStock(tx, stored, status);
        return tx
          .update(pedidos)
          .set({
            ...data,
            ...(status && {
              status,
              // Setting the status on the current version accepts the change.
              changed_from: null,
              // The customer's reason is about the cancellation that this change undoes.
              ...(status !== cancelledStatus && { cancel_reason: null }),
            }),
          })
          .where(eq(pedidos.id, id))
          .returning(orderColumns);
      },
    });
    return toStatusChange(tx, saved);
  });
}

/** Locks before it reads: a statement that waits for the lock sees the lines of before. */
export async function lockOrder(tx: Database, id: string): Promise<OrderRow | undefined> {
  const isOrder = eq(pedidos.id, id);
  await tx.select({ id: pedidos.id }).from(pedidos).where(isOrder).for("update");
  const [row] = await tx.select(orderColumns).from(pedidos).where(isOrder);
  return row;
}

/** The result of a save as the API shows it. */
export async function toStatusChange(
  tx: Database,
  saved: EditRejection<OrderRow> | { ok: true; row: OrderRow },
): Promise<StatusChange> {
  if (saved.ok) return { ok: true, row: await toOrderDetail(tx, saved.row) };
  return saved.reason === "stale" ? { ...saved, current: toOrder(saved.current) } : saved;
}

/**
 * Deletes an order; false when it does not exist. With `restoreStock` the quantities that it took from the stock return;
 * by default they do not, since deleting the record of a sale does not return the goods.
 */
export function deleteOrder(
  database: Database,
  author: Author,
  id: string,
  { restoreStock }: { restoreStock: boolean },
): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) return false;
    if (restoreStock) await moveStock(tx, order, cancelledStatus);
    await tx.delete(pedidos).where(eq(pedidos.id, id));
    return true;
  });
}

/**
 * Moves the quantities of an order whose status changes: out of the stock, or back. Products that were deleted are skipped.
 */
export async function moveStock(
  tx: Database,
  { id, status: from }: { id: string; status: OrderStatus },
  to: OrderStatus,
): Promise<void> {
  const isTaken = statusTable[from].takesStock;
  if (isTaken === statusTable[to].takesStock) return;
  await explainStock(tx, { reason: isTaken ? "cancelamento" : "pedido", order: id });
  await shiftStock(
    tx,
    sql`SELECT product_id, ${isTaken ? 1 : -1}::integer * sum(line_stock(order_lines)) AS quantity
      FROM order_lines WHERE order_id = ${id} GROUP BY product_id`,
  );
}

/** Adds to stocks the rows of a query, `product_id` and `quantity` in main units. */
export async function shiftStock(tx: Database, quantities: SQL): Promise<void> {
  // All transactions lock products in the same order, so that they wait instead of deadlocking.
  await tx.execute(sql`
    WITH moved AS MATERIALIZED (
      SELECT products.id, shifted.quantity
      FROM products JOIN (${quantities}) AS shifted ON shifted.product_id = products.id
      ORDER BY products.id FOR UPDATE OF products
    )
    UPDATE products SET stock = trim_scale(stock + moved.quantity)
    FROM moved WHERE products.id = moved.id`);
}

/** Marks an order as opened; false when it does not exist. */
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
