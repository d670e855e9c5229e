import { setImmediate } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { addDays } from "#app/shared/days.ts";
import { saleUnits } from "#app/shared/units.ts";
import { noKey, unnamedProduct } from "./rules.ts";

/** The instant at which a day begins in São Paulo. */
export const startOf = (day: string) => sql`${day}::timestamp AT TIME ZONE 'America/Sao_Paulo'`;

/** The statistics are updated after so many days that were computed at once. */
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

type DayPeriod = { day: string; start: SQL; end: SQL };

/** A part of the statement for each unit. */
const forUnits = (toSql: (unit: SQL) => SQL) =>
  sql.join(
    saleUnits.map((unit) => toSql(sql.raw(unit))),
    sql`, `,
  );

/** See `mainUnitOf`. */
const mainUnit = sql`CASE
  WHEN order_lines.variable_weight THEN 'kg'
  WHEN order_lines.contains = 1 THEN order_lines.unit
  ELSE coalesce(products.sale_options -> 0 ->> 'unit', 'unidade')
END`;

/** The orders that were placed in the period; a figure is a status. */
const placedOrders = ({ day, start, end }: DayPeriod) => sql`
  SELECT ${day}::date AS day, status AS figure, id, valor_total, delivery_fee - discount AS extra,
    coalesce(customer_id::text, ${noKey}) AS customer, coalesce(payment_method, ${noKey}) AS method,
    coalesce(delivery_zone, ${noKey}) AS zone, channel
  FROM pedidos WHERE created_at >= ${start} AND created_at < ${end}`;

/** Their lines with quantity and, where it was known when they were taken from the stock, cost. */
const soldLines = sql`
  SELECT day, figure, orders.id, coalesce(product_id::text, ${unnamedProduct} || product_name) AS product, product_name,
    coalesce(products.category, ${noKey}) AS category, order_lines.total,
    ${forUnits((unit) => sql`CASE WHEN ${mainUnit} = '${unit}' THEN line_stock(order_lines) ELSE 0 END AS ${unit}`)},
    CASE WHEN cost IS NULL THEN 0 ELSE order_lines.total END AS costed_amount,
    coalesce(round(line_stock(order_lines) * cost), 0) AS cost
  FROM orders JOIN order_lines ON order_id = orders.id LEFT JOIN products ON products.id = product_id
    LEFT JOIN order_costs USING (order_id, product_id)
  WHERE quantity > 0`;

/** The orders with the sums of their lines. */
const sizedOrders = sql`
  SELECT orders.*, ${forUnits((unit) => sql`coalesce(${unit}, 0) AS ${unit}`)},
    coalesce(costed_amount, 0) AS costed_amount, coalesce(cost, 0) AS cost
  FROM orders LEFT JOIN (
    SELECT id, ${forUnits((unit) => sql`sum(${unit}) AS ${unit}`)}, sum(costed_amount) AS costed_amount, sum(cost) AS cost
    FROM lines GROUP BY id
  ) AS sizes USING (id)`;

/** The amounts received in the period: for orders, and as credit of a customer. */
const receivedAmounts = ({ day, start, end }: DayPeriod) => sql`
  SELECT ${day}::date AS day, 'received' AS figure, payments.amount,
    coalesce(pedidos.customer_id::text, receipts.customer_id::text, ${noKey}) AS customer, method,
    coalesce(delivery_zone, ${noKey}) AS zone, coalesce(channel, ${noKey}) AS channel
  FROM receipts JOIN (
    SELECT receipt_id, amount, order_id FROM payments
    UNION ALL SELECT id, amount - allocated, NULL FROM receipts WHERE amount <> allocated
  ) AS payments ON receipt_id = receipts.id LEFT JOIN pedidos ON pedidos.id = order_id
  WHERE kind <> 'adjustment' AND received_at >= ${start} AND received_at < ${end}`;

const sums = sql`${forUnits((unit) => sql`sum(${unit})`)}, sum(costed_amount), sum(cost)`;
const noSums = sql`${forUnits(() => sql`0`)}, 0, 0`;

/** The dimensions that an order or a payment has a key in. */
const keys = sql`LATERAL (
  VALUES ('total', ''), ('customer', customer), ('method', method), ('zone', zone), ('channel', channel)
) AS keys (dimension, key)`;

/** Rows of `sales_sums`: dimension, day, key, figure, label, orders, amount and the sums. */
const sumsOfLines = sql`
  SELECT dimension, day, key, figure, max(label), count(DISTINCT id), sum(total), ${sums}
  FROM lines, LATERAL (
    VALUES ('product', product, product_name), ('category', category, '')
  ) AS keys (dimension, key, label)
  GROUP BY dimension, day, key, figure`;
/** Fee and discount of the orders, so that the rows of products and of categories sum up to the total. */
const sumsOfExtras = sql`
  SELECT dimension, day, '', figure, '', count(*), sum(extra), ${noSums}
  FROM orders, (VALUES ('product'), ('category')) AS of_lines (dimension)
  WHERE extra <> 0 GROUP BY dimension, day, figure`;
const sumsOfOrders = sql`
  SELECT dimension, day, key, figure, '', count(*), sum(valor_total), ${sums}
  FROM sized, ${keys} GROUP BY dimension, day, key, figure`;
const sumsOfPayments = sql`
  SELECT dimension, day, key, figure, '', count(*), sum(amount), ${noSums}
  FROM paid, ${keys} GROUP BY dimension, day, key, figure`;

async function computeDay(tx: Database, day: string): Promise<void> {
  const period = { day, start: startOf(day), end: startOf(addDays(day, 1)) };
  await tx.execute(sql`
    DELETE FROM sales_sums
    WHERE dimension IN ('total', 'product', 'category', 'customer', 'method', 'zone', 'channel') AND day = ${day}::date`);
  await tx.execute(sql`
    WITH orders AS MATERIALIZED (${placedOrders(period)}),
      lines AS MATERIALIZED (${soldLines}),
      sized AS MATERIALIZED (${sizedOrders}),
      paid AS MATERIALIZED (${receivedAmounts(period)})
    INSERT INTO sales_sums
      (dimension, day, key, figure, label, orders, amount, ${forUnits((unit) => unit)}, costed_amount, cost)
    ${sumsOfLines} UNION ALL ${sumsOfExtras} UNION ALL ${sumsOfOrders} UNION ALL ${sumsOfPayments}`);
}
