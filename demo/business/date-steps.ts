import { type SQL, sql } from "drizzle-orm";
import { rebuildDerivedRows } from "#app/archive/rows.ts";
import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { FinishedStep } from "./step.ts";

/** Rows of the audit log have the ids of these; the order feed calls orders so. */
const datedTables = {
  categories: "categories",
  customers: "customers",
  delivery_exceptions: "delivery_exceptions",
  delivery_routes: "delivery_routes",
  delivery_zones: "delivery_zones",
  members: "members",
  order_series: "order_series",
  orders: "pedidos",
  packings: "packings",
  price_tables: "price_tables",
  products: "products",
  settings: "settings",
};

/** Tables whose rows name their author. */
const signedTables = [
  "stock_movements",
  "receipts",
  "account_entries",
  "delivery_attempts",
  "price_schedules",
];

const changedTables = [...Object.values(datedTables), ...signedTables, "payments", "audit_logs"];

/** Nothing of the past is sent, and the search and the feed of products are computed at the end, as for a restored copy. */
const unneededTriggers = {
  pedidos: ["pedidos_queue_new", "pedidos_queue_status"],
  products: ["products_search", "products_track", "products_webhooks"],
};

/** Disables the triggers until `dateSteps` enables them again. */
export async function disableUnneededTriggers(tx: Database): Promise<void> {
  for (const [table, triggers] of Object.entries(unneededTriggers)) {
    for (const trigger of triggers) {
      await tx.execute(
        sql`ALTER TABLE ${sql.identifier(table)} DISABLE TRIGGER ${sql.identifier(trigger)}`,
      );
    }
  }
}

/**
 * Gives all rows the times and authors of the steps that wrote them. The use cases write the past at the present: the
 * database sets `created_at`, and triggers record when and by whom. Triggers are disabled meanwhile, as for a restored copy,
 * so that this is no change of the shop, and what is derived from times is computed again.
 */
export async function dateSteps(tx: Database, steps: readonly FinishedStep[]): Promise<void> {
  // The audit log has times as text in UTC. A table with pending checks cannot be altered.
  await tx.execute(sql`SET LOCAL timezone = 'UTC'`);
  await tx.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`);
  for (const table of changedTables) {
    await tx.execute(sql`ALTER TABLE ${sql.identifier(table)} DISABLE TRIGGER USER`);
  }
  await dateRows(tx, toTable(steps));
  for (const table of changedTables) {
    await tx.execute(sql`ALTER TABLE ${sql.identifier(table)} ENABLE TRIGGER USER`);
  }
  await rebuildDerivedRows(async (query) => (await tx.execute(sql.raw(query))).rows as never);
}

/** The steps as the rows of a table `step`. */
function toTable(steps: readonly FinishedStep[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(steps)}::json)
    AS step (number bigint, name text, at timestamptz(3), author text)`;
}

async function dateRows(tx: Database, steps: SQL): Promise<void> {
  // Each step is one action. The stored versions of a row have the times of then; those of products, which are large and
  // show no times, are left alone.
  await tx.execute(sql`
    WITH dated AS (
      SELECT log.id, step.number, step.at, step.author,
        first_value(step.at) OVER versions AS created_at, coalesce(lag(step.at) OVER versions, step.at) AS before,
        max(step.at) FILTER (WHERE ${isDelivery}) OVER (PARTITION BY log.table_name, log.record_id) AS delivered_at
      FROM audit_logs AS log
      JOIN ${steps} ON step.name = CASE log.user_email WHEN ${customerAuthor} THEN log.record_id ELSE log.user_email END
      WINDOW versions AS (PARTITION BY log.table_name, log.record_id ORDER BY step.number, (log.new_data ->> 'version')::integer)
    )
    UPDATE audit_logs AS log SET created_at = dated.at, user_email = dated.author, action_id = -dated.number,
      old_data = ${redate(sql`old_data`, sql`dated.before`)},
      new_data = ${redate(sql`new_data`, sql`dated.at`)}
    FROM dated WHERE dated.id = log.id`);
  for (const [name, table] of Object.entries(datedTables)) {
    await tx.execute(sql`
      UPDATE ${sql.identifier(table)} AS one SET created_at = log.first, updated_at = log.last
      FROM (
        SELECT record_id, min(created_at) AS first, max(created_at) AS last FROM audit_logs
        WHERE table_name = ${name} GROUP BY record_id
      ) AS log WHERE log.record_id = one.id::text`);
  }
  for (const table of signedTables) {
    await tx.execute(sql`
      UPDATE ${sql.identifier(table)} AS one SET created_at = step.at, author = step.author
      FROM ${steps} WHERE one.author = step.name`);
  }
  await tx.execute(sql`
    UPDATE payments SET created_at = greatest(receipts.created_at, pedidos.created_at) FROM receipts, pedidos
    WHERE receipts.id = receipt_id AND pedidos.id = order_id`);
  await tx.execute(sql`
    UPDATE stock_lots SET created_at = (
      SELECT min(movement.created_at) FROM lot_movements JOIN stock_movements AS movement ON movement.id = movement_id
      WHERE lot_id = stock_lots.id
    )`);
  await dateDeliveries(tx);
}

