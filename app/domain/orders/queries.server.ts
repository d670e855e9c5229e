import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { nameUnit } from "#app/domain/catalogue/quote.ts";
import { products } from "#app/domain/catalogue/table.ts";
import type { Delivery } from "#app/domain/delivery/schema.ts";
import { isAfterCursor } from "#app/domain/kernel/paging/queries.server.ts";
import { type CursorPosition, toPage } from "#app/domain/kernel/paging/schema.ts";
import { paymentStateOf } from "#app/domain/payments/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import { byteOrderMark, toCsvLine } from "#app/shared/csv.ts";
import {
  maxPendingCount,
  maxUnopenedOrders,
  newStatus,
  type OrderStatus,
  statusTable,
} from "#app/shared/order-status.ts";
import { addQuantities, formatQuantity } from "#app/shared/units.ts";
import type {
  Order,
  OrderDetail,
  OrderFilter,
  OrderListRequest,
  OrderPage,
  OrderRequest,
  Shortage,
  UnlinkedOrder,
} from "./schema.ts";
import {
  type Found,
  isInFilter,
  listMatches,
  parseOrderSearch,
  searchOrders,
} from "./search.server.ts";
import { type OrderRow, openedOrders, orderColumns, orderLines, pedidos } from "./table.ts";
import { ifMissingLabels, sentQuantity } from "./texts.ts";

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

/**
 * All matching orders in batches, newest first. Orders placed meanwhile are left out. Other requests are handled between two
 * batches: queries of the embedded database wait for no event.
 */
export async function* streamOrders(
  database: Database,
  filter: OrderFilter,
): AsyncGenerator<Order[]> {
  const words = parseOrderSearch(filter.search ?? "");
  const batchSize = words.length > 0 ? searchBatchSize : plainBatchSize;
  let after: CursorPosition | undefined;
  do {
    const slice = { filter, after, limit: batchSize };
    const rows =
      words.length > 0
        ? await listMatches(database, { words, ...slice })
        : await readUnsearched(database, slice);
    if (rows.length > 0) yield rows.map(toOrder);
    await setImmediate();
    after = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (after);
}

async function readSlice(database: Database, slice: Slice): Promise<Found> {
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
    delivery_kind: row.delivery_kind,
    delivery_date: row.delivery_date,
    delivery_shift: row.delivery_shift,
    delivery_zone: row.delivery_zone,
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

/** Only the newest pending orders are checked, so that the query stays fast. */
const maxCheckedOrders = 200;

/**
 * Products of which these orders, if they are pending, need more than the stock leaves beside the other pending orders. All
 * quantities in main units.
 */
export async function listShortages(
  database: Database,
  orderIds: readonly string[],
): Promise<Shortage[]> {
  if (orderIds.length === 0) return [];
  const ids = sql`ANY (${sql.param(orderIds)}::uuid[])`;
  const { rows } = await database.execute<Shortage>(sql`
    WITH pending AS (
      SELECT id FROM pedidos WHERE status = ${newStatus} AND id = ${ids}
      UNION
      (SELECT id FROM pedidos WHERE status = ${newStatus} ORDER BY created_at DESC, id DESC LIMIT ${maxCheckedOrders})
    ), demand AS (
      SELECT order_id, product_id, sum(line_stock(order_lines)) AS needed
      FROM order_lines WHERE order_id IN (SELECT id FROM pending) AND product_id IS NOT NULL
      GROUP BY order_id, product_id
    ), wanted AS (
      SELECT *, sum(needed) OVER (PARTITION BY product_id) - needed AS elsewhere FROM demand
    )
    SELECT order_id, product_id, title AS product_name, needed::float8, elsewhere::float8, stock::float8
    FROM wanted JOIN products ON products.id = product_id
    WHERE order_id = ${ids} AND needed + elsewhere > stock
    ORDER BY order_id, title`);
  return rows;
}

/** How many orders wait for the seller, at most `maxPendingCount`. */
export function countPendingOrders(database: Database): Promise<number> {
  const pending = database
    .select({ id: pedidos.id })
    .from(pedidos)
    .where(eq(pedidos.status, newStatus))
    .limit(maxPendingCount)
    .as("pending");
  return database.$count(pending);
}

/** How many orders wait for the seller, at most `maxPendingCount`, and which of them were never opened. */
export async function readPendingOrders(database: Database) {
  const [pending, unopened] = await Promise.all([
    countPendingOrders(database),
    listUnopenedOrders(database),
  ]);
  return { pending, unopened };
}

/** Ids of pending orders that the administrator has not opened, newest first, at most `maxUnopenedOrders`. */
async function listUnopenedOrders(database: Database): Promise<string[]> {
  const pending = database
    .select({ id: pedidos.id, created_at: pedidos.created_at })
    .from(pedidos)
    .where(eq(pedidos.status, newStatus))
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(maxCheckedOrders)
    .as("pending");
  const rows = await database
    .select({ id: pending.id })
    .from(pending)
    .leftJoin(openedOrders, eq(openedOrders.order_id, pending.id))
    .where(isNull(openedOrders.order_id))
    .orderBy(desc(pending.created_at), desc(pending.id))
    .limit(maxUnopenedOrders);
  return rows.map(({ id }) => id);
}

const instant = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "medium",
});
const decimal = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2, useGrouping: false });

