import { type AnyColumn, and, between, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { customers } from "#app/domain/customers/table.ts";
import { type CursorPosition, toPage } from "#app/domain/kernel/paging/schema.ts";
import { payments, receipts } from "#app/domain/orders/payments/table.ts";
import { listStatuses, pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addDays, dayOf, daysBetween } from "#app/shared/days.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import type { Quantities } from "#app/shared/quantities.ts";
import { addQuantities } from "#app/shared/units.ts";
import { z } from "#app/shared/zod.ts";
import {
  extrasKey,
  listedOrders,
  noKey,
  type SalesDimension,
  type SalesOrder,
  salesFigures,
} from "./rules.ts";
import type { Sales, SalesQuery, SalesRow } from "./schema.ts";
import { refreshSales, startOf } from "./sums.server.ts";
import { quantitiesOf, salesSums } from "./table.ts";

const maxRows = 300;
/** True for the key of a customer who was merged into another one. */
export const isMerged = (key: AnyColumn) =>
  sql`${customers.root_id} <> ${customers.id} AND ${customers.id} = CASE WHEN ${key} <> '-' THEN ${key}::uuid END`;

/**
 * Plans the query for its period. Of a statement that is prepared, as on the embedded database, the sixth execution would have
 * the plan for any period, which took 580 ms instead of 20 ms for the orders of a year.
 */
function readPlanned<T>(database: Database, read: (tx: Database) => Promise<T>): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL plan_cache_mode = force_custom_plan`);
    return read(tx);
  });
}

/** Reads the sales of a period by one dimension, beside the period of the same length before it. */
export async function readSales(database: Database, query: SalesQuery): Promise<Sales> {
  await refreshSales(database);
  const { from, until, figure, by } = query;
  const beforeFrom = addDays(from, -daysBetween(from, until) - 1);
  const { day } = salesSums;
  const isOfFigure = inArray(salesSums.figure, [...salesFigures[figure].parts]);
  const isNow = sql`${day} >= ${from}::date`;
  const sumOf = (column: AnyColumn, when: SQL) =>
    sql<number>`coalesce(sum(${column}) FILTER (WHERE ${when}), 0)::float8`;
  const sumsOf = (when: SQL) => ({
    orders: sumOf(salesSums.orders, when),
    quantities: quantitiesOf((unit) => sumOf(salesSums[unit], when)),
    amount: sumOf(salesSums.amount, when),
  });
  const isBefore = sql`NOT ${isNow}`;
  const where = (dimension: SalesDimension | "total") =>
    and(eq(salesSums.dimension, dimension), between(day, beforeFrom, until), isOfFigure);
  const [sums] = await database
    .select({ total: sumsOf(isNow), before: sumsOf(isBefore) })
    .from(salesSums)
    .where(where("total"));
  const days = await database
    .select({
      day,
      amount: sql<number>`sum(${salesSums.amount})::float8`,
      orders: sql<number>`sum(${salesSums.orders})::integer`,
    })
    .from(salesSums)
    .where(where("total"))
    .groupBy(day)
    .orderBy(day);
  // The rows are grouped by key first, so that few are joined with the customers that were merged into another one.
  const byKey = database
    .select({
      key: salesSums.key,
      label: sql<string>`max(${salesSums.label})`.as("label"),
      orders: sumOf(salesSums.orders, isNow).as("orders"),
      unidade: sumOf(salesSums.unidade, isNow).as("unidade"),
      pacote: sumOf(salesSums.pacote, isNow).as("pacote"),
      caixa: sumOf(salesSums.caixa, isNow).as("caixa"),
      kg: sumOf(salesSums.kg, isNow).as("kg"),
      amount: sumOf(salesSums.amount, isNow).as("amount"),
      before: sumOf(salesSums.amount, isBefore).as("before"),
    })
    .from(salesSums)
    .where(where(by))
    .groupBy(salesSums.key)
    .as("by_key");
  const root = keyOf(by, byKey.key);
  const total = sql<number>`round(sum(${byKey.amount})::numeric, 2)::float8`;
  const rows = await readPlanned(database, (tx) =>
    tx
      .select({
        key: root,
        label: sql<string>`max(${byKey.label})`,
        orders: sql<number>`sum(${byKey.orders})::float8`,
        quantities: quantitiesOf((unit) => sql`round(sum(${byKey[unit]})::numeric, 3)`),
        amount: total,
        before: sql<number>`round(sum(${byKey.before})::numeric, 2)::float8`,
        count: sql<number>`(count(*) OVER ())::integer`,
      })
      .from(byKey)
      .leftJoin(customers, by === "customer" ? isMerged(byKey.key) : sql`false`)
      .groupBy(root)
      .orderBy(desc(total), root)
      .limit(maxRows),
  );
  const labels = await readLabels(database, by, rows);
  if (!sums) throw new Error("an aggregate has one row");
  return {
    from,
    until,
    before_from: beforeFrom,
    total: withQuantity(sums.total),
    before: withQuantity(sums.before),
    days: days.filter((one) => one.day >= from),
    days_before: days.filter((one) => one.day < from),
    rows: rows.map(({ count, ...row }) => ({ ...withQuantity(row), label: labels(row) })),
    row_count: rows[0]?.count ?? 0,
  };
}

function withQuantity<Row extends { quantities: Quantities }>(row: Row) {
  return { ...row, quantity: addQuantities(...Object.values(row.quantities)) };
}

/** A customer who was merged has the key of the other one. */
export function keyOf(by: SalesDimension, key: AnyColumn): SQL<string> {
  if (by !== "customer") return sql`${key}`;
  return sql`coalesce(${customers.root_id}::text, ${key})`;
}

type Labelled = Pick<SalesRow, "key" | "label">;

/** Reads the current names of the rows: a product has its current title, a deleted one that of its orders. */
async function readLabels(
  database: Database,
  by: SalesDimension,
  rows: readonly Labelled[],
): Promise<(row: Labelled) => string> {
  const names = new Map<string, string>([[extrasKey, "Entrega e descontos"]]);
  if (by === "product") {
    const ids = rows.map(({ key }) => key).filter((key) => /^[0-9a-f-]{36}$/.test(key));
    const found = await database
      .select({ id: products.id, title: products.title })
      .from(products)
      .where(inArray(products.id, ids));
    for (const { id, title } of found) names.set(id, title);
    return ({ key, label }) => names.get(key) ?? label;
  }
  if (by === "category") {
    const found = await database
      .select({ slug: categories.slug, name: categories.name })
      .from(categories);
    for (const { slug, name } of found) names.set(slug, name);
    return ({ key }) => names.get(key) ?? "Sem categoria";
  }
  if (by === "customer") {
    const ids = rows.map(({ key }) => key).filter((key) => key !== noKey);
    const found = await database
      .select({ id: customers.id, name: customers.name })
      .from(customers)
      .where(inArray(customers.id, ids));
    for (const { id, name } of found) names.set(id, name);
    return ({ key }) => names.get(key) ?? "Dados apagados";
  }
  if (by === "channel") return ({ key }) => key.replace(/^./, (first) => first.toUpperCase());
  if (by === "zone") return ({ key }) => (key === noKey ? "Sem zona" : key);
  return ({ key }) => (key === noKey ? "Não escolhida" : key);
}

/** The orders that a row of `readSales` counts, the newest first. */
export async function listSalesOrders(
  database: Database,
  query: SalesQuery,
  key: string,
  after?: CursorPosition,
): Promise<{ items: SalesOrder[]; next_cursor: string | null }> {
  await refreshSales(database);
  const { from, until, figure, by } = query;
  const end = startOf(addDays(until, 1));
  const isPaid = (condition: SQL) => sql`${pedidos.id} IN (
    SELECT ${payments.order_id} FROM ${payments} JOIN ${receipts} ON ${receipts.id} = ${payments.receipt_id}
    WHERE ${receipts.received_at} >= ${startOf(from)} AND ${receipts.received_at} < ${end} AND ${condition})`;
  const isReceived = figure === "received";
  const isPlaced = sql`${pedidos.created_at} >= ${startOf(from)} AND ${pedidos.created_at} < ${end}
    AND ${pedidos.status} IN ${listStatuses(salesFigures[figure].parts as OrderStatus[])}`;
  const customer = by === "customer" && key !== noKey ? await listParts(database, key) : undefined;
  const isPaidBy = isReceived && by === "method";
  const isOfKey = customer ? inArray(pedidos.customer_id, customer) : isOfRow[by](key);
  const isAnyDay = isReceived || customer !== undefined;
  const day = sql`row_days.day`;
  const rows = await readPlanned(database, (tx) =>
    tx
      .select({
        id: pedidos.id,
        numero_pedido: pedidos.numero_pedido,
        created_at: pedidos.created_at,
        status: pedidos.status,
        customer_name: sql<string>`coalesce(${pedidos.cliente_info} ->> 'name', '')`,
        valor_total: sql<number>`${pedidos.valor_total}::float8`,
      })
      .from(isAnyDay ? sql`(SELECT) AS row_days` : sql`${daysOfRow(query, key, after)} AS row_days`)
      .innerJoin(
        pedidos,
        isAnyDay
          ? sql`true`
          : sql`${pedidos.created_at} >= ${day}::timestamp AT TIME ZONE 'America/Sao_Paulo'
            AND ${pedidos.created_at} < (${day} + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'`,
      )
      .where(
        and(
          isPaidBy ? undefined : isOfKey,
          isReceived ? isPaid(isPaidBy ? sql`${receipts.method} = ${key}` : sql`true`) : isPlaced,
          after &&
            sql`(${pedidos.created_at}, ${pedidos.id}) < (${after.created_at.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(desc(pedidos.created_at), desc(pedidos.id))
      .limit(listedOrders + 1),
  );
  const { items, next_cursor } = toPage(rows, listedOrders);
  const shown = items.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  return { items: shown, next_cursor };
}

/** A customer and those merged into it. */
async function listParts(database: Database, key: string): Promise<string[]> {
  if (!z.guid().safeParse(key).success) return [];
  const rows = await database
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.root_id, key));
  return [key, ...rows.map(({ id }) => id)];
}

/** The newest days on which the row has orders, as many as fill a page: other orders of the period are not read. */
function daysOfRow({ from, until, figure, by }: SalesQuery, key: string, after?: CursorPosition) {
  const last = after ? dayOf(after.created_at) : until;
  // Any number of rows of the cursor's day has been listed.
  const full = after ? sql`day < ${last}::date` : sql`true`;
  return sql`(
    SELECT day FROM (
      SELECT day, coalesce(sum(sum(orders) FILTER (WHERE ${full})) OVER (
        ORDER BY day DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ), 0) AS newer
      FROM sales_sums
      WHERE dimension = ${by} AND day BETWEEN ${from}::date AND ${last}::date AND key = ${key}
        AND figure IN ${listStatuses(salesFigures[figure].parts as OrderStatus[])}
      GROUP BY day
    ) AS counted WHERE newer <= ${listedOrders}
  )`;
}

const hasExtras = sql`${pedidos.delivery_fee} <> ${pedidos.discount}`;
// OFFSET 0: the lines of the orders that are read, instead of a join with all lines.
const hasLine = (condition: SQL) => sql`EXISTS (
  SELECT FROM order_lines LEFT JOIN products ON products.id = product_id
  WHERE order_id = ${pedidos.id} AND quantity > 0 AND ${condition} OFFSET 0)`;

// The condition has no coalesce, for which PostgreSQL has no statistics.
const isKey = (column: AnyColumn, key: string) =>
  key === noKey ? sql`(${column} IS NULL OR ${column} = ${noKey})` : sql`${column} = ${key}`;

/** The orders of a row, grouped like the sums. */
const isOfRow: Record<SalesDimension, (key: string) => SQL> = {
  product: (key) =>
    key === extrasKey
      ? hasExtras
      : hasLine(sql`coalesce(product_id::text, 'nome:' || product_name) = ${key}`),
  category: (key) =>
    key === extrasKey ? hasExtras : hasLine(sql`coalesce(products.category, ${noKey}) = ${key}`),
  customer: () => sql`${pedidos.customer_id} IS NULL`,
  method: (key) => isKey(pedidos.payment_method, key),
  zone: (key) => isKey(pedidos.delivery_zone, key),
  channel: (key) => sql`${pedidos.channel} = ${key}`,
};
