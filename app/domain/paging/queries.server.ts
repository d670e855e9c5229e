import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { CursorPosition } from "./schema.ts";

/** Rows after the cursor, newest first. Compared as a pair, so that the index on both columns applies. */
export function isAfterCursor(
  columns: { created_at: SQLWrapper; id: SQLWrapper },
  { created_at, id }: CursorPosition,
): SQL {
  const instant = created_at.toISOString();
  return sql`(${columns.created_at}, ${columns.id}) < (${instant}::timestamptz, ${id}::uuid)`;
}
