import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { findOption } from "#app/domain/catalogue/sale-options.ts";
import { saveEdit } from "#app/domain/editing/commands.server.ts";
import type { EditRejection } from "#app/domain/editing/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openedOrders, pedidos, products } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
import type { CustomerInfo, OrderItem } from "#app/shared/columns.ts";
import { maxOrderTotalCents } from "#app/shared/limits.ts";
import { lineTotal, toAmount, toCents, toDecimal } from "#app/shared/money.ts";
import type { OrderContext, OrderContexts } from "./order-context.server.ts";
import {
  findPlacedOrder,
  hashRequest,
  listProductIds,
  type PlacedRow,
  toOrder,
  toOrderDetail,
  toPlacedOrder,
} from "./queries.server.ts";
import {
  computeOrderAmounts,
  findLineChange,
  findQuantityStep,
  type LineChange,
  mergeLines,
  minimumOrderMessage,
  type OrderAmounts,
  type OrderedProduct,
  type QuantityStep,
} from "./rules.ts";
import type {
  Order,
  OrderChange,
  OrderDetail,
  OrderRequest,
  Payment,
  UnlinkedOrder,
} from "./schema.ts";
import { type OrderStatus, takesStock } from "./status.ts";

export type OrderRejection =
  | { ok: false; reason: "lines-changed"; lines: LineChange[] }
  | { ok: false; reason: "quantity-step"; lines: QuantityStep[] }
  | { ok: false; reason: "below-minimum"; message: string }
  | { ok: false; reason: "too-large" }
  /** The key was used for another request. */
  | { ok: false; reason: "key-reused"; numero_pedido: number };

/** `repeated`: the order was already stored under the same key. */
export type PlaceOrderResult =
  | { ok: true; order: UnlinkedOrder; repeated: boolean }
  | OrderRejection;

type Draft = { ok: true; amounts: OrderAmounts; itens: OrderItem[] };

/** Each attempt after the first means that the catalogue changed between two statements. */
const maxAttempts = 10;

/**
 * Stores an order once per key; a repeated request returns the stored order. All amounts are computed here; the prices
 * of the request must equal the current ones. A rejection stores nothing. One statement writes, and only if products and
 * settings are still as they were read; no product is locked.
 */
export async function placeOrder(
  database: Database,
  contexts: OrderContexts,
  now: Date,
  request: OrderRequest,
  key: string,
): Promise<PlaceOrderResult> {
  const ids = [...new Set(request.items.map((line) => line.product_id))];
  let cached = contexts.getCached(ids);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const context = cached ?? (await contexts.read(ids));
    const draft = draftOrder(request, context);
    const placed = draft.ok && (await insertOrder(database, now, request, key, draft, context));
    if (placed) return { ok: true, order: placed, repeated: false };
    const earlier = await findPlacedOrder(database, request, key);
    if (earlier) return earlier;
    if (!draft.ok && !cached) return draft;
    cached = undefined;
  }
  throw new Error("the ordered products change all the time");
}

function draftOrder(
  { items }: OrderRequest,
  { products, delivery }: OrderContext,
): Draft | OrderRejection {
  const wanted = mergeLines(items);
  const lines = items.flatMap((line) => {
    const quantity = wanted.find(isSameLine(line))?.quantity ?? line.quantity;
    return findLineChange({ ...line, quantity }, products.get(line.product_id)) ?? [];
  });
  if (lines.length > 0) return { ok: false, reason: "lines-changed", lines };
  const steps = wanted.flatMap(
    (line) => findQuantityStep(line, products.get(line.product_id)) ?? [],
  );
  if (steps.length > 0) return { ok: false, reason: "quantity-step", lines: steps };
  const amounts = computeOrderAmounts(wanted, delivery);
  if (amounts.missingForMinimum > 0) {
    return { ok: false, reason: "below-minimum", message: minimumOrderMessage(delivery) };
  }
  if (amounts.total > maxOrderTotalCents) return { ok: false, reason: "too-large" };
  const itens = wanted.map((line) => toOrderItem(line, products.get(line.product_id)));
  return { ok: true, amounts, itens };
}

type RequestedLine = OrderRequest["items"][number];

function isSameLine({ product_id, unit }: RequestedLine) {
  return (line: RequestedLine) => line.product_id === product_id && line.unit === unit;
}

function toOrderItem(line: RequestedLine, product: OrderedProduct | undefined): OrderItem {
  const { contains = 1 } = findOption(product?.sale_options ?? [], line.unit) ?? {};
  return {
    product_id: line.product_id,
    ...nameProduct(product),
    quantity: line.quantity,
    unit: line.unit,
    price: toAmount(toCents(line.price)),
    total: toAmount(lineTotal(line.price, line.quantity)),
    ...(contains > 1 && { contains }),
    ...(product?.specs.variable_weight && { variable_weight: true }),
  };
}

function nameProduct(product: OrderedProduct | undefined) {
  const { title = "", slug = "", external_id = null } = product ?? {};
  return { product_name: title, slug, ...(external_id !== null && { external_id }) };
}

