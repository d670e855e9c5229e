import type { RowChange } from "#app/shared/changes.ts";

/** The channel to which the triggers in `migrations/` publish each change. */
export const changeChannel = "pomar_changes";

export type ChangeFeed = {
  /** Calls `listener` for each change committed by any process; returns an unsubscribe function. */
  subscribe(listener: (change: RowChange) => void): () => void;
  /** Calls `listener` when notifications may have been missed (the connection was lost and is back). */
  onGap(listener: () => void): () => void;
  /** Passes the changes of a notification's payload to the subscribers. */
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
        for (const change of parseNotification(payload)) {
          for (const listener of [...listeners]) guarded(() => listener(change));
        }
      });
    },
    publishGap() {
      for (const listener of [...gapListeners]) guarded(listener);
    },
  };
}

/** A notification with `log` is also about that row of the audit log. */
function parseNotification(payload: string): RowChange[] {
  const { log, ...change }: RowChange & { log?: string } = JSON.parse(payload);
  if (log === undefined) return [change];
  const { tab } = change;
  const logged = { table: "audit_logs", operation: "INSERT", id: log } as const;
  return [change, tab === undefined ? logged : { ...logged, tab }];
}

function add<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
