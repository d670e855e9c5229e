import {
  publishChanges,
  publishConnected,
  publishMissedChanges,
  publishSignedOut,
} from "./changes.ts";
import { afterHolds } from "./refetch.ts";
import { shareStream } from "./shared-stream.ts";

/** The server sends a beat every 20 s: a connection silent for longer than this is broken. */
const maxSilenceMs = 50_000;
/** Time until a hidden page closes its stream. */
const hiddenDelayMs = 10_000;
/** A stream that lasted this long was stable: the failure that ends it is the first. */
const stableAfterMs = 30_000;
/** Failures after which the delay grows, beyond the one second or more that the server sets for EventSource. */
const maxQuickRetries = 4;
const minRetryDelayMs = 2000;
const maxRetryDelayMs = 30_000;

export type StreamOptions = {
  /** The back office: its hidden tabs stay connected. */
  runsHidden: boolean;
  /** The end of an order's link, whose changes are received too. */
  order?: string | undefined;
  /** The price table of the page: who has its cookie also learns of its changes. */
  table?: string | undefined;
  /** The stream is connected, the first time or again. */
  onConnected(): void;
  /** The stream broke or was rejected, for the `failures`th time in a row. */
  onFailure(failures: number): void;
};

/**
 * The revision of the document's data until the first connection. Data fetched later may be of another one. Unknown in the
 * back office, on the page of an order, and in Firefox without https.
 */
let documentRevision = readDocumentRevision();

function readDocumentRevision(): string | undefined {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.serverTiming?.find(({ name }) => name === "revision")?.description;
}

/**
 * The page's stream of `/api/events`, published through `changes.ts`, while the page is visible and until `signal`; tabs of a kind share
 * one. EventSource reconnects on its own. Each connection publishes that changes may have been missed meanwhile, except the first
 * one when the data are still those of the document.
 */
export function createChangeStream(options: StreamOptions, signal: AbortSignal) {
  const { runsHidden, order, table, onConnected, onFailure } = options;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let connectedAt = Number.POSITIVE_INFINITY;
  /** The message of the server at the connection, without the revision once the data have changed. */
  let ready: { audience?: string; revision?: string } | undefined;

  const handlers: Record<string, (data: string, isNoticedHere: boolean) => void> = {
    ready(data) {
      onConnected();
      publishConnected();
      const isUnchanged =
        documentRevision && !order && JSON.parse(data).revision === documentRevision;
      documentRevision = undefined;
      if (!isUnchanged) publishMissedChanges();
    },
    changes: (data, isNoticedHere) => publishChanges(JSON.parse(data), isNoticedHere),
    gap: publishMissedChanges,
    beat() {},
    "signed-out"() {
      disconnect();
      // A change of the password ends the session too, and its response opens the next one.
      afterHolds(() => {
        publishSignedOut();
        reconnect();
      });
    },
  };
  const events = Object.keys(handlers);

  const shared = shareStream({
    name: `pomar:stream ${order ?? (runsHidden ? "admin" : `shop ${table ?? ""}`)}`,
    onLead: open,
    onEnd: disconnect,
    onEvent({ name, data }, isNoticedHere) {
      if (name === "failure") onFailure(Number(data));
      else handlers[name]?.(data, isNoticedHere);
    },
    describe() {
      // The other tab has signed in since.
      if (runsHidden && ready?.audience === "public") reconnect();
      return ready ? { name: "ready", data: JSON.stringify(ready) } : { name: "beat", data: "" };
    },
  });

  function open(): void {
    if (source || !navigator.onLine) return;
    source = new EventSource(order ? `/api/events?pedido=${order}` : "/api/events");
    for (const name of events) {
      source.addEventListener(name, ({ data }) => {
        setTimer(reconnectAfterSilence, maxSilenceMs);
        noteState(name, data);
        handlers[name]?.(data, shared.pass({ name, data }));
      });
    }
    source.addEventListener("error", onError);
    setTimer(reconnectAfterSilence, maxSilenceMs);
  }

  function noteState(name: string, data: string): void {
    if (name === "ready") {
      connectedAt = Date.now();
      ready = JSON.parse(data);
    } else if (name !== "beat" && ready) {
      ready = { ...(ready.audience && { audience: ready.audience }) };
    }
  }

  function disconnect(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    ready = undefined;
  }

  function reconnect(): void {
    disconnect();
    if (shared.isLeading()) open();
  }

  function onError(): void {
    countFailure();
    // The browser reconnects after a lost connection, but not after an error response, and never later than the last time.
    if (source?.readyState !== EventSource.CLOSED && failures < maxQuickRetries) return;
    disconnect();
    setTimer(reconnect, retryDelayMs(failures));
  }

  function reconnectAfterSilence(): void {
    countFailure();
    reconnect();
  }

  function countFailure(): void {
    const wasStable = Date.now() - connectedAt >= stableAfterMs;
    connectedAt = Number.POSITIVE_INFINITY;
    ready = undefined;
    failures = wasStable ? 1 : failures + 1;
    shared.pass({ name: "failure", data: String(failures) });
    onFailure(failures);
  }

  function setTimer(work: () => void, delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(work, delayMs);
  }

  watchVisibility({ runsHidden, onVisible: shared.join, onGone: shared.leave }, signal);
  signal.addEventListener("abort", shared.leave);
  return {
    reconnect,
    disconnect,
    /** Connects now instead of after the retry delay. */
    connect: () => shared.isLeading() && open(),
  };
}

/** Random, so that the clients of a restarted server do not all return at once. */
function retryDelayMs(failures: number): number {
  const delayMs = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** (failures - 1));
  return delayMs * (0.5 + Math.random() / 2);
}

type VisibilityOptions = { runsHidden: boolean; onVisible(): void; onGone(): void };

/**
 * Calls `onVisible` now or once the page is visible, and `onGone` when it is left and after some seconds out of sight, unless it
 * `runsHidden`; until `signal`.
 */
function watchVisibility(options: VisibilityOptions, signal: AbortSignal): void {
  const { runsHidden, onVisible, onGone } = options;
  const isNeeded = () => runsHidden || document.visibilityState === "visible";
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    clearTimeout(timer);
    if (isNeeded()) onVisible();
    else timer = setTimeout(onGone, hiddenDelayMs);
  }

  update();
  signal.addEventListener("abort", () => clearTimeout(timer));
  document.addEventListener("visibilitychange", update, { signal });
  addEventListener("pagehide", onGone, { signal });
  addEventListener("pageshow", (event) => event.persisted && update(), { signal });
}
