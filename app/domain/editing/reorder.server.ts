import { asc, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import type { categories, products } from "#app/platform/database/schema.ts";
import type { Place } from "./schema.ts";

/**
 * Gives every row of the table its index as position, within the caller's transaction: the rows of `ids` first, in that
 * order, then those it does not name, as they stood. Ids of rows that are gone count for nothing.
 */
export async function reorder(
  transaction: Database,
  table: typeof products | typeof categories,
  ids: readonly string[],
): Promise<Place[]> {
  // Locked in one order by everybody: two reorderings, or a stock movement beside one, wait instead of deadlocking.
  await transaction.select({ id: table.id }).from(table).orderBy(asc(table.id)).for("update");
  await transaction.execute(moveToIndex(table, ids));
  return transaction
    .select({ id: table.id, position: table.position, version: table.version })
    .from(table)
    .orderBy(asc(table.position));
}

function moveToIndex(table: typeof products | typeof categories, ids: readonly string[]): SQL {
  return sql`
    WITH ranked AS (
      SELECT old.id, row_number() OVER (ORDER BY rank NULLS LAST, position, created_at, old.id) - 1 AS place
      FROM ${table} AS old
      LEFT JOIN unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS wanted (id, rank) ON wanted.id = old.id
    )
    UPDATE ${table} AS moved SET position = place
    FROM ranked WHERE moved.id = ranked.id AND moved.position <> place`;
}
