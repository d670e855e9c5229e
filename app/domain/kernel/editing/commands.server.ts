import { asc, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "#app/platform/database/database.ts";
import { violatedUnique } from "#app/platform/database/errors.ts";
import {
  anyVersion,
  type EditRejection,
  type FieldError,
  type RowPosition,
  type SaveResult,
  type UniqueField,
} from "./schema.ts";

/** A table whose rows have a position. */
type Positioned = PgTable & {
  id: AnyPgColumn<{ data: string; notNull: true }>;
  position: AnyPgColumn<{ data: number; notNull: true }>;
  version: AnyPgColumn<{ data: number; notNull: true }>;
};

type Edit<Stored, Row> = {
  /** The stored row, locked until the transaction ends. */
  current: Stored | undefined;
  version: number;
  show: (stored: Stored) => Row;
  /** Violated rules between the changed fields and the stored ones. */
  check?: (current: Stored) => FieldError[];
  save: (current: Stored) => Promise<Stored[]>;
};

/** Returns whether a row is still the one that the editor has seen. */
export function isCurrent(row: { version: number }, version: number): boolean {
  return version === anyVersion || row.version === version;
}

/** Saves an edit; a rejection if the row was deleted or saved by another editor meanwhile. */
export async function saveEdit<Stored extends { version: number }, Row>({
  current,
  version,
  show,
  check,
  save,
}: Edit<Stored, Row>): Promise<{ ok: true; row: Row } | EditRejection<Row>> {
  if (!current) return { ok: false, reason: "not-found" };
  if (!isCurrent(current, version)) return { ok: false, reason: "stale", current: show(current) };
  const errors = check?.(current) ?? [];
  if (errors.length > 0) return { ok: false, reason: "invalid", errors };
  const [stored = current] = await save(current);
  return { ok: true, row: show(stored) };
}

/**
 * Runs a save and turns a violation of one of the unique `constraints` into a rejection; `findOwner` reads the row that has
 * the value.
 */
export async function rejectTaken<Row, Field extends UniqueField>(
  constraints: Record<string, Field>,
  findOwner: (field: Field) => Promise<Row | undefined>,
  save: () => Promise<SaveResult<Row>>,
): Promise<SaveResult<Row>> {
  try {
    return await save();
  } catch (error) {
    const field = constraints[violatedUnique(error) ?? ""];
    if (!field) throw error;
    return { ok: false, reason: "taken", field, current: await findOwner(field) };
  }
}

/**
 * Sets every row's position, within the caller's transaction: first the rows of `ids`, in that order, then the others
 * in their current order. Ids of deleted rows are ignored.
 */
export async function reorder(
  transaction: Database,
  table: Positioned,
  ids: readonly string[],
): Promise<RowPosition[]> {
  await lockForReordering(transaction, table);
  await transaction.execute(moveToIndex(table, ids));
  return transaction
    .select({ id: table.id, position: table.position, version: table.version })
    .from(table)
    .orderBy(asc(table.position));
}

/** Locks the table against changes of its rows until the transaction ends. Reads are not affected. */
export async function lockForReordering(transaction: Database, table: Positioned): Promise<void> {
  await transaction.execute(sql`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
}

function moveToIndex(table: Positioned, ids: readonly string[]): SQL {
  return sql`
    WITH ranked AS (
      SELECT old.id, row_number() OVER (ORDER BY rank NULLS LAST, position, created_at, old.id) - 1 AS place
      FROM ${table} AS old
      LEFT JOIN unnest(${sql.param(ids)}::uuid[]) WITH ORDINALITY AS wanted (id, rank) ON wanted.id = old.id
    )
    UPDATE ${table} AS moved SET position = place
    FROM ranked WHERE moved.id = ranked.id AND moved.position <> place`;
}