const columns: [heading: string, cell: (order: Order) => string | number][] = [
  ["Número", (order) => order.numero_pedido],
  ["ID", (order) => order.id],
  ["Data", (order) => formatInstant(order.created_at)],
  ["Status", (order) => statusTable[order.status].label],
  ["Cliente", (order) => order.cliente_info.name],
  ["E-mail", (order) => order.cliente_info.email],
  ["Telefone", (order) => order.cliente_info.phone],
  ["CPF/CNPJ", (order) => order.cliente_info.document],
  ["CEP", (order) => order.cliente_info.zipCode],
  ["Rua", (order) => order.cliente_info.street],
  ["Nº", (order) => order.cliente_info.number],
  ["Complemento", (order) => order.cliente_info.complement ?? ""],
  ["Bairro", (order) => order.cliente_info.neighborhood],
  ["Cidade", (order) => order.cliente_info.city],
  ["UF", (order) => order.cliente_info.state],
  ["Itens", (order) => order.itens.map(itemText).join(" | ")],
  ["Quantidade", ({ itens }) => formatQuantity(sumQuantities(itens))],
  ["Entrega (R$)", (order) => decimal.format(order.delivery_fee)],
  ["Total (R$)", (order) => decimal.format(order.valor_total)],
  ["Desconto (R$)", (order) => decimal.format(order.discount)],
  ["Pago em", (order) => (order.paid_at ? formatInstant(order.paid_at) : "")],
  ["Pago com", (order) => order.paid_method ?? ""],
  ["Observação", (order) => order.cliente_info.note ?? ""],
  ["Se faltar algo", ifMissingText],
  ["Recebido (R$)", (order) => decimal.format(order.paid_amount)],
  ["Entrega ou retirada", ({ delivery_kind }) => delivery_kind ?? "combinar"],
  ["Data de entrega", ({ delivery_date }) => delivery_date?.split("-").reverse().join("/") ?? ""],
  ["Turno", ({ delivery_shift }) => delivery_shift ?? ""],
  ["Zona", ({ delivery_zone }) => delivery_zone ?? ""],
  ["Tabela de preços", ({ price_table }) => price_table ?? ""],
];

function sumQuantities(itens: Order["itens"]): number {
  return addQuantities(...itens.map(({ quantity }) => quantity));
}

function ifMissingText({ cliente_info: { if_missing } }: Order): string {
  return if_missing ? ifMissingLabels[if_missing] : "";
}

function formatInstant(at: string): string {
  return instant.format(new Date(at)).replace(",", "");
}

function itemText(item: Order["itens"][number]): string {
  const code = item.external_id === undefined ? "" : ` [${item.external_id}]`;
  if (item.quantity === 0) return `${item.product_name}${code} (${nameUnit(item)}) não enviado`;
  const kilos =
    item.weight === undefined || item.unit === "kg" ? "" : `, ${formatQuantity(item.weight)} kg`;
  return `${sentQuantity(item)} × ${item.product_name}${code} (${nameUnit(item)}${kilos}) a ${decimal.format(item.price)}`;
}

/** CSV for Brazilian spreadsheets, in one piece per batch: semicolons, decimal commas, São Paulo time. */
export async function* streamOrdersCsv(batches: AsyncIterable<Order[]>): AsyncGenerator<string> {
  yield byteOrderMark + toCsvLine(columns.map(([heading]) => heading));
  for await (const orders of batches) {
    yield orders.map((order) => toCsvLine(columns.map(([, cell]) => cell(order)))).join("");
  }
}
