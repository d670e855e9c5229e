import type { Database } from "#app/platform/database/database.ts";
import { orderRow } from "#app/platform/database/fixtures.ts";
import { pedidos } from "#app/platform/database/schema.ts";

type NewOrder = Partial<typeof pedidos.$inferInsert>;

/** An order put straight into the database, with these columns and these fields of its customer. */
export async function addOrder(database: Database, row: NewOrder = {}, customer: object = {}) {
  const base = orderRow(row);
  const cliente_info = { ...base.cliente_info, ...customer };
  const [added] = await database
    .insert(pedidos)
    .values({ ...base, cliente_info })
    .returning();
  if (!added) throw new Error("no order was added");
  return added;
}

/** An instant before noon (UTC) of 2 January 2026. */
export const minutesAgo = (minutes: number) =>
  new Date(Date.UTC(2026, 0, 2, 12) - minutes * 60_000);
