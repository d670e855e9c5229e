import {
  publishChanges,
  publishConnected,
  publishMissedChanges,
  publishSignedOut,
} from "./changes.ts";
import { afterHolds } from "./refetch.ts";

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
const hiddenTabLock = "pomar:hidden-tab-stream";
/** Time in which the browser grants a free lock. */
const lockTimeoutMs = 500;

export type StreamOptions = {
  /** The back office: one of its hidden tabs stays connected. */
  runsHidden: boolean;
  /** The end of an order's link, whose changes are received too. */
  order?: string | undefined;
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
 * The page's one stream of `/api/events`, published through `changes.ts`, while the page is visible and until `signal`.
 * EventSource reconnects on its own. Each connection publishes that changes may have been missed meanwhile, except the first
 * one when the data are still those of the document.
 */
export function createChangeStream(options: StreamOptions, signal: AbortSignal) {
  const { runsHidden, order, onConnected, onFailure } = options;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let connectedAt = Number.POSITIVE_INFINITY;
  let isNeeded = false;

  const handlers: Record<string, (data: string) => void> = {
    ready(data) {
      connectedAt = Date.now();
      onConnected();
      publishConnected();
      const isUnchanged =
        documentRevision && !order && JSON.parse(data).revision === documentRevision;
      documentRevision = undefined;
      if (!isUnchanged) publishMissedChanges();
    },
    changes: (data) => publishChanges(JSON.parse(data)),
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

  function open(): void {
    isNeeded = true;
    if (source || !navigator.onLine) return;
    source = new EventSource(order ? `/api/events?pedido=${order}` : "/api/events");
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, ({ data }) => {
        setTimer(reconnectAfterSilence, maxSilenceMs);
        handle(data);
      });
    }
    source.addEventListener("error", onError);
    setTimer(reconnectAfterSilence, maxSilenceMs);
  }

  function disconnect(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function close(): void {
    isNeeded = false;
    disconnect();
  }

  function reconnect(): void {
    disconnect();
    if (isNeeded) open();
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
    failures = wasStable ? 1 : failures + 1;
    onFailure(failures);
  }

  function setTimer(work: () => void, delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(work, delayMs);
  }

  watchVisibility({ runsHidden, onVisible: open, onHidden: close }, signal);
  signal.addEventListener("abort", close);
  return {
    reconnect,
    disconnect,
    /** Connects now instead of after the retry delay. */
    connect: () => isNeeded && open(),
  };
}

/** Random, so that the clients of a restarted server do not all return at once. */
function retryDelayMs(failures: number): number {
  const delayMs = Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** (failures - 1));
  return delayMs * (0.5 + Math.random() / 2);
}

type VisibilityOptions = { runsHidden: boolean; onVisible(): void; onHidden(): void };

/** Calls `onVisible` now or once the page is visible, `onHidden` after some seconds out of sight, until `signal`. */
function watchVisibility(options: VisibilityOptions, signal: AbortSignal): void {
  const { runsHidden, onVisible, onHidden } = options;
  const isVisible = () => document.visibilityState === "visible";
  let hiding = new AbortController();

  function update(): void {
    hiding.abort();
    hiding = new AbortController();
    if (isVisible()) onVisible();
    else hideLater(hiding.signal);
  }

  function hideLater(visible: AbortSignal): void {
    const timer = setTimeout(() => {
      if (runsHidden) shareHiddenStream(onVisible, onHidden, visible);
      else onHidden();
    }, hiddenDelayMs);
    visible.addEventListener("abort", () => clearTimeout(timer));
  }

  if (runsHidden) onVisible();
  update();
  signal.addEventListener("abort", () => hiding.abort());
  document.addEventListener("visibilitychange", update, { signal });
  addEventListener("pagehide", onHidden, { signal });
  addEventListener("pageshow", (event) => event.persisted && isVisible() && onVisible(), {
    signal,
  });
}

/**
 * Only one of the hidden tabs stays connected: HTTP/1.1 gives a site six connections, and six hidden tabs would use them
 * all. Without locks (plain http, blocked site data) every tab stays connected. Ends with `signal`.
 */
function shareHiddenStream(onGranted: () => void, onWaiting: () => void, signal: AbortSignal) {
  const timer = setTimeout(onWaiting, lockTimeoutMs);
  const cancel = () => clearTimeout(timer);
  const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  signal.addEventListener("abort", cancel);
  const hold = () => {
    cancel();
    onGranted();
    return ended;
  };
  try {
    navigator.locks.request(hiddenTabLock, { signal }, hold).catch(cancel);
  } catch {
    cancel();
  }
}
