import { findAuditLog, listAuditEntries, listAuditLogs } from "#app/domain/audit/queries.server.ts";
import type { AuditListRequest } from "#app/domain/audit/schema.ts";
import type { Database } from "#app/platform/database/database.ts";

/** The log of changes, which nobody writes by hand. */
export function bindAudit(database: Database) {
  return {
    listAuditLogs: (request: AuditListRequest) => listAuditLogs(database, request),
    listAuditEntries: (request: AuditListRequest) => listAuditEntries(database, request),
    findAuditLog: (id: string) => findAuditLog(database, id),
  };
}
