import { sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";

/**
 * The rules that hold in a shop whatever was done in it, computed from the rows alone and not by the shop's own functions. Each
 * query answers with a text for each violation.
 */
const rules: Record<string, string> = {
  "the total of an order is that of its lines, with the fee and without the discount": `
    SELECT format('order %s: %s, lines %s', numero_pedido, valor_total, goods) AS text FROM (
      SELECT numero_pedido, valor_total, delivery_fee, discount,
        (SELECT coalesce(sum(total), 0) FROM order_lines WHERE order_id = pedidos.id) AS goods FROM pedidos
    ) AS one WHERE valor_total <> goods + delivery_fee - discount`,
  "an order is paid by its payments": `
    SELECT format('order %s: %s, payments %s', numero_pedido, paid_amount, paid) FROM (
      SELECT numero_pedido, paid_amount,
        (SELECT coalesce(sum(amount), 0) FROM payments WHERE order_id = pedidos.id) AS paid FROM pedidos
    ) AS one WHERE paid_amount <> paid`,
  "a receipt is shared out among its payments, and no further": `
    SELECT format('receipt %s: %s of %s, payments %s', id, allocated, amount, given) FROM (
      SELECT id, allocated, amount,
        (SELECT coalesce(sum(amount), 0) FROM payments WHERE receipt_id = receipts.id) AS given FROM receipts
    ) AS one WHERE allocated <> given OR allocated NOT BETWEEN least(amount, 0) AND greatest(amount, 0)`,
  "a receipt of one order belongs to the customer of its order": `
    SELECT format('receipt %s', receipts.id) FROM receipts JOIN payments ON receipt_id = receipts.id
    JOIN pedidos ON pedidos.id = order_id
    WHERE NOT on_account AND receipts.customer_id IS DISTINCT FROM pedidos.customer_id`,
  "the credit of a customer is not negative": `
    SELECT format('customer %s: %s', root_id, sum(amount - allocated)) FROM receipts
    JOIN customers ON customers.id = customer_id GROUP BY root_id HAVING sum(amount - allocated) < 0`,
  "what a delivered order adds to an account is its total, any other adds nothing": `
    SELECT format('order %s (%s): %s, entries %s', numero_pedido, status, valor_total, entered) FROM (
      SELECT numero_pedido, status, valor_total,
        (SELECT coalesce(sum(amount), 0) FROM account_entries WHERE order_id = pedidos.id) AS entered FROM pedidos
    ) AS one WHERE entered <> CASE WHEN status = 'entregue' THEN valor_total ELSE 0 END`,
  "a stock is the sum of its movements": `
    SELECT format('%s: %s, movements %s', title, stock, moved) FROM (
      SELECT title, stock,
        (SELECT coalesce(sum(quantity), 0) FROM stock_movements WHERE product_id = products.id) AS moved FROM products
    ) AS one WHERE stock <> moved`,
  "the movements of an order are its lines while it is confirmed or delivered, else nothing": `
    SELECT format('order %s (%s), %s: lines %s, moved %s', numero_pedido, status, title, sent, moved) FROM (
      SELECT numero_pedido, status, title,
        CASE WHEN status IN ('confirmado', 'entregue') THEN (
          SELECT coalesce(sum(CASE WHEN weight IS NULL THEN quantity * contains WHEN unit = 'kg' THEN weight * contains ELSE weight END), 0)
          FROM order_lines WHERE order_id = pedidos.id AND product_id = products.id
        ) ELSE 0 END AS sent,
        (SELECT coalesce(sum(-quantity), 0) FROM stock_movements WHERE order_id = pedidos.id AND product_id = products.id) AS moved
      FROM pedidos, products
    ) AS one WHERE sent <> moved`,
  "lots hold what was moved into them, and no more than there is": `
    SELECT format('%s: lots %s, moved %s, stock %s', title, held, moved, stock) FROM (
      SELECT title, stock,
        (SELECT coalesce(sum(balance), 0) FROM stock_lots WHERE product_id = products.id) AS held,
        (SELECT coalesce(sum(quantity), 0) FROM lot_movements JOIN stock_lots ON stock_lots.id = lot_id
          WHERE product_id = products.id) AS moved
      FROM products
    ) AS one WHERE held <> moved OR held > greatest(stock, 0)`,
  "an order has a customer until its data are erased": `
    SELECT format('order %s', numero_pedido) FROM pedidos
    WHERE anonymized_at IS NULL AND customer_id NOT IN (SELECT id FROM customers)`,
};

const everyRule = Object.entries(rules)
  .map(([name, query]) => `SELECT '${name}' AS rule, text FROM (${query}) AS violations (text)`)
  .join("\nUNION ALL\n");

/** The violations in the shop as it is now. */
export async function findViolations(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ rule: string; text: string }>(sql.raw(everyRule));
  return rows.map(({ rule, text }) => `${rule}: ${text}`);
}

