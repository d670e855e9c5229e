import type { Database } from "#app/platform/database/database.ts";
import { orderRow } from "#app/platform/database/fixtures.ts";
import { pedidos } from "#app/platform/database/schema.ts";

type NewOrder = Partial<typeof pedidos.$inferInsert>;

/** Inserts an order with these columns and these fields of its customer. */
export async function addOrder(database: Database, row: NewOrder = {}, customer: object = {}) {
  const base = orderRow(row);
  const cliente_info = { ...base.cliente_info, ...customer };
  const [added] = await database
    .insert(pedidos)
    .values({ ...base, cliente_info })
    .returning();
  if (!added) throw new Error("order was not inserted");
  return added;
}

/** An instant that many minutes before 2 January 2026, 12:00 UTC. */
export const minutesAgo = (minutes: number) =>
  new Date(Date.UTC(2026, 0, 2, 12) - minutes * 60_000);
