import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  customerMailStatuses,
  deliveredStatuses,
  orderStatuses,
  statusesWith,
} from "#app/shared/order-status.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { database } = await openTestDatabase();

// A migration names statuses where SQL cannot read the table of status.ts.
test.each([
  [
    "the constraint pedidos_status_check",
    sql`SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'pedidos_status_check'`,
    orderStatuses,
  ],
  [
    "the constraint pedidos_delivered_check",
    sql`SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = 'pedidos_delivered_check'`,
    deliveredStatuses,
  ],
  [
    "the index pedidos_retained",
    sql`SELECT pg_get_indexdef('pedidos_retained'::regclass) AS text`,
    statusesWith("isClosed"),
  ],
  [
    "the index pedidos_receivable",
    sql`SELECT pg_get_indexdef('pedidos_receivable'::regclass) AS text`,
    statusesWith("isPayable"),
  ],
  [
    "the index pedidos_customers",
    sql`SELECT pg_get_indexdef('pedidos_customers'::regclass) AS text`,
    statusesWith("takesStock"),
  ],
  [
    "the trigger pedidos_taken_costs",
    sql`SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE tgname = 'pedidos_taken_costs'`,
    statusesWith("takesStock"),
  ],
  [
    "the function queue_new_order",
    sql`SELECT substring(prosrc FROM 'status IN [(].*?[)]') AS text FROM pg_proc WHERE proname = 'queue_new_order'`,
    statusesWith("takesStock"),
  ],
  [
    "the default of settings.customer_mails",
    sql`SELECT customer_mails::text AS text FROM settings`,
    customerMailStatuses,
  ],
])("%s names the statuses of the table", async (_, query, statuses) => {
  const { rows } = await database.execute<{ text: string }>(query);
  const named = rows[0]?.text.match(/(?<=['"])[a-z_]+(?=['"])/g);
  expect(named?.toSorted()).toEqual(statuses.toSorted());
});
