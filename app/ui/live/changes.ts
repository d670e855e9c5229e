/**
 * What the seller changes, as it reaches an open page. One stream of events feeds these lists of listeners on every
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
  /** Name of the tab it was made in, on the administrator's stream: that tab wants no notice of it. */
  tab?: string;
  /** Worth no notice: the row only moved within its list, or an order was looked at for the first time. */
  quiet?: true;
};

export type LiveTable = LiveChange["table"];

/** What a route exports as `handle`: the tables whose changes its page shows, on which its data is read anew. */
export type PageHandle = { shows: readonly LiveTable[] };

type ChangesListener = (changes: readonly LiveChange[]) => void;
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
export function announceChanges(changes: readonly LiveChange[]): void {
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
