import { asc, eq, inArray, sql } from "drizzle-orm";
import { toSaleOptions } from "#app/domain/catalogue/queries.server.ts";
import { findOption } from "#app/domain/catalogue/sale-options.ts";
import { saveEdit } from "#app/domain/editing/commands.server.ts";
import type { EditRejection } from "#app/domain/editing/schema.ts";
import { insertSettings } from "#app/domain/settings/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openedOrders, pedidos, products } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
import type {
  CustomerInfo,
  DeliverySettings,
  OrderItem,
  ProductSpecs,
} from "#app/shared/columns.ts";
import { maxOrderTotalCents } from "#app/shared/limits.ts";
import { lineTotal, toAmount, toCents, toDecimal } from "#app/shared/money.ts";
import type { SaleOption, SaleTerms } from "#app/shared/units.ts";
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
  StoredOrder,
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
export type PlaceOrderResult = { ok: true; order: StoredOrder; repeated: boolean } | OrderRejection;

type Draft = { ok: true; amounts: OrderAmounts; itens: OrderItem[] };

/**
 * Stores an order once per key; a repeated request returns the stored order. All amounts are computed here; the prices
 * of the request must equal the current ones. A rejection stores nothing. No product is locked: a price that changes
 * after it was read counts as changed after the order. Without a transaction, which would add four statements: one
 * statement writes, and each statement of a transaction would see the latest commits too.
 */
export async function placeOrder(
  database: Database,
  now: Date,
  request: OrderRequest,
  key: string,
): Promise<PlaceOrderResult> {
  const { products, delivery } = await readOrderContext(database, request.items);
  const draft = draftOrder(request, products, delivery);
  const placed = draft.ok && (await insertOrder(database, now, request, key, draft));
  if (placed) return { ok: true, order: placed, repeated: false };
  const earlier = await findPlacedOrder(database, request, key);
  if (earlier) return earlier;
  if (draft.ok) throw new Error("an order vanished between its conflict and its reading");
  return draft;
}

function draftOrder(
  { items }: OrderRequest,
  products: ReadonlyMap<string, OrderedProduct>,
  delivery: DeliverySettings,
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

/** The stored order, or undefined when the key is already used. */
async function insertOrder(
  database: Database,
  now: Date,
  request: OrderRequest,
  key: string,
  { amounts, itens }: Draft,
): Promise<StoredOrder | undefined> {
  const totalItems = itens.reduce((sum, item) => sum + item.quantity, 0);
  const row = await insertOrderRow(database, {
    valor_total: toDecimal(amounts.total),
    delivery_fee: toDecimal(amounts.deliveryFee),
    cliente_info: { ...request.customer, totalItems, timestamp: now.toISOString() },
    itens,
    idempotency_key: key,
    request_hash: hashRequest(request),
  });
  return row && toPlacedOrder(row);
}

// Written as SQL: building these two statements with Drizzle took a fifth of an order's time.

type ContextRow = Omit<OrderedProduct, "id" | "sale_options" | "specs"> & {
  price: string | number;
  specs: ProductSpecs;
  sale_terms: SaleTerms;
  sale_options: SaleOption[];
  /** Null when none of the products exists. */
  id: string | null;
  delivery: DeliverySettings;
};

/** The ordered products, hidden ones included, and the delivery settings, in one query. */
async function readOrderContext(
  database: Database,
  lines: readonly { product_id: string }[],
): Promise<{ products: Map<string, OrderedProduct>; delivery: DeliverySettings }> {
  const ids = [...new Set(lines.map((line) => line.product_id))];
  // One array parameter makes the statement constant for any number of lines, and the inner SELECT makes the plan
  // generic: planning for specific ids takes longer than the query.
  const { rows } = await database.execute<ContextRow>(sql`
    SELECT s.delivery_settings AS delivery, p.id, p.title, p.slug, p.external_id, p.price, p.stock, p.visible, p.specs, p.sale_terms, p.sale_options
    FROM settings s LEFT JOIN products p ON p.id = any((SELECT ${sql.param(ids)}::uuid[])::uuid[])`);
  const delivery = rows[0]?.delivery;
  if (!delivery) {
    await insertSettings(database);
    return readOrderContext(database, lines);
  }
  const found = rows.flatMap(({ id, ...row }) =>
    id === null ? [] : { ...row, id, sale_options: toSaleOptions(row) },
  );
  return { products: new Map(found.map((product) => [product.id, product])), delivery };
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

/** The new row, or undefined when the key is used. The unique index makes a concurrent insert wait for the first. */
async function insertOrderRow(
  database: Database,
  row: NewOrderRow,
): Promise<PlacedRow | undefined> {
  const { rows } = await database.execute<PlacedRow>(sql`
    INSERT INTO pedidos (valor_total, delivery_fee, cliente_info, itens, idempotency_key, request_hash)
    VALUES (${row.valor_total}, ${row.delivery_fee}, ${JSON.stringify(row.cliente_info)}::jsonb,
      ${JSON.stringify(row.itens)}::jsonb, ${row.idempotency_key}, ${row.request_hash})
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
