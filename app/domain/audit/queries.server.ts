import { and, desc, eq, type SQL } from "drizzle-orm";
import { readBatches } from "#app/domain/kernel/paging/batches.server.ts";
import { isAfterCursor } from "#app/domain/kernel/paging/queries.server.ts";
import { toPage } from "#app/domain/kernel/paging/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { AuditOperation } from "#app/shared/changes.ts";
import type { AuditListRequest, AuditLog } from "./schema.ts";
import { auditLogs } from "./table.ts";

/** A page of log entries, newest first, with the row before and after each change. */
export async function listAuditLogs(
  database: Database,
  request: AuditListRequest,
): Promise<{ items: AuditLog[]; next_cursor: string | null }> {
  const rows = await readRows(database, request, request.limit + 1);
  const { items, next_cursor } = toPage(rows, request.limit);
  return { items: items.map(toLog), next_cursor };
}

/** An entry has two rows of up to half a megabyte. */
const batchSize = 50;

/** All log entries of a record in batches, newest first. */
export async function* streamRecordLogs(
  database: Database,
  record: Required<Pick<AuditListRequest, "table_name" | "record_id">>,
): AsyncGenerator<AuditLog[]> {
  const batches = readBatches<typeof auditLogs.$inferSelect>(batchSize, (cursor) =>
    readRows(database, { ...record, cursor }, batchSize),
  );
  for await (const rows of batches) yield rows.map(toLog);
}

export async function findAuditLog(database: Database, id: string): Promise<AuditLog | undefined> {
  const [row] = await database.select().from(auditLogs).where(eq(auditLogs.id, id)).limit(1);
  return row && toLog(row);
}

type Filter = Omit<AuditListRequest, "limit">;

function readRows(database: Database, filter: Filter, limit: number) {
  return database
    .select()
    .from(auditLogs)
    .where(matches(filter))
    .orderBy(desc(auditLogs.created_at), desc(auditLogs.id))
    .limit(limit);
}

function matches({ table_name, record_id, cursor }: Filter): SQL | undefined {
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
