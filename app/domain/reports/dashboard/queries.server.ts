import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import { products } from "#app/domain/catalogue/table.ts";
import { readSettings } from "#app/domain/company/queries.server.ts";
import { receipts } from "#app/domain/orders/payments/table.ts";
import { isDueExpected, isReceivable, listStatuses, pedidos } from "#app/domain/orders/table.ts";
import { acceptedPaymentMethods } from "#app/domain/payments/methods.ts";
import { refreshSales } from "#app/domain/reports/sales/sums.server.ts";
import { quantitiesOf, salesSums } from "#app/domain/reports/sales/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import {
  deliveredStatuses,
  newStatus,
  type OrderStatus,
  orderStatuses,
  statusesWith,
} from "#app/shared/order-status.ts";
import type { SaleUnit } from "#app/shared/units.ts";
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

const shownProducts = 3;
const shownBestSellers = 5;
const shownOrders = 4;
const shownWaiting = 4;

/** All figures of the dashboard as of `now`, in ten queries after the sums of changed days. */
export async function readDashboard(database: Database, now: Date): Promise<Dashboard> {
  await refreshSales(database);
  const figures = await readFigures(database, now);
  const received = await readReceived(database, now);
  const stock = await readStock(database);
  const days = await readDays(database, now);
  const bestSellers = await readBestSellers(database, now);
  const latest = await readLatest(database);
  const waiting = { ...figures.waiting, oldest: await readWaiting(database) };
  const setup = await readSetup(database);
  return { ...figures, received, waiting, setup, stock, days, bestSellers, latest };
}

/** The days of the chart. */
function lastDays(now: Date): string[] {
  const today = dayOf(now);
  return Array.from({ length: curveDays }, (_, index) => addDays(today, index + 1 - curveDays));
}

const { day, figure } = salesSums;
const count = (condition: SQL) =>
  sql<number>`coalesce(sum(${salesSums.orders}) FILTER (WHERE ${condition}), 0)::integer`;
const amount = (condition: SQL) =>
  sql<number>`coalesce(sum(${salesSums.amount}) FILTER (WHERE ${condition}), 0)::float8`;

/** The sums of all orders, by status. */
const isOfOrders = and(eq(salesSums.dimension, "total"), inArray(figure, [...orderStatuses]));
const delivered = sql`${figure} IN ${listStatuses(deliveredStatuses)}`;

/** Reads the figures from the sums of each day. */
async function readFigures(database: Database, now: Date) {
  const waiting = sql`${figure} = ${newStatus}`;
  const date = dayOf(now);
  const today = sql`${day} >= ${date}::date`;
  const month = sql`${day} >= date_trunc('month', ${date}::date)`;
  const [row] = await database
    .select({
      waiting: { orders: count(waiting), amount: amount(waiting) },
      today: { orders: count(today), amount: amount(today) },
      month: { orders: count(month), amount: amount(month) },
      revenue: { total: amount(delivered), month: amount(sql`${delivered} AND ${month}`) },
    })
    .from(salesSums)
    .where(isOfOrders);
  const [receivable] = await database
    .select({
      orders: sql<number>`(count(*) FILTER (WHERE ${pedidos.valor_total} > 0))::integer`,
      amount: sql<number>`coalesce(sum(${pedidos.valor_total} - ${pedidos.paid_amount}), 0)::float8`,
      overdue: sql<number>`(count(*) FILTER (WHERE ${pedidos.valor_total} > 0 AND ${isOverdueOn(date)}))::integer`,
    })
    .from(pedidos)
    .where(isReceivable);
  if (!row || !receivable) throw new Error("an aggregate has one row");
  return { ...row, receivable };
}

/** The rule `isOverdue` of what is to be received. */
function isOverdueOn(date: string): SQL {
  const isDue = sql`${pedidos.due_on} < ${date}::date AND NOT ${isDueExpected}`;
  const isOld = sql`order_day(${pedidos.delivered_at}) < ${date}::date`;
  return sql`((${isDue}) OR (${pedidos.due_on} IS NULL AND ${isOld}))`;
}

