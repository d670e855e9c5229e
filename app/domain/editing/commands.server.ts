import { asc, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import type { categories, products } from "#app/platform/database/schema.ts";
import type { RowPosition, SaveResult } from "./schema.ts";

type Edit<Stored, Row> = {
  /** The row as it is stored, locked until the transaction ends. */
  current: Stored | undefined;
  /** The version that the editor read. */
  version: number;
  show: (stored: Stored) => Row;
  save: (current: Stored) => Promise<Stored[]>;
};

/** Saves an edit, unless its row is gone or was saved by somebody else since it was read. */
export async function saveEdit<Stored extends { version: number }, Row>({
  current,
  version,
  show,
  save,
}: Edit<Stored, Row>): Promise<SaveResult<Row>> {
  if (!current) return { ok: false, reason: "not-found" };
  if (current.version !== version) return { ok: false, reason: "stale", current: show(current) };
  const [stored = current] = await save(current);
  return { ok: true, row: show(stored) };
}

/** Runs a save; that another row has the slug already is a refusal, not a failure. `constraint` is the slug's own. */
export async function rejectTakenSlug<Row>(
  constraint: string,
  save: () => Promise<SaveResult<Row>>,
): Promise<SaveResult<Row>> {
  try {
    return await save();
  } catch (error) {
    if (violatedUnique(error) === constraint) return { ok: false, reason: "slug-taken" };
    throw error;
  }
}

/**
 * Gives every row of the table its index as position, within the caller's transaction: the rows of `ids` first, in that
 * order, then those it does not name, as they stood. Ids of rows that are gone count for nothing.
 */
export async function reorder(
  transaction: Database,
  table: typeof products | typeof categories,
  ids: readonly string[],
): Promise<RowPosition[]> {
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
