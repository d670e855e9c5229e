import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isAfter } from "#app/domain/paging/after.server.ts";
import { type Bookmark, toPage } from "#app/domain/paging/schema.ts";
import type { OrderItem } from "#app/platform/database/columns.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos, products } from "#app/platform/database/schema.ts";
import type { Order, OrderDetail, OrderFilter, OrderListRequest } from "./order.ts";
import type { OrderStatus } from "./rules.ts";
import { searchQuery } from "./search.ts";

type Row = typeof pedidos.$inferSelect;
type Slice = { filter: OrderFilter; after?: Bookmark | undefined; limit: number };

/** A page of orders, newest first, and how many the filter finds in all. */
export async function listOrders(
  database: Database,
  { limit, cursor, ...filter }: OrderListRequest,
): Promise<{ items: Order[]; next_cursor: string | null; total: number }> {
  const slice = { filter, after: cursor, limit: limit + 1 };
  const { rows, total } = await readSlice(database, slice);
  const { items, next_cursor } = toPage(rows, limit);
  return { items: items.map(toOrder), next_cursor, total };
}

/** Every order that the filter finds, newest first, read in portions. Orders sent meanwhile are left out. */
export async function* eachOrder(database: Database, filter: OrderFilter): AsyncGenerator<Order> {
  const portion = 250;
  let after: Bookmark | undefined;
  do {
    const { rows } = await readSlice(database, { filter, after, limit: portion });
    yield* rows.map(toOrder);
    after = rows.length === portion ? rows.at(-1) : undefined;
  } while (after);
}

async function readSlice(database: Database, { filter, after, limit }: Slice) {
  const query = searchQuery(filter.search ?? "");
  const status = filter.status && eq(pedidos.status, filter.status);
  if (query) return searchSlice(database, and(wordsMatch(query), status), { after, limit });
  const rows = await database
    .select()
    .from(pedidos)
    .where(and(status, after && isAfter(pedidos, after)))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(limit);
  return { rows, total: await database.$count(pedidos, status) };
}

/**
 * First all that is found, by the index of words, then the newest of it. Left alone the planner would rather walk down
 * all orders and look at the words of each, for seconds when few of them fit; what is named twice it works out once.
 */
async function searchSlice(
  database: Database,
  matching: SQL | undefined,
  { after, limit }: Omit<Slice, "filter">,
) {
  const { id, created_at } = pedidos;
  const hits = database
    .$with("hits")
    .as(database.select({ id, created_at }).from(pedidos).where(matching));
  const page = database
    .select({ id: hits.id })
    .from(hits)
    .where(after && isAfter(hits, after))
    .orderBy(desc(hits.created_at), desc(hits.id))
    .limit(limit)
    .as("page");
  const found = await database
    .with(hits)
    .select({ row: pedidos, total: sql<number>`(SELECT count(*)::integer FROM ${hits})` })
    .from(page)
    .innerJoin(pedidos, eq(pedidos.id, page.id))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id));
  const total = found[0]?.total ?? (await database.$count(pedidos, matching));
  return { rows: found.map(({ row }) => row), total };
}

function wordsMatch(query: string): SQL {
  const words = sql`order_words(${pedidos.id}, ${pedidos.numero_pedido}, ${pedidos.cliente_info})`;
  return sql`${words} @@ ${query}::tsquery`;
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
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
  };
}
