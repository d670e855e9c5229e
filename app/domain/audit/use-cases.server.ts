import { toUseCases } from "#app/domain/kernel/use-case.server.ts";
import { findAuditLog, listAuditLogs, streamRecordLogs } from "./queries.server.ts";

/** Reading the audit log. What restores from it is in `app/restorable-tables.ts`. */
export const audit = toUseCases(["database"], {
  find: findAuditLog,
  list: listAuditLogs,
  streamOfRecord: streamRecordLogs,
});
