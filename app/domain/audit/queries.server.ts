import { and, desc, eq, type SQL } from "drizzle-orm";
import { isAfterCursor } from "#app/domain/paging/queries.server.ts";
import { toPage } from "#app/domain/paging/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { AuditOperation } from "#app/shared/changes.ts";
import type { AuditListRequest, AuditLog } from "./schema.ts";
import { auditLogs } from "./table.ts";

/** A page of log entries, newest first, with the row before and after each change. */
export async function listAuditLogs(
  database: Database,
  request: AuditListRequest,
): Promise<{ items: AuditLog[]; next_cursor: string | null }> {
  const rows = await database
    .select()
    .from(auditLogs)
    .where(matches(request))
    .orderBy(...newestFirst)
    .limit(request.limit + 1);
  const { items, next_cursor } = toPage(rows, request.limit);
  return { items: items.map(toLog), next_cursor };
}

export async function findAuditLog(database: Database, id: string): Promise<AuditLog | undefined> {
  const [row] = await database.select().from(auditLogs).where(eq(auditLogs.id, id)).limit(1);
  return row && toLog(row);
}

const newestFirst = [desc(auditLogs.created_at), desc(auditLogs.id)];

function matches({ table_name, record_id, cursor }: AuditListRequest): SQL | undefined {
  return and(
    table_name ? eq(auditLogs.table_name, table_name) : undefined,
    record_id ? eq(auditLogs.record_id, record_id) : undefined,
    cursor && isAfterCursor(auditLogs, cursor),
  );
}

function toLog(row: typeof auditLogs.$inferSelect): AuditLog {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    operation: row.operation as AuditOperation,
  };
}
