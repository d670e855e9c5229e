import type { DatabaseLog } from "./database.ts";

/** The channel to which the triggers in `migrations/` publish each change. */
export const changeChannel = "pomar_changes";

/** One committed change of a row. */
export type Change = {
  /** `orders` is the table `pedidos`. */
  table: "products" | "categories" | "recipes" | "settings" | "orders" | "audit_logs";
  operation: "INSERT" | "UPDATE" | "DELETE";
  id: string;
  version?: number;
  title?: string;
  slug?: string;
  /** The author's e-mail; absent for the system. */
  by?: string;
  /** Id of the browser tab that made the change; that tab shows no notice for it. */
  tab?: string;
  /** No notice: the row only moved within its list, or an order changed in something other than its status. */
  quiet?: true;
};

export type ChangeFeed = {
  /** Calls `listener` for each change committed by any process; returns an unsubscribe function. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Calls `listener` when notifications may have been missed (the connection was lost and is back). */
  onGap(listener: () => void): () => void;
  /** Passes the payload of a notification to the subscribers. */
  publish(payload: string): void;
  publishGap(): void;
};

/** Passes notifications to subscribers. An error in one of them is logged and does not affect the others. */
export function createChangeFeed(log: DatabaseLog): ChangeFeed {
  const listeners = new Set<(change: Change) => void>();
  const gapListeners = new Set<() => void>();
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, "a subscriber to database changes failed");
    }
  }
  return {
    subscribe: (listener) => add(listeners, listener),
    onGap: (listener) => add(gapListeners, listener),
    publish(payload) {
      guarded(() => {
        const change: Change = JSON.parse(payload);
        for (const listener of [...listeners]) guarded(() => listener(change));
      });
    },
    publishGap() {
      for (const listener of [...gapListeners]) guarded(listener);
    },
  };
}

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
