import { hash } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { products } from "#app/domain/catalogue/table.ts";
import { pickDelivery } from "#app/domain/delivery/delivery.ts";
import type { Delivery } from "#app/domain/delivery/schema.ts";
import { readBatches } from "#app/domain/kernel/paging/batches.server.ts";
import { isAfterCursor } from "#app/domain/kernel/paging/queries.server.ts";
import { type CursorPosition, toPage } from "#app/domain/kernel/paging/schema.ts";
import { paymentStateOf } from "#app/domain/payments/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import type {
  Order,
  OrderDetail,
  OrderFilter,
  OrderListRequest,
  OrderPage,
  OrderRequest,
  UnlinkedOrder,
} from "./schema.ts";
import {
  isInFilter,
  listMatches,
  type OrderMatches,
  parseOrderSearch,
  searchOrders,
} from "./search.server.ts";
import { type OrderRow, orderColumns, orderLines, pedidos } from "./table.ts";

type Slice = { filter: OrderFilter; after?: CursorPosition | undefined; limit: number };

const plainBatchSize = 250;
/** Larger, because each batch of a search scans all orders. */
const searchBatchSize = 1000;

/** More orders are not counted: the time would grow with them. */
const maxCounted = 10_000;

const newestFirst = [desc(pedidos.created_at), desc(pedidos.id)];

/** A page of orders, newest first, and the total of the filter: see `OrderPage`. */
export async function listOrders(
  database: Database,
  { limit, cursor, ...filter }: OrderListRequest,
): Promise<OrderPage> {
  const { rows, ...counted } = await readSlice(database, {
    filter,
    after: cursor,
    limit: limit + 1,
  });
  const { items, next_cursor } = toPage(rows, limit);
  return { items: items.map(toOrder), next_cursor, ...counted };
}

/** All matching orders in batches, newest first. Orders placed meanwhile are left out. */
export async function* streamOrders(
  database: Database,
  filter: OrderFilter,
): AsyncGenerator<Order[]> {
  const words = parseOrderSearch(filter.search ?? "");
  const limit = words.length > 0 ? searchBatchSize : plainBatchSize;
  const batches = readBatches<OrderRow>(limit, (after) =>
    words.length > 0
      ? listMatches(database, { words, filter, after, limit })
      : readUnsearched(database, { filter, after, limit }),
  );
  for await (const rows of batches) yield rows.map(toOrder);
}

async function readSlice(database: Database, slice: Slice): Promise<OrderMatches> {
  const words = parseOrderSearch(slice.filter.search ?? "");
  if (words.length > 0) return searchOrders(database, { words, ...slice });
  const rows = await readUnsearched(database, slice);
  const counted = database
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(isInFilter(slice.filter))
    .limit(maxCounted + 1)
    .as("counted");
  const total = await database.$count(counted);
  return { rows, total: Math.min(total, maxCounted), total_is_minimum: total > maxCounted };
}

function readUnsearched(database: Database, slice: Slice): Promise<OrderRow[]> {
  return database
    .select(orderColumns)
    .from(pedidos)
    .where(and(isInFilter(slice.filter), slice.after && isAfterCursor(pedidos, slice.after)))
    .orderBy(...newestFirst)
    .limit(slice.limit);
}

/** One order with the current stock of each line's product, or undefined. */
export async function findOrder(database: Database, id: string): Promise<OrderDetail | undefined> {
  const [row] = await database
    .select(orderColumns)
    .from(pedidos)
    .where(eq(pedidos.id, id))
    .limit(1);
  return row && toOrderDetail(database, row);
}

export async function toOrderDetail(database: Database, row: OrderRow): Promise<OrderDetail> {
  const rows = await database
    .select({ id: products.id, stock: products.stock })
    .from(orderLines)
    .innerJoin(products, eq(products.id, orderLines.product_id))
    .where(eq(orderLines.order_id, row.id));
  const stocks = new Map(rows.map((product) => [product.id, product.stock]));
  const itens = row.itens.map((item) => ({ ...item, stock: stocks.get(item.product_id) ?? null }));
  return { ...toOrder(row), itens };
}

export function toOrder(row: OrderRow): Order {
  const { idempotency_key, request_hash, link_version, delivery_zone_id, ...order } = row;
  const amounts = {
    valor_total: Number(order.valor_total),
    paid_amount: Number(order.paid_amount),
  };
  return {
    ...order,
    ...amounts,
    payment_state: paymentStateOf({ ...order, ...amounts }),
    delivery_fee: Number(order.delivery_fee),
    discount: Number(order.discount),
    edited_at: order.edited_at?.toISOString() ?? null,
    delivered_at: order.delivered_at?.toISOString() ?? null,
    paid_at: order.paid_at?.toISOString() ?? null,
    anonymized_at: order.anonymized_at?.toISOString() ?? null,
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
  };
}

/** The columns that an acknowledgement contains. */
export type PlacedRow = {
  id: string;
  numero_pedido: number | string;
  status: OrderStatus;
  valor_total: string;
  created_at: Date | string;
  link_version: number;
} & Delivery;

export function toPlacedOrder(row: PlacedRow): UnlinkedOrder {
  return {
    id: row.id,
    numero_pedido: Number(row.numero_pedido),
    status: row.status,
    valor_total: Number(row.valor_total),
    created_at: new Date(row.created_at).toISOString(),
    link_version: row.link_version,
    ...pickDelivery(row),
  };
}

/** Hash of a request, stored so that its key cannot be reused for another request. */
export function hashRequest(request: OrderRequest): string {
  return hash("sha256", JSON.stringify(request));
}

/**
 * The result for a repeated request: the stored order, or a rejection if the key was used for another request.
 * Undefined when the key is new.
 */
export async function findPlacedOrder(database: Database, request: OrderRequest, key: string) {
  const [row] = await database
    .select()
    .from(pedidos)
    .where(eq(pedidos.idempotency_key, key))
    .limit(1);
  if (!row) return undefined;
  if (row.request_hash !== hashRequest(request)) {
    return { ok: false, reason: "key-reused", numero_pedido: row.numero_pedido } as const;
  }
  return { ok: true, order: toPlacedOrder(row), repeated: true } as const;
}
