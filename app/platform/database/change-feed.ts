import type { DatabaseLog } from "./database.ts";

/** The channel on which the triggers of `migrations/` announce each change. */
export const changeChannel = "pomar_changes";

/** One committed change of a row. */
export type Change = {
  /** `orders` stands for the table `pedidos`. */
  table: "products" | "categories" | "recipes" | "settings" | "orders" | "audit_logs";
  operation: "INSERT" | "UPDATE" | "DELETE";
  id: string;
  version?: number;
  title?: string;
  slug?: string;
  /** E-mail of who made it; absent for the system. */
  by?: string;
  /** The tab of a browser in which it was made, by the name it gives itself: that tab wants no notice of it. */
  tab?: string;
  /** Worth no notice: the row only moved within its list, or an order was looked at, or changed but for its status. */
  quiet?: true;
};

export type ChangeFeed = {
  /** Calls `listener` for each change committed by any process; returns how to stop. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Calls `listener` when notifications may have been missed (the connection was lost and is back). */
  onGap(listener: () => void): () => void;
  /** Hands a notification's payload to the subscribers. */
  announce(payload: string): void;
  announceGap(): void;
};

/** Fans notifications out to subscribers. One that throws is logged and keeps nobody else from hearing. */
export function createChangeFeed(log: DatabaseLog): ChangeFeed {
  const listeners = new Set<(change: Change) => void>();
  const gapListeners = new Set<() => void>();
  function guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, "a listener to database changes failed");
    }
  }
  return {
    subscribe: (listener) => add(listeners, listener),
    onGap: (listener) => add(gapListeners, listener),
    announce(payload) {
      guarded(() => {
        const change: Change = JSON.parse(payload);
        for (const listener of [...listeners]) guarded(() => listener(change));
      });
    },
    announceGap() {
      for (const listener of [...gapListeners]) guarded(listener);
    },
  };
}

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
