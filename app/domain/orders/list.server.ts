import { and, desc, eq, inArray, type SQL } from "drizzle-orm";
import { z } from "zod";
import { isAfter } from "#app/domain/paging/after.server.ts";
import { type Bookmark, toPage } from "#app/domain/paging/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos, products } from "#app/platform/database/schema.ts";
import type { OrderItem } from "#app/shared/columns.ts";
import type { Order, OrderDetail, OrderFilter, OrderListRequest, OrderPage } from "./order.ts";
import type { OrderStatus } from "./rules.ts";
import { type Found, searchOrders } from "./search.server.ts";
import { orderSearch } from "./search.ts";

type Row = typeof pedidos.$inferSelect;
type Slice = { filter: OrderFilter; after?: Bookmark | undefined; limit: number };

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
export async function* eachOrder(database: Database, filter: OrderFilter): AsyncGenerator<Order> {
  const portion = 250;
  let after: Bookmark | undefined;
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
    .where(and(statusOf(slice), slice.after && isAfter(pedidos, slice.after)))
    .orderBy(...newestFirst)
    .limit(slice.limit);
}

function searchOf(slice: Slice) {
  const search = orderSearch(slice.filter.search ?? "");
  const { after, limit } = slice;
  return search && { search, status: statusOf(slice), after, limit };
}

function statusOf({ filter }: Slice): SQL | undefined {
  return filter.status && eq(pedidos.status, filter.status);
}

/** One order with what is in stock now of each line's product; undefined when there is none. */
export async function findOrder(database: Database, id: string): Promise<OrderDetail | undefined> {
  const [row] = await database.select().from(pedidos).where(eq(pedidos.id, id)).limit(1);
  return row && detailOf(database, row);
}

export async function detailOf(database: Database, row: Row): Promise<OrderDetail> {
  const ids = productIdsOf(row.itens);
  const rows = await database
    .select({ id: products.id, stock: products.stock })
    .from(products)
    .where(inArray(products.id, ids));
  const stocks = new Map(rows.map((product) => [product.id, product.stock]));
  const itens = row.itens.map((item) => ({ ...item, stock: stocks.get(item.product_id) ?? null }));
  return { ...toOrder(row), itens };
}

/** Each product of the lines once. The column holds any text: what is no id is no product's. */
export function productIdsOf(itens: readonly OrderItem[]): string[] {
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
