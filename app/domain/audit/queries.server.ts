import { and, desc, eq, type SQL } from "drizzle-orm";
import { isAfterCursor } from "#app/domain/paging/queries.server.ts";
import { toPage } from "#app/domain/paging/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { auditLogs } from "#app/platform/database/schema.ts";
import type { AuditOperation } from "#app/shared/changes.ts";
import type { AuditEntry, AuditListRequest, AuditLog } from "./schema.ts";

const entryColumns = {
  id: auditLogs.id,
  created_at: auditLogs.created_at,
  user_email: auditLogs.user_email,
  table_name: auditLogs.table_name,
  operation: auditLogs.operation,
  record_id: auditLogs.record_id,
};

type Page<Row> = { items: Row[]; next_cursor: string | null };

/** A page of log entries, newest first, with the row before and after each change. */
export async function listAuditLogs(
  database: Database,
  request: AuditListRequest,
): Promise<Page<AuditLog>> {
  const rows = await database
    .select()
    .from(auditLogs)
    .where(matches(request))
    .orderBy(...newestFirst)
    .limit(request.limit + 1);
  const { items, next_cursor } = toPage(rows, request.limit);
  return { items: items.map(toLog), next_cursor };
}

/** The same without those rows, which may be large. */
export async function listAuditEntries(
  database: Database,
  request: AuditListRequest,
): Promise<Page<AuditEntry>> {
  const rows = await database
    .select(entryColumns)
    .from(auditLogs)
    .where(matches(request))
    .orderBy(...newestFirst)
    .limit(request.limit + 1);
  const { items, next_cursor } = toPage(rows, request.limit);
  return { items: items.map(toEntry), next_cursor };
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
  return { ...toEntry(row), old_data: row.old_data, new_data: row.new_data };
}

type EntryRow = Pick<typeof auditLogs.$inferSelect, keyof typeof entryColumns>;

function toEntry({ id, created_at, user_email, table_name, operation, record_id }: EntryRow) {
  return {
    id,
    created_at: created_at.toISOString(),
    user_email,
    table_name,
    operation: operation as AuditOperation,
    record_id,
  };
}