/** The stored order, or undefined when the key is already used or the context is outdated. */
async function insertOrder(
  database: Database,
  now: Date,
  request: OrderRequest,
  key: string,
  { amounts, itens }: Draft,
  { isCurrent }: OrderContext,
): Promise<UnlinkedOrder | undefined> {
  const totalItems = itens.reduce((sum, item) => sum + item.quantity, 0);
  const row = await insertOrderRow(database, isCurrent, {
    valor_total: toDecimal(amounts.total),
    delivery_fee: toDecimal(amounts.deliveryFee),
    cliente_info: { ...request.customer, totalItems, timestamp: now.toISOString() },
    itens,
    idempotency_key: key,
    request_hash: hashRequest(request),
  });
  return row && toPlacedOrder(row);
}

/** Columns of a new order; amounts in BRL with two decimals. */
type NewOrderRow = {
  valor_total: string;
  delivery_fee: string;
  cliente_info: CustomerInfo;
  itens: OrderItem[];
  idempotency_key: string;
  request_hash: string;
};

/**
 * The new row, or undefined when the key is used or the condition is false. The unique index makes a concurrent insert wait
 * for the first. Written as SQL: building it with Drizzle took a tenth of an order's time.
 */
async function insertOrderRow(
  database: Database,
  condition: SQL,
  row: NewOrderRow,
): Promise<PlacedRow | undefined> {
  const { rows } = await database.execute<PlacedRow>(sql`
    INSERT INTO pedidos (valor_total, delivery_fee, cliente_info, itens, idempotency_key, request_hash)
    SELECT ${row.valor_total}::numeric, ${row.delivery_fee}::numeric, ${JSON.stringify(row.cliente_info)}::jsonb,
      ${JSON.stringify(row.itens)}::jsonb, ${row.idempotency_key}::text, ${row.request_hash}::text
    WHERE ${condition}
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING id, numero_pedido, status, valor_total, created_at, link_version`);
  return rows[0];
}

/** A rejection contains the order, a success also the stock after the change. */
export type StatusChange = EditRejection<Order> | { ok: true; row: OrderDetail };

/**
 * Sets the status; a conflict if the order was saved after `version`. The same transaction takes the ordered quantities
 * from the stock or returns them.
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
        await moveStock(tx, stored.itens, stockDirection(stored.status as OrderStatus, status));
        // The customer's reason is about the cancellation that this change undoes.
        const changes = status === "cancelado" ? { status } : { status, cancel_reason: null };
        return tx.update(pedidos).set(changes).where(eq(pedidos.id, id)).returning();
      },
    });
    if (saved.ok) return { ok: true, row: await toOrderDetail(tx, saved.row) };
    return saved.reason === "stale" ? { ...saved, current: toOrder(saved.current) } : saved;
  });
}

/** Marks an order as paid with `method` at `now`, or as not paid; a conflict if the order was saved after `version`. */
export function setOrderPayment(
  database: Database,
  author: Author,
  now: Date,
  id: string,
  { method, version }: Payment,
): Promise<StatusChange> {
  return runAsUser(database, author, async (tx) => {
    const [current] = await tx.select().from(pedidos).where(eq(pedidos.id, id)).for("update");
    const payment = { paid_at: method === null ? null : now, paid_method: method };
    const saved = await saveEdit({
      current,
      version,
      show: (row) => row,
      save: () => tx.update(pedidos).set(payment).where(eq(pedidos.id, id)).returning(),
    });
    if (saved.ok) return { ok: true, row: await toOrderDetail(tx, saved.row) };
    return saved.reason === "stale" ? { ...saved, current: toOrder(saved.current) } : saved;
  });
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
    const [deleted] = await tx
      .delete(pedidos)
      .where(eq(pedidos.id, id))
      .returning({ status: pedidos.status, itens: pedidos.itens });
    if (!deleted) return false;
    const direction = stockDirection(deleted.status as OrderStatus, "cancelado");
    if (restoreStock) await moveStock(tx, deleted.itens, direction);
    return true;
  });
}

/** −1 takes the quantities from the stock, 1 returns them. */
function stockDirection(from: OrderStatus, to: OrderStatus): -1 | 0 | 1 {
  if (takesStock(from) === takesStock(to)) return 0;
  return takesStock(to) ? -1 : 1;
}

/** Changes the stock of the ordered products that still exist. */
async function moveStock(tx: Database, itens: OrderItem[], direction: -1 | 0 | 1): Promise<void> {
  if (direction === 0) return;
  const ids = listProductIds(itens);
  // All transactions lock products in the same order, so that they wait instead of deadlocking.
  const locked = await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for("update");
  for (const { id } of locked) {
    const lines = itens.filter((item) => item.product_id === id);
    const quantity = lines.reduce((sum, item) => sum + item.quantity * (item.contains ?? 1), 0);
    const stock = sql`${products.stock} + ${direction * quantity}::integer`;
    await tx.update(products).set({ stock }).where(eq(products.id, id));
  }
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