type ExpectedAccount = { id: string; balance: number; credit: number };

/**
 * Computes the amount that each customer owes for delivered orders, without the payments for any of their orders and their unused
 * credit.
 */
export async function computeAccounts(database: Database): Promise<ExpectedAccount[]> {
  const { rows } = await database.execute<ExpectedAccount>(sql`
    SELECT id, (owed - credit)::float8 AS balance, credit::float8 FROM (
      SELECT root.id,
        (SELECT coalesce(sum(CASE WHEN status = 'entregue' THEN valor_total ELSE 0 END - paid_amount), 0)
          FROM pedidos JOIN customers AS part ON part.id = customer_id WHERE part.root_id = root.id) AS owed,
        (SELECT coalesce(sum(amount - allocated), 0)
          FROM receipts JOIN customers AS part ON part.id = customer_id WHERE part.root_id = root.id) AS credit
      FROM customers AS root WHERE root.id = root.root_id
    ) AS one ORDER BY id`);
  return rows;
}

/** The numbers of the orders that the area of a customer shows, the newest first. */
export async function listAreaOrders(database: Database, rootId: string): Promise<number[]> {
  const { rows } = await database.execute<{ number: number }>(sql`
    WITH parts AS (SELECT id FROM customers WHERE root_id = ${rootId}::uuid),
      confirmed AS (SELECT contact FROM customer_contacts WHERE customer_id IN (SELECT id FROM parts))
    SELECT numero_pedido::integer AS number FROM pedidos
    WHERE customer_id IN (SELECT id FROM parts) AND anonymized_at IS NULL AND (
      channel <> 'site' OR id IN (SELECT order_id FROM area_orders)
      OR cliente_info ->> 'email' IN (SELECT contact FROM confirmed) OR cliente_info ->> 'phone' IN (SELECT contact FROM confirmed)
    ) ORDER BY pedidos.created_at DESC, pedidos.id DESC LIMIT 50`);
  return rows.map(({ number }) => number);
}

/** "txid amount" of each Pix that the shop has recorded, without what was given back of it. */
export async function listPixReceipts(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ text: string }>(sql`
    SELECT concat(min(txid), ' ', sum(amount)) AS text FROM pix_receipts GROUP BY split_part(end_to_end_id, ':', 1)`);
  return rows.map(({ text }) => text);
}

/**
 * Reads the state that an undo restores, a line for each row: all but versions and the times of changes. Customers count by their
 * account.
 */
export async function readPicture(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ line: string }>(sql`
    SELECT concat('order ', to_jsonb(pedidos) - ARRAY['version', 'updated_at', 'customer_id'], root_id) AS line
      FROM pedidos LEFT JOIN customers ON customers.id = customer_id
    UNION ALL SELECT concat('line ', to_jsonb(order_lines) - 'id') FROM order_lines
    UNION ALL SELECT concat('payment ', to_jsonb(payments)) FROM payments
    UNION ALL SELECT concat('receipt ', to_jsonb(receipts) - 'customer_id', root_id)
      FROM receipts LEFT JOIN customers ON customers.id = customer_id
    UNION ALL SELECT concat('product ', to_jsonb(products) - ARRAY['version', 'updated_at']) FROM products
    UNION ALL SELECT concat('lot ', to_jsonb(stock_lots)) FROM stock_lots WHERE balance <> 0
    UNION ALL SELECT concat('series ', to_jsonb(order_series) - ARRAY['version', 'updated_at', 'customer_id'], root_id)
      FROM order_series LEFT JOIN customers ON customers.id = customer_id
    UNION ALL SELECT concat('packing ', to_jsonb(packings) - ARRAY['version', 'updated_at']) FROM packings
    ORDER BY 1`);
  const accounts = await computeAccounts(database);
  return [
    ...rows.map(({ line }) => line),
    ...accounts.map(({ id, balance, credit }) => `account ${id}: ${balance}, credit ${credit}`),
  ];
}

/** The tables that contain one of these texts, in lower case. */
export async function findTexts(database: Database, texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const { rows: tables } = await database.execute<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const search = tables.map(
    ({ name }) => sql`SELECT ${name}::text AS name, text, min(lower(one::text)) AS row
      FROM ${sql.identifier(name)} AS one, unnest(${sql.param(texts)}::text[]) AS text
      WHERE strpos(lower(one::text), text) > 0 GROUP BY text`,
  );
  const { rows } = await database.execute<{ name: string; text: string; row: string }>(
    sql.join(search, sql` UNION ALL `),
  );
  return rows.map(
    ({ name, text, row }) => `nothing of an erased person remains: ${text} in ${name}: ${row}`,
  );
}