async function readReceived(database: Database, now: Date): Promise<Dashboard["received"]> {
  const date = dayOf(now);
  const start = (day: SQL) => sql`${day} AT TIME ZONE 'America/Sao_Paulo'`;
  const isToday = sql`${receipts.received_at} >= ${start(sql`${date}::timestamp`)}`;
  const [row] = await database
    .select({
      today: sql<number>`coalesce(sum(${receipts.amount}) FILTER (WHERE ${isToday}), 0)::float8`,
      month: sql<number>`coalesce(sum(${receipts.amount}), 0)::float8`,
    })
    .from(receipts)
    .where(
      sql`${receipts.kind} <> 'adjustment' AND ${receipts.received_at} >= ${start(sql`date_trunc('month', ${date}::timestamp)`)}`,
    );
  return row ?? { today: 0, month: 0 };
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
        unit: sql<SaleUnit>`${products.sale_options} -> 0 ->> 'unit'`,
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
  const warnings = rows.map(({ product }) => product);
  return { out: first.out, low: first.all - first.out, products: warnings };
}

/** Includes days without orders. */
async function readDays(database: Database, now: Date): Promise<DayTotals[]> {
  const days = lastDays(now);
  const first = addDays(days[0] ?? "", -curveDays);
  const rows = await database
    .select({ day, orders: count(sql`true`), revenue: amount(delivered) })
    .from(salesSums)
    .where(and(isOfOrders, gte(day, first)))
    .groupBy(day);
  const totals = new Map(rows.map((row) => [row.day, row]));
  return days.map((one) => ({
    day: one,
    orders: totals.get(one)?.orders ?? 0,
    revenue: totals.get(one)?.revenue ?? 0,
    revenue_before: totals.get(addDays(one, -curveDays))?.revenue ?? 0,
  }));
}

/** Lists the best sellers by their amounts, which kilos and pieces have in common. */
function readBestSellers(database: Database, now: Date): Promise<BestSeller[]> {
  const sold = sql<number>`sum(${salesSums.amount})::float8`;
  const best = database
    .select({
      product_id: sql<string>`${salesSums.key}::uuid`.as("product_id"),
      ordered_as: sql<string>`max(${salesSums.label})`.as("ordered_as"),
      quantities: quantitiesOf((unit) => sql`sum(${salesSums[unit]})`).as("quantities"),
      amount: sold.as("amount"),
    })
    .from(salesSums)
    .where(
      and(
        eq(salesSums.dimension, "product"),
        gte(day, lastDays(now)[0] ?? ""),
        inArray(figure, statusesWith("takesStock")),
        // A key of a product with an id: fees and other products have none.
        sql`${salesSums.key} ~ '^[0-9a-f-]{36}$'`,
      ),
    )
    .groupBy(salesSums.key)
    .orderBy(desc(sold), asc(salesSums.key))
    .limit(shownBestSellers)
    .as("best");
  return database
    .select({
      product_id: best.product_id,
      // The current title; for a deleted product the ordered one.
      product_name: sql<string>`coalesce(${products.title}, ${best.ordered_as})`,
      quantities: best.quantities,
      amount: best.amount,
    })
    .from(best)
    .leftJoin(products, eq(products.id, best.product_id))
    .orderBy(desc(best.amount), asc(best.product_id));
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
    .where(eq(pedidos.status, newStatus))
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
  return {
    stage: settings.stage,
    version: settings.version,
    identity: Boolean(settings.site_name && settings.logo),
    contact: Boolean((settings.whatsapp || settings.phone) && settings.opening_hours),
    payment: acceptedPaymentMethods(settings.payment_methods).length > 0,
    products: (await database.$count(products, eq(products.visible, true))) > 0,
    look: Object.keys(settings.colors).length > 0 || settings.hero_image_url !== null,
  };
}
