import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Bookmark } from "./schema.ts";

/** Rows further down than the bookmark, newest first; compared as a pair, so that an index over both leads there. */
export function isAfter(
  columns: { created_at: SQLWrapper; id: SQLWrapper },
  { created_at, id }: Bookmark,
): SQL {
  const instant = created_at.toISOString();
  return sql`(${columns.created_at}, ${columns.id}) < (${instant}::timestamptz, ${id}::uuid)`;
}
