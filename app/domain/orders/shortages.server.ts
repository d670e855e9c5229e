import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { newStatus } from "#app/shared/order-status.ts";
import { maxCheckedOrders } from "./pending-orders.server.ts";
import type { Shortage } from "./schema.ts";
import { describeShortage } from "./texts.ts";

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

/** Lists the goods of an order that the stock does not cover, one sentence per product. */
export async function listMissingGoods(database: Database, orderId: string): Promise<string[]> {
  const { rows } = await database.execute<Omit<Shortage, "order_id" | "elsewhere">>(sql`
    WITH demand AS (
      SELECT product_id, sum(line_stock(order_lines)) AS needed FROM order_lines
      WHERE order_id = ${orderId}::uuid AND product_id IS NOT NULL GROUP BY product_id
    )
    SELECT product_id, title AS product_name, needed::float8, stock::float8
    FROM demand JOIN products ON products.id = product_id
    WHERE needed > stock ORDER BY title`);
  return rows.map((row) => `${row.product_name}: ${describeShortage({ ...row, elsewhere: 0 })}`);
}
