import type { AuditLog } from "#app/domain/audit/schema.ts";
import { auditedTables } from "#app/shared/changes.ts";
import { type AuditSummary, summarizeLog } from "./audit-summary.ts";

/** The listed entries, and the open one. */
export type AuditView = { entries: AuditSummary[]; opened: AuditLog | undefined };

const maxRows = 200;
const fullId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Shop = {
  listAuditLogs: (request: {
    table_name?: (typeof auditedTables)[number];
    record_id?: string;
    limit: number;
  }) => Promise<{ items: AuditLog[] }>;
  findAuditLog: (id: string) => Promise<AuditLog | undefined>;
};

/** The newest changes that match the URL's filters. A partial record id is searched among the newest rows. */
export async function readAuditView(shop: Shop, params: URLSearchParams): Promise<AuditView> {
  const typed = (params.get("record") ?? "").replace(/[\s.…]/g, "").toLowerCase();
  const [list, opened] = await Promise.all([
    shop.listAuditLogs({
      table_name: auditedTables.find((table) => table === params.get("table")),
      record_id: fullId.test(typed) ? typed : undefined,
      limit: maxRows,
    }),
    findOpenEntry(shop, params.get("log") ?? ""),
  ]);
  const found = list.items.filter(({ record_id }) => record_id.includes(typed));
  return { entries: found.map(summarizeLog), opened };
}

async function findOpenEntry(shop: Shop, id: string): Promise<AuditLog | undefined> {
  return fullId.test(id) ? shop.findAuditLog(id) : undefined;
}
