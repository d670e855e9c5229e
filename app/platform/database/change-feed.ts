import type { RowChange } from "#app/shared/changes.ts";

/** The channel to which the triggers in `migrations/` publish each change. */
export const changeChannel = "pomar_changes";

export type ChangeFeed = {
  /** Calls `listener` for each change committed by any process; returns an unsubscribe function. */
  subscribe(listener: (change: RowChange) => void): () => void;
  /** Calls `listener` when notifications may have been missed (the connection was lost and is back). */
  onGap(listener: () => void): () => void;
  /** Passes the payload of a notification to the subscribers. */
  publish(payload: string): void;
  publishGap(): void;
};

/** A pino logger fits. */
type ErrorLog = { error(details: object, message: string): void };

/** Passes notifications to subscribers. An error in one of them is logged and does not affect the others. */
export function createChangeFeed(log: ErrorLog): ChangeFeed {
  const listeners = new Set<(change: RowChange) => void>();
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
        const change: RowChange = JSON.parse(payload);
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
