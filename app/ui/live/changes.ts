/**
 * What the seller changes, as it reaches an open page. One stream of events feeds these two lists of listeners on every
 * page; whoever listens opens nothing of their own.
 */

/** One committed change of a row, as `/api/events` tells it. Orders and audit rows come to the administrator alone. */
export type LiveChange = {
  table: "products" | "categories" | "recipes" | "settings" | "orders" | "audit_logs";
  operation: "INSERT" | "UPDATE" | "DELETE";
  id: string;
  version?: number;
  title?: string;
  slug?: string;
  /** E-mail of who made it, on the administrator's stream; absent for the system. */
  by?: string;
  /** There too: the tab of a browser in which it was made, and whether it is worth no notice. */
  tab?: string;
  quiet?: true;
};

type ChangesListener = (changes: readonly LiveChange[]) => void;
type GapListener = () => void;

const changesListeners = new Set<ChangesListener>();
const gapListeners = new Set<GapListener>();

/**
 * Calls `listener` with each batch of changes, in their order, at most four times a second. Returns how to stop. What
 * happens while there is no connection is not told afterwards: see `onGap`.
 */
export function subscribeToChanges(listener: ChangesListener): () => void {
  changesListeners.add(listener);
  return () => void changesListeners.delete(listener);
}

/**
 * Calls `listener` whenever changes may have been missed (the connection was lost and is back, the page was hidden for
 * long): what is on screen must be read anew. Returns how to stop.
 */
export function onGap(listener: GapListener): () => void {
  gapListeners.add(listener);
  return () => void gapListeners.delete(listener);
}

/** For the stream alone. */
export function announceChanges(changes: readonly LiveChange[]): void {
  for (const listener of [...changesListeners]) listener(changes);
}

/** For those who watch the connection alone. */
export function announceGap(): void {
  for (const listener of [...gapListeners]) listener();
}
