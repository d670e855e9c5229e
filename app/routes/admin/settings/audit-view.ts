import type { AuditEntry, AuditLog } from "#app/domain/audit/schema.ts";
import { auditedTables } from "#app/shared/changes.ts";

/** The listed changes, and the one that is opened. */
export type AuditView = { entries: AuditEntry[]; opened: AuditLog | undefined };

const mostRows = 200;
const wholeId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Shop = {
  listAuditEntries: (request: {
    table_name?: (typeof auditedTables)[number];
    record_id?: string;
    limit: number;
  }) => Promise<{ items: AuditEntry[] }>;
  findAuditLog: (id: string) => Promise<AuditLog | undefined>;
};

/** The newest changes by the filters of the address. Part of a record's id is looked for among the newest. */
export async function readAuditView(shop: Shop, params: URLSearchParams): Promise<AuditView> {
  const typed = (params.get("record") ?? "").replace(/[\s.…]/g, "").toLowerCase();
  const [list, opened] = await Promise.all([
    shop.listAuditEntries({
      table_name: auditedTables.find((table) => table === params.get("table")),
      record_id: wholeId.test(typed) ? typed : undefined,
      limit: mostRows,
    }),
    findOpened(shop, params.get("log") ?? ""),
  ]);
  return { entries: list.items.filter(({ record_id }) => record_id.includes(typed)), opened };
}

async function findOpened(shop: Shop, id: string): Promise<AuditLog | undefined> {
  return wholeId.test(id) ? shop.findAuditLog(id) : undefined;
}

/** The end of a record's id, which tells it from others. */
export function shortRecordId(id: string): string {
  return `${id.slice(-8)}…`;
}

const instant = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "medium",
});

/** dd/MM/yyyy HH:mm:ss as clocks in São Paulo show it. */
export function showAuditInstant(iso: string): string {
  return instant.format(new Date(iso)).replace(",", "");
}
