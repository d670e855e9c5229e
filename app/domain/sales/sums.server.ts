import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { noKey, unnamedProduct } from "./schema.ts";

/** Days that one transaction computes, for which the embedded database blocks. */
const daysAtOnce = 1;

/**
 * Computes the sums of all days that have changed since. Other requests are handled between two transactions. A change that is
 * committed meanwhile has marked its day again, so that the next call computes it.
 */
export async function refreshSales(database: Database): Promise<void> {
  for (;;) {
    const computed = await database.transaction(async (tx) => {
      // One process at a time; others wait for its result.
      await tx.execute(sql`SELECT pg_advisory_xact_lock('sales_sums'::regclass::integer, 0)`);
      const { rows } = await tx.execute<{ day: string }>(sql`
        DELETE FROM sales_stale WHERE day IN (SELECT DISTINCT day FROM sales_stale ORDER BY day DESC LIMIT ${daysAtOnce})
        RETURNING day::text`);
      const days = [...new Set(rows.map(({ day }) => day))];
      if (days.length > 0) await computeDays(tx, days);
      return days.length;
    });
    if (computed < daysAtOnce) return;
    await setImmediate();
  }
}

async function computeDays(tx: Database, days: string[]): Promise<void> {
  const list = sql`${sql.param(days)}::date[]`;
  await tx.execute(sql`
    DELETE FROM sales_sums
    WHERE dimension IN ('total', 'product', 'category', 'customer', 'method', 'zone', 'channel') AND day = ANY (${list})`);
  const startOf = (day: string) => sql.raw(`(${day})::timestamp AT TIME ZONE 'America/Sao_Paulo'`);
  const person = sql`coalesce(customer_id::text, ${noKey})`;
  await tx.execute(sql`
    WITH days AS MATERIALIZED (SELECT unnest(${list}) AS day),
    orders AS MATERIALIZED (
      SELECT days.day, status AS figure, id, valor_total, delivery_fee - discount AS extra,
        coalesce(payment_method, ${noKey}) AS method, ${person} AS customer, channel, coalesce(delivery_zone, ${noKey}) AS zone
      FROM days JOIN pedidos ON created_at >= ${startOf("day")} AND created_at < ${startOf("day + 1")}
    ),
    lines AS MATERIALIZED (
      SELECT day, figure, orders.id, coalesce(product_id::text, ${unnamedProduct} || product_name) AS product, product_name,
        coalesce(products.category, ${noKey}) AS category, line_stock(order_lines) AS quantity, order_lines.total
      FROM orders JOIN order_lines ON order_id = orders.id LEFT JOIN products ON products.id = product_id
      WHERE quantity > 0
    ),
    sizes AS MATERIALIZED (SELECT id, sum(quantity) AS quantity FROM lines GROUP BY id),
    sized AS MATERIALIZED (SELECT orders.*, coalesce(quantity, 0) AS quantity FROM orders LEFT JOIN sizes USING (id)),
    paid AS MATERIALIZED (
      SELECT days.day, 'received' AS figure, amount, method, ${person} AS customer, channel, coalesce(delivery_zone, ${noKey}) AS zone
      FROM days JOIN payments ON received_at >= ${startOf("day")} AND received_at < ${startOf("day + 1")}
        JOIN pedidos ON pedidos.id = order_id
    )
    INSERT INTO sales_sums (dimension, day, key, figure, label, orders, quantity, amount)
    SELECT 'total', day, '', figure, '', count(*), sum(quantity), sum(valor_total) FROM sized GROUP BY day, figure
    UNION ALL
    SELECT 'product', day, product, figure, max(product_name), count(DISTINCT id), sum(quantity), sum(total)
    FROM lines GROUP BY day, product, figure
    UNION ALL
    SELECT 'category', day, category, figure, '', count(DISTINCT id), sum(quantity), sum(total)
    FROM lines GROUP BY day, category, figure
    UNION ALL
    SELECT dimension, day, '', figure, '', count(*), 0, sum(extra)
    FROM orders, (VALUES ('product'), ('category')) AS of_lines (dimension)
    WHERE extra <> 0 GROUP BY dimension, day, figure
    UNION ALL
    SELECT dimension, day, key, figure, '', count(*), sum(quantity), sum(valor_total)
    FROM sized, LATERAL (VALUES ('customer', customer), ('method', method), ('zone', zone), ('channel', channel)) AS of_orders (dimension, key)
    GROUP BY dimension, day, key, figure
    UNION ALL
    SELECT dimension, day, key, figure, '', count(*), 0, sum(amount)
    FROM paid, LATERAL (
      VALUES ('total', ''), ('customer', customer), ('method', method), ('zone', zone), ('channel', channel)
    ) AS of_payments (dimension, key)
    GROUP BY dimension, day, key, figure`);
}
