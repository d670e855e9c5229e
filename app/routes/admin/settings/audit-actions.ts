import type { AuditEntry } from "#app/domain/audit/schema.ts";

/** A restored database counts its transactions from the beginning. */
const maxActionMs = 60_000;

/** The entries of each action, newest first; an order's change is listed before those of its products. */
export function groupActions<Entry extends AuditEntry>(entries: readonly Entry[]): Entry[][] {
  const actions: Entry[][] = [];
  const byId = new Map<number, Entry[]>();
  for (const entry of entries) {
    const action = entry.action_id === null ? undefined : byId.get(entry.action_id);
    if (
      action?.[0] &&
      Date.parse(action[0].created_at) - Date.parse(entry.created_at) < maxActionMs
    ) {
      action.push(entry);
    } else {
      const started = [entry];
      actions.push(started);
      if (entry.action_id !== null) byId.set(entry.action_id, started);
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
