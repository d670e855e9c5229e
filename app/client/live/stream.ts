import type { RowChange } from "#app/shared/changes.ts";
import { reconnectWait } from "./reconnect-wait.ts";

export type StreamEvents = {
  /**
   * The stream has begun; `missed` when something may have been committed that the page does not know of;
   * `shared` where several processes may serve the shop.
   */
  onReady(missed: boolean, shared: boolean): void;
  onChanges(changes: readonly RowChange[]): void;
  /** The shop itself may have missed changes. */
  onGap(): void;
  /** The administrator's session is over. */
  onSignedOut(): void;
  /** The stream broke or could not be had, for the `failures`th time in a row. */
  onFailure(failures: number): void;
};

/** What `ready` says: milliseconds since there was anything to tell, and whether several processes may serve the shop. */
type Ready = { quiet_for: number; shared: boolean };

/** A stream that lived this long was well: what ends it next counts as the first failure. */
const stableAfter = 30_000;
/** The shop says something every 20 s: a connection that is silent for longer than this is none. */
const longestSilence = 50_000;
/** For a change that was committed, but not yet heard of, when the page was made. */
const margin = 2000;

export type Stream = ReturnType<typeof createStream>;

/**
 * The page's one stream of `/api/events`. It comes back by itself, waiting longer each time, which the browser's own
 * reconnecting does not. `knownAt` is the instant (ms) at which the page's data was true.
 */
export function createStream(knownAt: number, events: StreamEvents) {
  const { onReady, onChanges, onGap, onSignedOut, onFailure } = events;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let heardAt = knownAt;
  let readyAt = Number.POSITIVE_INFINITY;

  const hearers: Record<string, (data: string) => void> = {
    ready(data) {
      const { quiet_for, shared }: Ready = JSON.parse(data);
      readyAt = Date.now();
      onReady(quiet_for < readyAt - heardAt + margin, shared);
    },
    changes: (data) => onChanges(JSON.parse(data)),
    gap: onGap,
    beat() {},
    "signed-out"() {
      onSignedOut();
      // A visitor's stream is still to be had.
      close();
      open();
    },
  };

  /** Comes back at once from a wait; nothing happens to a stream that is there. */
  function open(): void {
    if (source) return;
    source = new EventSource("/api/events");
    for (const [name, hear] of Object.entries(hearers)) {
      source.addEventListener(name, ({ data }) => {
        setTimer(fail, longestSilence);
        hear(data);
        heardAt = Date.now();
      });
    }
    source.addEventListener("error", fail);
    setTimer(fail, longestSilence);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    readyAt = Number.POSITIVE_INFINITY;
  }

  function fail(): void {
    const wasStable = Date.now() - readyAt >= stableAfter;
    close();
    failures = wasStable ? 1 : failures + 1;
    setTimer(open, reconnectWait(failures));
    onFailure(failures);
  }

  function setTimer(work: () => void, wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(work, wait);
  }

  return { open, close };
}
