import type { LiveChange } from "./changes.ts";
import { reconnectWait } from "./reconnect-wait.ts";

export type StreamEvents = {
  /** The stream has begun, for the first time or again; everything committed from now on will be told. */
  onReady(): void;
  onChanges(changes: readonly LiveChange[]): void;
  /** The shop itself may have missed changes. */
  onGap(): void;
  /** The stream broke or could not be had, for the `failures`th time in a row. */
  onFailure(failures: number): void;
};

/** A stream that lived this long was well: what ends it next counts as the first failure. */
const stableAfter = 30_000;

export type Stream = ReturnType<typeof createStream>;

/**
 * The page's one stream of `/api/events`. It comes back by itself, waiting longer each time, which the browser's own
 * reconnecting does not. `open` comes back at once from a wait and does nothing on a stream that is there.
 */
export function createStream({ onReady, onChanges, onGap, onFailure }: StreamEvents) {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let readySince = Number.POSITIVE_INFINITY;

  function open(): void {
    if (source) return;
    clearTimeout(timer);
    source = new EventSource("/api/events");
    source.addEventListener("ready", () => {
      readySince = Date.now();
      onReady();
    });
    source.addEventListener("changes", ({ data }) => onChanges(JSON.parse(data)));
    source.addEventListener("gap", onGap);
    // The session ended; visitors have a stream of their own.
    source.addEventListener("signed-out", reopen);
    source.addEventListener("error", retry);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function reopen(): void {
    close();
    open();
  }

  function retry(): void {
    close();
    if (Date.now() - readySince >= stableAfter) failures = 0;
    readySince = Number.POSITIVE_INFINITY;
    failures += 1;
    timer = setTimeout(open, reconnectWait(failures));
    onFailure(failures);
  }

  return { open, close, reopen };
}
