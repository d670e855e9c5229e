import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { CursorPosition } from "./schema.ts";

/** Rows further down than the bookmark, newest first; compared as a pair, so that an index over both leads there. */
export function isAfterCursor(
  columns: { created_at: SQLWrapper; id: SQLWrapper },
  { created_at, id }: CursorPosition,
): SQL {
  const instant = created_at.toISOString();
  return sql`(${columns.created_at}, ${columns.id}) < (${instant}::timestamptz, ${id}::uuid)`;
}
