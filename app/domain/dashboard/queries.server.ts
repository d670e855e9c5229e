import { and, asc, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { OrderStatus } from "#app/domain/orders/status.ts";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";
import { pedidos, products } from "#app/platform/database/schema.ts";
import {
  type BestSeller,
  curveDays,
  type Dashboard,
  type DayTotals,
  type LatestOrder,
  lowStockThreshold,
  type Setup,
  type WaitingOrder,
} from "./rules.ts";

const timeZone = "America/Sao_Paulo";
const shownProducts = 10;
const shownBestSellers = 5;
const shownOrders = 4;
const shownWaiting = 6;

/** All figures of the dashboard as of `now`, in eight queries. */
export async function readDashboard(database: Database, now: Date): Promise<Dashboard> {
  const figures = await readFigures(database, now);
  const receivable = await readReceivable(database);
  const stock = await readStock(database);
  const days = await readDays(database, now);
  const bestSellers = await readBestSellers(database, now);
  const latest = await readLatest(database);
  const waiting = { ...figures.waiting, oldest: await readWaiting(database) };
  const setup = await readSetup(database);
  return { ...figures, waiting, receivable, setup, stock, days, bestSellers, latest };
}

const localDay = (instant: SQL) => sql`date_trunc('day', ${instant} AT TIME ZONE ${timeZone})`;
const instantOf = (local: SQL) => sql`(${local}) AT TIME ZONE ${timeZone}`;
const nowOf = (now: Date) => sql`${now.toISOString()}::timestamptz`;

const startOfToday = (now: Date) => instantOf(localDay(nowOf(now)));
const startOfMonth = (now: Date) =>
  instantOf(sql`date_trunc('month', ${nowOf(now)} AT TIME ZONE ${timeZone})`);
const startOfCurve = (now: Date) =>
  instantOf(sql`${localDay(nowOf(now))} - make_interval(days => ${curveDays - 1})`);

const count = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::integer`;
const amount = (condition: SQL) =>
  sql<number>`coalesce(sum(${pedidos.valor_total}) FILTER (WHERE ${condition}), 0)::float8`;

/** One pass over an index of date, status and total. */
async function readFigures(database: Database, now: Date) {
  const waiting = sql`${pedidos.status} = 'pendente'`;
  const delivered = sql`${pedidos.status} = 'entregue'`;
  const today = sql`${pedidos.created_at} >= ${startOfToday(now)}`;
  const month = sql`${pedidos.created_at} >= ${startOfMonth(now)}`;
  const [row] = await database
    .select({
      waiting: { orders: count(waiting), amount: amount(waiting) },
      today: { orders: count(today), amount: amount(today) },
      month: { orders: count(month), amount: amount(month) },
      revenue: { total: amount(delivered), month: amount(sql`${delivered} AND ${month}`) },
    })
    .from(pedidos);
  if (!row) throw new Error("an aggregate has one row");
  return row;
}

/** Confirmed and delivered orders without payment, from an index of them. */
async function readReceivable(database: Database): Promise<Dashboard["receivable"]> {
  const all = sql`true`;
  const [row] = await database
    .select({ orders: count(all), amount: amount(all) })
    .from(pedidos)
    .where(sql`${pedidos.paid_at} IS NULL AND ${pedidos.status} IN ('confirmado', 'entregue')`);
  return row ?? { orders: 0, amount: 0 };
}

async function readStock(database: Database): Promise<Dashboard["stock"]> {
  const out = sql`${products.stock} <= 0`;
  const rows = await database
    .select({
      product: {
        id: products.id,
        title: products.title,
        slug: products.slug,
        stock: products.stock,
        version: products.version,
        specs: products.specs,
        image: sql<string | null>`${products.images} ->> 0`,
      },
      all: sql<number>`(count(*) OVER ())::integer`,
      out: sql<number>`(count(*) FILTER (WHERE ${out}) OVER ())::integer`,
    })
    .from(products)
    .where(and(eq(products.visible, true), lte(products.stock, lowStockThreshold)))
    .orderBy(asc(products.stock), asc(products.title))
    .limit(shownProducts);
  const [first = { all: 0, out: 0 }] = rows;
  const warnings = rows.map(({ product: { specs, ...rest } }) => ({ ...rest, unit: specs.unit }));
  return { out: first.out, low: first.all - first.out, products: warnings };
}

/** Includes days without orders. */
async function readDays(database: Database, now: Date): Promise<DayTotals[]> {
  const day = sql<string>`to_char(${localDay(sql`${pedidos.created_at}`)}, 'YYYY-MM-DD')`;
  const rows = await database
    .select({
      day,
      orders: sql<number>`count(*)::integer`,
      revenue: amount(sql`${pedidos.status} = 'entregue'`),
    })
    .from(pedidos)
    .where(gte(pedidos.created_at, startOfCurve(now)))
    .groupBy(sql`1`);
  const tallies = new Map(rows.map((row) => [row.day, row]));
  return lastDays(now).map((day) => tallies.get(day) ?? { day, orders: 0, revenue: 0 });
}

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone });

/** The days of the chart, computed at noon so that clock changes cannot shift a date. */
function lastDays(now: Date): string[] {
  const noon = new Date(`${dayFormat.format(now)}T12:00:00Z`).getTime();
  return Array.from({ length: curveDays }, (_, index) => {
    const before = curveDays - 1 - index;
    return new Date(noon - before * 86_400_000).toISOString().slice(0, 10);
  });
}

function readBestSellers(database: Database, now: Date): Promise<BestSeller[]> {
  const quantity = sql<number>`sum((item ->> 'quantity')::integer)::integer`;
  const best = database
    .select({
      product_id: sql<string>`item ->> 'product_id'`.as("product_id"),
      ordered_as: sql<string>`max(item ->> 'product_name')`.as("ordered_as"),
      quantity: quantity.as("quantity"),
      amount: sql<number>`sum((item ->> 'total')::numeric)::float8`.as("amount"),
    })
    .from(pedidos)
    .innerJoin(sql`jsonb_array_elements(${pedidos.itens}) AS item`, sql`true`)
    .where(
      and(
        gte(pedidos.created_at, startOfCurve(now)),
        sql`${pedidos.status} IN ('confirmado', 'entregue')`,
      ),
    )
    .groupBy(sql`1`)
    .orderBy(desc(quantity), sql`1`)
    .limit(shownBestSellers)
    .as("best");
  return database
    .select({
      product_id: best.product_id,
      // The current title; for a deleted product the ordered one.
      product_name: sql<string>`coalesce(${products.title}, ${best.ordered_as})`,
      quantity: best.quantity,
      amount: best.amount,
    })
    .from(best)
    .leftJoin(products, sql`${products.id}::text = ${best.product_id}`)
    .orderBy(desc(best.quantity), asc(best.product_id));
}

const listedOrder = {
  id: pedidos.id,
  numero_pedido: pedidos.numero_pedido,
  customer_name: sql<string>`coalesce(${pedidos.cliente_info} ->> 'name', '')`,
  status: pedidos.status,
  valor_total: pedidos.valor_total,
  created_at: pedidos.created_at,
  version: pedidos.version,
};

async function readLatest(database: Database): Promise<LatestOrder[]> {
  const rows = await database
    .select(listedOrder)
    .from(pedidos)
    .orderBy(desc(pedidos.created_at), desc(pedidos.id))
    .limit(shownOrders);
  return rows.map(toListed);
}

/** Pending orders, the oldest first. */
async function readWaiting(database: Database): Promise<WaitingOrder[]> {
  const rows = await database
    .select(listedOrder)
    .from(pedidos)
    .where(eq(pedidos.status, "pendente"))
    .orderBy(asc(pedidos.created_at), asc(pedidos.id))
    .limit(shownWaiting);
  return rows.map(toListed);
}

function toListed<
  Row extends { status: string; valor_total: string; created_at: Date; version: number },
>(row: Row) {
  return {
    ...row,
    status: row.status as OrderStatus,
    valor_total: Number(row.valor_total),
    created_at: row.created_at.toISOString(),
  };
}

async function readSetup(database: Database): Promise<Setup> {
  const settings = await readSettings(database);
  const { delivery_fee, minimum_order, free_delivery_minimum } = settings.delivery_settings;
  return {
    logo: Boolean(settings.logo),
    whatsapp: Boolean(settings.whatsapp),
    product: (await database.$count(products)) > 0,
    delivery: delivery_fee + minimum_order + free_delivery_minimum > 0,
  };
}
