import type { Database } from "#app/platform/database/database.ts";
import type { DeliverySettings, OrderItem } from "#app/shared/columns.ts";
import { maxOrderTotalCents } from "#app/shared/limits.ts";
import { lineTotal, toAmount, toCents, toDecimal } from "#app/shared/money.ts";
import { findPlacedOrder, requestHash, toPlacedOrder } from "./queries.server.ts";
import {
  changeOfLine,
  mergeLines,
  minimumOrderMessage,
  type OrderAmounts,
  type OrderedProduct,
  orderAmounts,
} from "./rules.ts";
import type { ChangedLine, OrderRequest, PlacedOrder } from "./schema.ts";
import { insertOrderRow, readOrderBasis } from "./statements.server.ts";

/** Why an order was not stored. */
export type OrderRefusal =
  | { ok: false; reason: "lines-changed"; lines: ChangedLine[] }
  | { ok: false; reason: "below-minimum"; message: string }
  | { ok: false; reason: "too-large" }
  /** The key already stands for another request's order. */
  | { ok: false; reason: "key-reused"; numero_pedido: number };

/** `repeated` when the order was already there under the same key. */
export type PlaceOrderResult = { ok: true; order: PlacedOrder; repeated: boolean } | OrderRefusal;

type Draft = { ok: true; amounts: OrderAmounts; itens: OrderItem[] };

/**
 * Stores an order under its key, once: a repeated request, whenever it comes, is answered with the order as it was
 * stored. Every amount is computed here; the prices of the request only have to be those of now. A refusal stores
 * nothing.
 *
 * No product is locked: a price that changes while the order commits counts as changed after it.
 */
export function placeOrder(
  database: Database,
  now: Date,
  request: OrderRequest,
  key: string,
): Promise<PlaceOrderResult> {
  return database.transaction(async (tx) => {
    const { products, delivery } = await readOrderBasis(tx, request.items);
    const draft = draftOrder(request, products, delivery);
    const placed = draft.ok && (await insertOrder(tx, now, request, key, draft));
    if (placed) return { ok: true, order: placed, repeated: false };
    const earlier = await findPlacedOrder(tx, request, key);
    if (earlier) return earlier;
    if (draft.ok) throw new Error("an order vanished between its conflict and its reading");
    return draft;
  });
}

function draftOrder(
  { items }: OrderRequest,
  products: ReadonlyMap<string, OrderedProduct>,
  delivery: DeliverySettings,
): Draft | OrderRefusal {
  const lines = items.flatMap((line) => changeOfLine(line, products.get(line.product_id)) ?? []);
  if (lines.length > 0) return { ok: false, reason: "lines-changed", lines };
  const wanted = mergeLines(items);
  const amounts = orderAmounts(wanted, delivery);
  if (amounts.missingForMinimum > 0) {
    return { ok: false, reason: "below-minimum", message: minimumOrderMessage(delivery) };
  }
  if (amounts.total > maxOrderTotalCents) return { ok: false, reason: "too-large" };
  const itens = wanted.map((line) => ({
    product_id: line.product_id,
    product_name: products.get(line.product_id)?.title ?? "",
    quantity: line.quantity,
    unit: line.unit,
    price: toAmount(toCents(line.price)),
    total: toAmount(lineTotal(line.price, line.quantity)),
  }));
  return { ok: true, amounts, itens };
}

/** The order as stored, or undefined when the key has one. */
async function insertOrder(
  database: Database,
  now: Date,
  request: OrderRequest,
  key: string,
  { amounts, itens }: Draft,
): Promise<PlacedOrder | undefined> {
  const totalItems = itens.reduce((sum, item) => sum + item.quantity, 0);
  const row = await insertOrderRow(database, {
    valor_total: toDecimal(amounts.total),
    delivery_fee: toDecimal(amounts.deliveryFee),
    cliente_info: { ...request.customer, totalItems, timestamp: now.toISOString() },
    itens,
    idempotency_key: key,
    request_hash: requestHash(request),
  });
  return row && toPlacedOrder(row);
}
