import { hash } from "node:crypto";
import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import { isAfterCursor } from "#app/domain/paging/queries.server.ts";
import { type CursorPosition, toPage } from "#app/domain/paging/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { openedOrders, pedidos, products } from "#app/platform/database/schema.ts";
import type { OrderItem } from "#app/shared/columns.ts";
import type { PlacedRow } from "./commands.server.ts";
import { maxUnopenedOrders, type OrderStatus } from "./rules.ts";
import type {
  Order,
  OrderDetail,
  OrderFilter,
  OrderListRequest,
  OrderPage,
  OrderRequest,
  PlacedOrder,
} from "./schema.ts";
import { type Found, parseOrderSearch, searchOrders } from "./search.server.ts";

type Row = typeof pedidos.$inferSelect;
type Slice = { filter: OrderFilter; after?: CursorPosition | undefined; limit: number };

const newestFirst = [desc(pedidos.created_at), desc(pedidos.id)];

/** A page of orders, newest first, and how many the filter finds in all: see `OrderPage`. */
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

/** Every order that the filter finds, newest first, read in portions. Orders sent meanwhile are left out. */
export async function* streamOrders(
  database: Database,
  filter: OrderFilter,
): AsyncGenerator<Order> {
  const portion = 250;
  let after: CursorPosition | undefined;
  do {
    const rows = await readRows(database, { filter, after, limit: portion });
    yield* rows.map(toOrder);
    after = rows.length === portion ? rows.at(-1) : undefined;
  } while (after);
}

async function readSlice(database: Database, slice: Slice): Promise<Found> {
  const search = searchOf(slice);
  if (search) return searchOrders(database, search);
  const rows = await readUnsearched(database, slice);
  const total = await database.$count(pedidos, statusOf(slice));
  return { rows, total, total_is_minimum: false };
}

/** As `readSlice`, without counting: that would read all orders once for each portion of them. */
async function readRows(database: Database, slice: Slice): Promise<Row[]> {
  const search = searchOf(slice);
  return search ? (await searchOrders(database, search)).rows : readUnsearched(database, slice);
}

function readUnsearched(database: Database, slice: Slice): Promise<Row[]> {
  return database
    .select()
    .from(pedidos)
    .where(and(statusOf(slice), slice.after && isAfterCursor(pedidos, slice.after)))
    .orderBy(...newestFirst)
    .limit(slice.limit);
}

function searchOf(slice: Slice) {
  const search = parseOrderSearch(slice.filter.search ?? "");
  const { after, limit } = slice;
  return search && { search, status: statusOf(slice), after, limit };
}

function statusOf({ filter }: Slice): SQL | undefined {
  return filter.status && eq(pedidos.status, filter.status);
}

/** One order with what is in stock now of each line's product; undefined when there is none. */
export async function findOrder(database: Database, id: string): Promise<OrderDetail | undefined> {
  const [row] = await database.select().from(pedidos).where(eq(pedidos.id, id)).limit(1);
  return row && toOrderDetail(database, row);
}

export async function toOrderDetail(database: Database, row: Row): Promise<OrderDetail> {
  const ids = listProductIds(row.itens);
  const rows = await database
    .select({ id: products.id, stock: products.stock })
    .from(products)
    .where(inArray(products.id, ids));
  const stocks = new Map(rows.map((product) => [product.id, product.stock]));
  const itens = row.itens.map((item) => ({ ...item, stock: stocks.get(item.product_id) ?? null }));
  return { ...toOrder(row), itens };
}

/** Each product of the lines once. The column holds any text: what is no id is no product's. */
export function listProductIds(itens: readonly OrderItem[]): string[] {
  const ids = itens.map((item) => item.product_id).filter((id) => z.guid().safeParse(id).success);
  return [...new Set(ids)];
}

export function toOrder(row: Row): Order {
  const { idempotency_key, request_hash, ...order } = row;
  return {
    ...order,
    status: order.status as OrderStatus,
    valor_total: Number(order.valor_total),
    delivery_fee: Number(order.delivery_fee),
    anonymized_at: order.anonymized_at?.toISOString() ?? null,
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
  };
}

export function toPlacedOrder(row: PlacedRow): PlacedOrder {
  return {
    id: row.id,
    numero_pedido: Number(row.numero_pedido),
    status: row.status as OrderStatus,
    valor_total: Number(row.valor_total),
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** What an acknowledged request asked for, so that its key cannot be used for anything else. */
export function hashRequest(request: OrderRequest): string {
  return hash("sha256", JSON.stringify(request));
}

/**
 * The order already stored under this key, as a repeated request is answered: the same order, or a refusal when the
 * key was used for another request. Undefined when the key is new.
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

/** Further back nobody looks: however many orders pile up, this stays quick. */
const considered = 200;

/** The ids of the orders that wait for an answer and that nobody has looked at, newest first, `maxUnopenedOrders` at most. */
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
    .limit(maxUnopenedOrders);
  return rows.map(({ id }) => id);
}