/** Selects the rows of the audit log with the delivery of an order. */
const isDelivery = sql`log.table_name = 'orders' AND log.new_data ->> 'status' = 'entregue' AND log.old_data ->> 'status' <> 'entregue'`;

/** A stored version with other times and another author, as far as it has them. */
function redate(version: SQL, updatedAt: SQL): SQL {
  return sql`CASE log.table_name
    WHEN 'products' THEN ${version}
    WHEN 'orders' THEN ${version} || ${orderTimes(version, updatedAt)}
    ELSE ${version} || (
      SELECT coalesce(jsonb_object_agg(name, value), '{}') FROM (VALUES
        ('created_at', to_jsonb(dated.created_at)), ('updated_at', to_jsonb(${updatedAt})), ('author', to_jsonb(dated.author))
      ) AS known (name, value) WHERE ${version} ? name
    )
  END`;
}

/** The times of a stored version of an order, and the date that follows from them. */
function orderTimes(version: SQL, updatedAt: SQL): SQL {
  const deliveredAt = sql`CASE WHEN ${version} ->> 'delivered_at' IS NOT NULL THEN dated.delivered_at END`;
  return sql`jsonb_build_object(
    'created_at', dated.created_at,
    'updated_at', ${updatedAt},
    'delivered_at', ${deliveredAt},
    'due_on', order_due_day(
      (${version} ->> 'due_days')::integer, ${version} ->> 'due_from', dated.created_at,
      (${version} ->> 'delivery_date')::date, ${deliveredAt}
    )
  )`;
}

/** Computes the due dates as `derive_due_date` does, which took the present for the moment of the order and of its delivery. */
async function dateDeliveries(tx: Database): Promise<void> {
  await tx.execute(sql`
    UPDATE pedidos SET delivered_at = (
      SELECT max(log.created_at) FROM audit_logs AS log WHERE ${isDelivery} AND log.record_id = pedidos.id::text
    ) WHERE status = 'entregue'`);
  await tx.execute(sql`
    UPDATE pedidos SET due_on = order_due_day(due_days, due_from, created_at, delivery_date, delivered_at)
    WHERE due_days IS NOT NULL`);
  await tx.execute(sql`
    UPDATE pedidos SET (billed_on, due_on) = (SELECT * FROM find_bill(customer_id, order_day(delivered_at)))
    WHERE billed_on IS NOT NULL`);
  await tx.execute(sql`
    UPDATE audit_logs AS log SET old_data = ${redateBill(sql`old_data`)}, new_data = ${redateBill(sql`new_data`)}
    FROM pedidos WHERE pedidos.billed_on IS NOT NULL AND log.table_name = 'orders' AND log.record_id = pedidos.id::text`);
}

/** A stored version of an order with the dates of its bill, if it was in one. */
function redateBill(version: SQL): SQL {
  return sql`CASE WHEN log.${version} ->> 'billed_on' IS NULL THEN log.${version}
    ELSE log.${version} || jsonb_build_object('billed_on', pedidos.billed_on, 'due_on', pedidos.due_on) END`;
}
