import type { ChangedTable, RowChange } from "#app/shared/changes.ts";

/** Distributes what the page's one change stream receives. */

/** The `handle` that a route exports: the tables that its page shows. Their changes refetch its data. */
export type PageHandle = { shows: readonly ChangedTable[] };

type ChangesListener = (changes: readonly RowChange[], isNoticedHere: boolean) => void;
type Listener = () => void;

const changesListeners = new Set<ChangesListener>();
const missedChangesListeners = new Set<Listener>();
const connectedListeners = new Set<Listener>();
const signedOutListeners = new Set<Listener>();
/** Milliseconds since 1970 of each table's last change. */
const changedAt = new Map<ChangedTable, number>();

/**
 * Calls `listener` with each batch of changes, in their order, at most four times a second. Changes that happen without a
 * connection are not delivered later: see `onMissedChanges`. Of the tabs that share a stream one shows notices: `isNoticedHere`. Returns
 * how to stop.
 */
export function subscribeToChanges(listener: ChangesListener): () => void {
  changesListeners.add(listener);
  return () => void changesListeners.delete(listener);
}

/** Calls `listener` when changes may have been missed, so that all shown data must be refetched. Returns how to stop. */
export function onMissedChanges(listener: Listener): () => void {
  missedChangesListeners.add(listener);
  return () => void missedChangesListeners.delete(listener);
}

/** Calls `listener` at each connection to the shop. Returns how to stop. */
export function onConnected(listener: Listener): () => void {
  connectedListeners.add(listener);
  return () => void connectedListeners.delete(listener);
}

/** Calls `listener` when the administrator's session has ended, here or elsewhere. Returns how to stop. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => void signedOutListeners.delete(listener);
}

/** The tables of which a change was received in the last `ms` milliseconds. */
export function tablesChangedWithin(ms: number): ChangedTable[] {
  const earliest = Date.now() - ms;
  return [...changedAt].flatMap(([table, at]) => (at >= earliest ? [table] : []));
}

export function publishChanges(changes: readonly RowChange[], isNoticedHere: boolean): void {
  for (const { table } of changes) changedAt.set(table, Date.now());
  for (const listener of [...changesListeners]) listener(changes, isNoticedHere);
}

export function publishMissedChanges(): void {
  for (const listener of [...missedChangesListeners]) listener();
}

export function publishConnected(): void {
  for (const listener of [...connectedListeners]) listener();
}

export function publishSignedOut(): void {
  for (const listener of [...signedOutListeners]) listener();
}
