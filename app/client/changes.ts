import type { ChangedTable, RowChange } from "#app/shared/changes.ts";

/**
 * What the seller changes, as it reaches an open page. One stream of events feeds these lists of listeners on every
 * page; whoever listens opens nothing of their own.
 */

/** What a route exports as `handle`: the tables whose changes its page shows, on which its data is read anew. */
export type PageHandle = { shows: readonly ChangedTable[] };

type ChangesListener = (changes: readonly RowChange[]) => void;
type Listener = () => void;

const changesListeners = new Set<ChangesListener>();
const gapListeners = new Set<Listener>();
const signedOutListeners = new Set<Listener>();

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
export function onGap(listener: Listener): () => void {
  gapListeners.add(listener);
  return () => void gapListeners.delete(listener);
}

/** Calls `listener` when the administrator's session has ended, here or elsewhere. Returns how to stop. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => void signedOutListeners.delete(listener);
}

/** For the stream alone. */
export function announceChanges(changes: readonly RowChange[]): void {
  for (const listener of [...changesListeners]) listener(changes);
}

/** For those who watch the connection alone. */
export function announceGap(): void {
  for (const listener of [...gapListeners]) listener();
}

/** For the stream alone. */
export function announceSignedOut(): void {
  for (const listener of [...signedOutListeners]) listener();
}
