import { isDeepStrictEqual } from "node:util";
import { eq, inArray, sql } from "drizzle-orm";
import { enteredOf } from "#app/domain/catalogue/queries.server.ts";
import { products as productTable } from "#app/domain/catalogue/table.ts";
import { saveEdit } from "#app/domain/editing/commands.server.ts";
import { explainStock } from "#app/domain/stock/commands.server.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { dayOf } from "#app/shared/days.ts";
import { toDecimal } from "#app/shared/money.ts";
import { countItems } from "#app/shared/units.ts";
import { lockOrder, type StatusChange, shiftStock, toStatusChange } from "./commands.server.ts";
import { type AddedProduct, draftEdit, type EditDraft } from "./edit.ts";
import { insertLines } from "./place.server.ts";
import { toOrder } from "./queries.server.ts";
import type { Order, OrderEdit, OrderItem } from "./schema.ts";
import { statusTable } from "./status.ts";
import { type OrderRow, orderColumns, orderLines, pedidos } from "./table.ts";

export type EditOrderResult =
  | StatusChange
  /** The status allows no edit: the order is cancelled. */
  | { ok: false; reason: "cancelled"; current: Order };

/**
 * Changes lines, amounts and delivery of an order; a conflict if it was saved after `version`. Of an order that has taken from the stock,
 * the same transaction moves the difference.
 */
export async function editOrder(
  database: Database,
  author: Author,
  now: Date,
  id: string,
  { version, ...edit }: OrderEdit,
): Promise<EditOrderResult> {
  const products = await readProducts(database, edit.itens ?? []);
  return runAsUser(database, author, async (tx) => {
    const current = await lockOrder(tx, id);
    if (current && statusTable[current.status].editing === "rejected") {
      return { ok: false, reason: "cancelled", current: toOrder(current) };
    }
    const draft = current && draftEdit(toOrder(current), edit, products, dayOf(now));
    const saved = await saveEdit({
      current,
      version,
      show: (row) => row,
      check: () => draft?.errors ?? [],
      save: async (stored) => (draft ? storeEdit(tx, stored, draft, { now, ...edit }) : []),
    });
    return toStatusChange(tx, saved);
  });
}

async function readProducts(
  database: Database,
  itens: NonNullable<OrderEdit["itens"]>,
): Promise<Map<string, AddedProduct>> {
  const ids = itens.map(({ product_id }) => product_id).filter((id) => id !== "");
  if (ids.length === 0) return new Map();
  const rows = await database.select().from(productTable).where(inArray(productTable.id, ids));
  return new Map(rows.map((row) => [row.id, { ...row, entered: enteredOf(row.specs) }]));
}

type EditContext = { now: Date; reason?: string | undefined };

async function storeEdit(
  tx: Database,
  stored: OrderRow,
  { itens, deliveryFee, discount, total, delivery }: EditDraft,
  { now, reason }: EditContext,
): Promise<OrderRow[]> {
  const columns = {
    valor_total: toDecimal(total),
    delivery_fee: toDecimal(deliveryFee),
    discount: toDecimal(discount),
    ...delivery,
  };
  const hasSameLines = isDeepStrictEqual(itens, stored.itens);
  const isSame = Object.entries(columns).every(
    ([name, value]) => Reflect.get(stored, name) === value,
  );
  if (isSame && hasSameLines) return [stored];
  if (!hasSameLines) await replaceLines(tx, stored, itens);
  const { valor_total, delivery_fee } = toOrder(stored);
  const changes = {
    ...columns,
    original: stored.original ?? { itens: stored.itens, delivery_fee, valor_total },
    edited_at: now,
    edit_reason: reason ?? null,
    cliente_info: { ...stored.cliente_info, totalItems: countItems(itens) },
  };
  return tx.update(pedidos).set(changes).where(eq(pedidos.id, stored.id)).returning(orderColumns);
}

/** The trigger of the order, which is updated next, reads what the lines were from the setting. */
async function replaceLines(
  tx: Database,
  { id, itens: before, status }: OrderRow,
  itens: OrderItem[],
) {
  await tx.execute(
    sql`SELECT set_config('pomar.edited_order', ${JSON.stringify({ id, itens: before })}, true)`,
  );
  const removed = await tx.delete(orderLines).where(eq(orderLines.order_id, id)).returning({
    product_id: orderLines.product_id,
    quantity: sql<string>`line_stock(order_lines)`,
  });
  await tx.execute(
    sql`WITH placed AS (SELECT ${id}::uuid AS id), lines AS (${insertLines(itens)}) SELECT FROM placed`,
  );
  if (!statusTable[status].takesStock) return;
  await explainStock(tx, { reason: "edição", order: id });
  await shiftStock(
    tx,
    sql`SELECT product_id, sum(quantity) AS quantity FROM (
        SELECT product_id, quantity FROM json_to_recordset(${JSON.stringify(removed)}::json)
          AS removed (product_id uuid, quantity numeric)
        UNION ALL
        SELECT product_id, -line_stock(order_lines) FROM order_lines WHERE order_id = ${id}
      ) AS moved GROUP BY product_id HAVING sum(quantity) <> 0`,
  );
}
