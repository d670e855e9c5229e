import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { addDays } from "#app/shared/days.ts";
import { type SaleUnit, saleUnits } from "#app/shared/units.ts";
import { noKey, unnamedProduct } from "./rules.ts";

/** The instant at which a day begins in São Paulo. */
export const startOf = (day: string) => sql`${day}::timestamp AT TIME ZONE 'America/Sao_Paulo'`;

/** After so many days that were computed at once. */
const analyzedDays = 30;

/**
 * Computes the sums of all days that have changed since, each in a transaction, between which other requests are handled. A
 * change that is committed meanwhile has marked its day again, so that the next call computes it.
 */
export async function refreshSales(database: Database): Promise<void> {
  for (let computed = 0; ; computed += 1) {
    const isComputed = await database.transaction(async (tx) => {
      // One process at a time; others wait for its result.
      await tx.execute(sql`SELECT pg_advisory_xact_lock('sales_sums'::regclass::integer, 0)`);
      const { rows } = await tx.execute<{ day: string }>(sql`
        DELETE FROM sales_stale WHERE day = (SELECT max(day) FROM sales_stale) RETURNING day::text`);
      const [stale] = rows;
      if (stale) await computeDay(tx, stale.day);
      return stale !== undefined;
    });
    if (!isComputed) {
      // Without statistics PostgreSQL expects few rows, and sorts all of them by key.
      if (computed >= analyzedDays) await database.execute(sql`ANALYZE sales_sums`);
      return;
    }
    await setImmediate();
  }
}

/** A part of the statement for each unit. */
const forUnits = (toSql: (unit: SaleUnit) => SQL) => sql.join(saleUnits.map(toSql), sql`, `);
const units = sql.raw(saleUnits.join(", "));
const sumsOfUnits = forUnits((unit) => sql`sum(${sql.raw(unit)})`);
const noUnits = forUnits(() => sql`0`);
/** Of the lines whose cost was known when they were taken from the stock. */
const sumsOfCosts = sql`sum(costed_amount), sum(cost)`;
const noCosts = sql`0, 0`;

/** See `mainUnitOf`. */
const mainUnit = sql`CASE
  WHEN order_lines.variable_weight THEN 'kg'
  WHEN order_lines.contains = 1 THEN order_lines.unit
  ELSE coalesce(products.sale_options -> 0 ->> 'unit', 'unidade')
END`;

const quantityOfUnits = forUnits(
  (unit) =>
    sql`CASE WHEN ${mainUnit} = ${unit} THEN line_stock(order_lines) ELSE 0 END AS ${sql.raw(unit)}`,
);

async function computeDay(tx: Database, day: string): Promise<void> {
  await tx.execute(sql`
    DELETE FROM sales_sums
    WHERE dimension IN ('total', 'product', 'category', 'customer', 'method', 'zone', 'channel') AND day = ${day}::date`);
  const [start, end] = [startOf(day), startOf(addDays(day, 1))];
  const person = sql`coalesce(customer_id::text, ${noKey})`;
  await tx.execute(sql`
    WITH orders AS MATERIALIZED (
      SELECT ${day}::date AS day, status AS figure, id, valor_total, delivery_fee - discount AS extra,
        coalesce(payment_method, ${noKey}) AS method, ${person} AS customer, channel, coalesce(delivery_zone, ${noKey}) AS zone
      FROM pedidos WHERE created_at >= ${start} AND created_at < ${end}
    ),
    lines AS MATERIALIZED (
      SELECT day, figure, orders.id, coalesce(product_id::text, ${unnamedProduct} || product_name) AS product, product_name,
        coalesce(products.category, ${noKey}) AS category, ${quantityOfUnits}, order_lines.total,
        CASE WHEN cost IS NULL THEN 0 ELSE order_lines.total END AS costed_amount,
        coalesce(round(line_stock(order_lines) * cost), 0) AS cost
      FROM orders JOIN order_lines ON order_id = orders.id LEFT JOIN products ON products.id = product_id
        LEFT JOIN order_costs USING (order_id, product_id)
      WHERE quantity > 0
    ),
    sizes AS MATERIALIZED (
      SELECT id, ${forUnits((unit) => sql`sum(${sql.raw(unit)}) AS ${sql.raw(unit)}`)},
        sum(costed_amount) AS costed_amount, sum(cost) AS cost
      FROM lines GROUP BY id
    ),
    sized AS MATERIALIZED (
      SELECT orders.*, ${forUnits((unit) => sql`coalesce(${sql.raw(unit)}, 0) AS ${sql.raw(unit)}`)},
        coalesce(costed_amount, 0) AS costed_amount, coalesce(cost, 0) AS cost
      FROM orders LEFT JOIN sizes USING (id)
    ),
    paid AS MATERIALIZED (
      SELECT ${day}::date AS day, 'received' AS figure, payments.amount, method,
        coalesce(pedidos.customer_id::text, receipts.customer_id::text, ${noKey}) AS customer, coalesce(channel, ${noKey}) AS channel, coalesce(delivery_zone, ${noKey}) AS zone
      FROM receipts JOIN (
        SELECT receipt_id, amount, order_id FROM payments
        UNION ALL SELECT id, amount - allocated, NULL FROM receipts WHERE amount <> allocated
      ) AS payments ON receipt_id = receipts.id LEFT JOIN pedidos ON pedidos.id = order_id
      WHERE kind <> 'adjustment' AND received_at >= ${start} AND received_at < ${end}
    )
    INSERT INTO sales_sums (dimension, day, key, figure, label, orders, ${units}, amount, costed_amount, cost)
    SELECT 'total', day, '', figure, '', count(*), ${sumsOfUnits}, sum(valor_total), ${sumsOfCosts} FROM sized GROUP BY day, figure
    UNION ALL
    SELECT 'product', day, product, figure, max(product_name), count(DISTINCT id), ${sumsOfUnits}, sum(total), ${sumsOfCosts}
    FROM lines GROUP BY day, product, figure
    UNION ALL
    SELECT 'category', day, category, figure, '', count(DISTINCT id), ${sumsOfUnits}, sum(total), ${sumsOfCosts}
    FROM lines GROUP BY day, category, figure
    UNION ALL
    SELECT dimension, day, '', figure, '', count(*), ${noUnits}, sum(extra), ${noCosts}
    FROM orders, (VALUES ('product'), ('category')) AS of_lines (dimension)
    WHERE extra <> 0 GROUP BY dimension, day, figure
    UNION ALL
    SELECT dimension, day, key, figure, '', count(*), ${sumsOfUnits}, sum(valor_total), ${sumsOfCosts}
    FROM sized, LATERAL (VALUES ('customer', customer), ('method', method), ('zone', zone), ('channel', channel)) AS of_orders (dimension, key)
    GROUP BY dimension, day, key, figure
    UNION ALL
    SELECT dimension, day, key, figure, '', count(*), ${noUnits}, sum(amount), ${noCosts}
    FROM paid, LATERAL (
      VALUES ('total', ''), ('customer', customer), ('method', method), ('zone', zone), ('channel', channel)
    ) AS of_payments (dimension, key)
    GROUP BY dimension, day, key, figure`);
}
