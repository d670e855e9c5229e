import type { AuditEntry, AuditLog } from "#app/domain/audit/schema.ts";
import { diffFields, type FieldChange, isEntered } from "#app/domain/kernel/editing/differences.ts";
import { isPicture, showValue } from "#app/routes/admin/kit/editing/diff-table.tsx";
import { auditedTables } from "#app/shared/changes.ts";
import { fieldLabel } from "#app/shared/labels.ts";

/** The listed entries, and the open one. */
export type AuditView = { entries: AuditSummary[]; opened: AuditLog | undefined };

const maxRows = 200;
const fullId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Shop = {
  audit: {
    list: (request: {
      table_name?: (typeof auditedTables)[number];
      record_id?: string;
      limit: number;
    }) => Promise<{ items: AuditLog[] }>;
    find: (id: string) => Promise<AuditLog | undefined>;
  };
};

/** The newest changes that match the URL's filters. A partial record id is searched among the newest rows. */
export async function readAuditView(shop: Shop, params: URLSearchParams): Promise<AuditView> {
  const typed = (params.get("record") ?? "").replace(/[\s.…]/g, "").toLowerCase();
  const [list, opened] = await Promise.all([
    shop.audit.list({
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
  return fullId.test(id) ? shop.audit.find(id) : undefined;
}

/** A restored database counts its transactions from the beginning. */
const maxActionMs = 60_000;

/** The entries of each action, newest first; an order's change is listed before those of its products. */
export function groupActions<Entry extends AuditEntry>(entries: readonly Entry[]): Entry[][] {
  const actions: Entry[][] = [];
  const byId = new Map<number, Entry[]>();
  for (const entry of entries) {
    const action = byId.get(entry.action_id);
    if (
      action?.[0] &&
      Date.parse(action[0].created_at) - Date.parse(entry.created_at) < maxActionMs
    ) {
      action.push(entry);
    } else {
      const started = [entry];
      actions.push(started);
      byId.set(entry.action_id, started);
    }
  }
  return actions.map((action) =>
    action.sort(
      (one, other) => Number(other.table_name === "orders") - Number(one.table_name === "orders"),
    ),
  );
}

/** The last eight characters of a record's id. */
export function shortRecordId(id: string): string {
  return `${id.slice(-8)}…`;
}

/** A log entry with what changed in a few characters: the rows themselves may be large. */
export type AuditSummary = AuditEntry & {
  /** Name of the changed row: 'Polpa de manga', 'Pedido nº 1003'. Empty for the settings. */
  name: string;
  /** The first changes: 'Estoque 338 → 337'. */
  changes: string[];
  /** The number of further changes. */
  hidden: number;
};

const shownChanges = 3;
const maxValueLength = 40;

export function summarizeLog({ old_data, new_data, ...entry }: AuditLog): AuditSummary {
  const changes =
    entry.operation === "UPDATE" ? diffFields(old_data, new_data).filter(isEntered) : [];
  const shown = changes.slice(0, shownChanges);
  return {
    ...entry,
    name: nameOf(new_data ?? old_data ?? {}),
    changes: shown.map((change) => describeChange(entry.table_name, change)),
    hidden: changes.length - shown.length,
  };
}

function nameOf(row: Record<string, unknown>): string {
  if (row.numero_pedido !== undefined) return `Pedido nº ${row.numero_pedido}`;
  return String(row.title ?? row.name ?? "");
}

/** Long texts, lists and pictures are only named; the dialog shows them. */
function describeChange(table: string, { path, before, after }: FieldChange): string {
  const label = fieldLabel(table, path);
  if (Array.isArray(before) || Array.isArray(after)) return `${label}: nova lista`;
  if (isPicture(before) || isPicture(after))
    return `${label}: ${after ? "nova imagem" : "sem imagem"}`;
  const values = [before, after].map((value) => showValue(table, value, path));
  if (values.some((value) => value.length > maxValueLength)) return `${label}: novo texto`;
  return `${label} ${values.join(" → ")}`;
}
