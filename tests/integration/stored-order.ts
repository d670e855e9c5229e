import type { Database } from "#app/platform/database/database.ts";
import { insertOrders, type NewOrder, orderRow } from "#tests/support/rows.ts";

/** Inserts an order with these columns and these fields of its customer. */
export async function addOrder(database: Database, row: NewOrder = {}, customer: object = {}) {
  const cliente_info = { ...orderRow(row).cliente_info, ...customer };
  const [added] = await insertOrders(database, { ...row, cliente_info });
  if (!added) throw new Error("order was not inserted");
  return added;
}

/** An instant that many minutes before 2 January 2026, 12:00 UTC. */
export const minutesAgo = (minutes: number) =>
  new Date(Date.UTC(2026, 0, 2, 12) - minutes * 60_000);
