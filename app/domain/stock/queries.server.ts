import { and, asc, desc, eq, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { products } from "#app/domain/catalogue/table.ts";
import { listStatuses, pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import {
  newStatus,
  type OrderStatus,
  orderStatuses,
  statusTable,
} from "#app/shared/order-status.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import { expiryWarningDays, type OrderedStock, type StockLevels } from "./rules.ts";
import type {
  LotQuery,
  MovementQuery,
  OrderLot,
  Recall,
  StockLot,
  StockMovement,
} from "./schema.ts";
import { lotMovements, stockLots, stockMinimums, stockMovements, stockReceipts } from "./table.ts";

const maxLots = 200;
/** Orders of a recall. */
const maxRecalled = 5000;

/** The movements of a product, the newest first. */
export async function listStockMovements(
  database: Database,
  { product, limit, cursor }: MovementQuery,
): Promise<{ items: StockMovement[]; next_cursor: string | null }> {
  const rows = await database
    .select({
      movement: stockMovements,
      numero_pedido: pedidos.numero_pedido,
      supplier: stockReceipts.supplier,
      is_undone: sql<boolean>`EXISTS (SELECT FROM stock_movements AS later WHERE later.undoes = ${stockMovements.id})`,
    })
    .from(stockMovements)
    .leftJoin(pedidos, eq(pedidos.id, stockMovements.order_id))
    .leftJoin(stockReceipts, eq(stockReceipts.movement_id, stockMovements.id))
    .where(
      and(
        eq(stockMovements.product_id, product),
        cursor === undefined ? undefined : lt(stockMovements.id, cursor),
      ),
    )
    .orderBy(desc(stockMovements.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const ids = page.map(({ movement }) => movement.id);
  const parts = await readLotParts(database, inArray(lotMovements.movement_id, ids));
  const items = page.map(({ movement, numero_pedido, is_undone, supplier }) => ({
    ...movement,
    is_undone,
    created_at: movement.created_at.toISOString(),
    numero_pedido,
    supplier,
    lots: parts.flatMap(({ movement_id, part }) => (movement_id === movement.id ? [part] : [])),
  }));
  return { items, next_cursor: rows.length > limit ? String(ids.at(-1)) : null };
}

function readLotParts(database: Database, condition: SQL) {
  return database
    .select({
      movement_id: lotMovements.movement_id,
      part: {
        lot_id: stockLots.id,
        code: stockLots.code,
        expires_on: stockLots.expires_on,
        quantity: lotMovements.quantity,
      },
    })
    .from(lotMovements)
    .innerJoin(stockLots, eq(stockLots.id, lotMovements.lot_id))
    .where(condition)
    .orderBy(asc(lotMovements.id));
}

/** Reads the parts of lots that each order got, the first to expire first. */
export async function readOrderLots(
  database: Database,
  orders: readonly string[],
): Promise<Map<string, OrderLot[]>> {
  const found = new Map<string, OrderLot[]>();
  if (orders.length === 0) return found;
  const rows = await database
    .select({
      order_id: sql<string>`${lotMovements.order_id}`,
      product_id: stockLots.product_id,
      lot_id: stockLots.id,
      code: stockLots.code,
      expires_on: stockLots.expires_on,
      quantity: sql<number>`-sum(${lotMovements.quantity})::float8`,
    })
    .from(lotMovements)
    .innerJoin(stockLots, eq(stockLots.id, lotMovements.lot_id))
    .where(inArray(lotMovements.order_id, [...orders]))
    .groupBy(lotMovements.order_id, stockLots.id)
    .having(sql`sum(${lotMovements.quantity}) < 0`)
    .orderBy(asc(stockLots.expires_on), asc(stockLots.created_at));
  for (const { order_id, ...part } of rows) {
    found.set(order_id, [...(found.get(order_id) ?? []), part]);
  }
  return found;
}

const lotColumns = {
  id: stockLots.id,
  product_id: stockLots.product_id,
  title: sql<string>`coalesce(${products.title}, '')`,
  unit: sql<SaleUnit | null>`${products.sale_options} -> 0 ->> 'unit'`,
  code: stockLots.code,
  expires_on: stockLots.expires_on,
  balance: stockLots.balance,
};

/** Sorts empty lots last, and the others by their expiry. */
const lotOrder = sql`(NOT ${stockLots.balance} > 0, coalesce(${stockLots.expires_on}, 'infinity'), ${stockLots.created_at}, ${stockLots.id})`;

/** A page of lots, the first to expire first. Empty ones only by product or code. */
export async function listStockLots(
  database: Database,
  { product, search, until, limit, cursor }: LotQuery,
): Promise<{ items: StockLot[]; next_cursor: string | null }> {
  const isHeld = sql`${stockLots.balance} > 0`;
  const last = alias(stockLots, "last");
  const isAfter = sql`${lotOrder} > (SELECT NOT ${last.balance} > 0, coalesce(${last.expires_on}, 'infinity'),
    ${last.created_at}, ${last.id} FROM ${stockLots} AS ${last} WHERE ${last.id} = ${cursor})`;
  const rows = await database
    .select(lotColumns)
    .from(stockLots)
    .leftJoin(products, eq(products.id, stockLots.product_id))
    .where(
      and(
        product ? eq(stockLots.product_id, product) : undefined,
        search ? sql`strpos(lower(${stockLots.code}), lower(${search})) > 0` : undefined,
        until ? and(lte(stockLots.expires_on, until), isHeld) : undefined,
        product || search ? undefined : isHeld,
        cursor === undefined ? undefined : isAfter,
      ),
    )
    .orderBy(lotOrder)
    .limit(limit + 1);
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Lots that expire soon or did already. */
export async function listExpiringLots(database: Database, now: Date): Promise<StockLot[]> {
  const until = addDays(dayOf(now), expiryWarningDays);
  return (await listStockLots(database, { until, limit: maxLots })).items;
}

/** The orders that got goods of a lot, the newest first; undefined when there is no such lot. */
export async function readRecall(database: Database, id: string): Promise<Recall | undefined> {
  const [lot] = await database
    .select(lotColumns)
    .from(stockLots)
    .leftJoin(products, eq(products.id, stockLots.product_id))
    .where(eq(stockLots.id, id));
  if (!lot) return undefined;
  const { rows } = await database.execute<Recall["orders"][number]>(sql`
    SELECT got.order_id AS id, numero_pedido, status, customer_id, coalesce(cliente_info ->> 'name', '') AS name,
      coalesce(cliente_info ->> 'phone', '') AS phone, delivery_date::text AS delivery_date, got.quantity
    FROM (
      SELECT order_id, -sum(quantity)::float8 AS quantity FROM lot_movements
      WHERE lot_id = ${id} AND order_id IS NOT NULL GROUP BY order_id HAVING sum(quantity) < 0
    ) AS got LEFT JOIN pedidos ON pedidos.id = got.order_id
    ORDER BY numero_pedido DESC NULLS LAST, got.order_id LIMIT ${maxRecalled}`);
  return { lot, orders: rows };
}

/** Orders whose goods left the balance and are still on the shelf. */
const takenStatuses = orderStatuses.filter(
  (status) => statusTable[status].takesStock && !statusTable[status].isClosed,
);

const isOpenStatus = sql`status IN ${listStatuses([newStatus, ...takenStatuses])}`;

/** Lists the quantities that are ordered and not delivered of each product, or of one. */
export async function listOrderedStock(
  database: Database,
  product?: string,
): Promise<OrderedStock[]> {
  const sumOf = (statuses: readonly OrderStatus[]) =>
    sql`coalesce(sum(line_stock(order_lines)) FILTER (WHERE status IN ${listStatuses(statuses)}), 0)::float8`;
  const { rows } = await database.execute<OrderedStock>(sql`
    SELECT product_id, ${sumOf([newStatus])} AS pending, ${sumOf(takenStatuses)} AS confirmed
    FROM pedidos JOIN order_lines ON order_id = pedidos.id
    WHERE ${isOpenStatus} AND ${product ? sql`product_id = ${product}` : sql`product_id IS NOT NULL`} GROUP BY product_id`);
  return rows;
}

/** The figures of a product; undefined when it does not exist. */
export async function readStockLevels(
  database: Database,
  product: string,
): Promise<
  (StockLevels & { id: string; title: string; unit: SaleUnit; minimum: number | null }) | undefined
> {
  const [row] = await database
    .select({
      id: products.id,
      title: products.title,
      unit: sql<SaleUnit>`${products.sale_options} -> 0 ->> 'unit'`,
      balance: products.stock,
      minimum: stockMinimums.minimum,
    })
    .from(products)
    .leftJoin(stockMinimums, eq(stockMinimums.product_id, products.id))
    .where(eq(products.id, product));
  const [{ pending, confirmed } = { pending: 0, confirmed: 0 }] = await listOrderedStock(
    database,
    product,
  );
  return row && { ...row, pending, confirmed };
}
