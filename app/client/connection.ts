import type { ChangedTable } from "#app/shared/changes.ts";
import { createChangeStream, type StreamOptions } from "./change-stream.ts";
import { publishConnected, publishMissedChanges } from "./changes.ts";
import { createRefetchQueue, refetchAfterChanges } from "./refetch.ts";
import { connectionNoticeId, dismissToast, toast } from "./toast.ts";

const pollIntervalMs = 30_000;
const pollTimeoutMs = 10_000;
/** A restart of the server takes fewer failed attempts. */
const maxSilentFailures = 4;

type LiveUpdates = Pick<StreamOptions, "order" | "table"> & {
  /** The tables that a public page shows, and how its data are refetched. The back office refetches its screens itself. */
  page?: { isShown(table: ChangedTable): boolean; refetch(): Promise<boolean> } | undefined;
};

/**
 * Watches the connection to the shop and refetches a public page after changes, until `signal`. Returns a function that
 * refetches it now.
 */
export function startLiveUpdates(
  { page, ...stream }: LiveUpdates,
  signal: AbortSignal,
): (() => void) | undefined {
  const refetch = page && createRefetchQueue(page.refetch, signal);
  if (refetch) refetchAfterChanges(({ table }) => page.isShown(table), refetch, signal);
  watchConnection({ runsHidden: !page, ...stream }, signal);
  return refetch;
}

/**
 * Watches the connection to the shop until `signal`: shows when it is lost and restored, polls the shop's health and runs
 * the change stream, which the back office (`runsHidden`) also runs in hidden tabs. See `StreamOptions`.
 */
function watchConnection(
  kind: Pick<StreamOptions, "runsHidden" | "order" | "table">,
  signal: AbortSignal,
) {
  const notices = createConnectionNotices();
  let isStreamFailing = false;

  const stream = createChangeStream(
    {
      ...kind,
      onConnected() {
        isStreamFailing = false;
        notices.recovered("stream");
      },
      onFailure(failures) {
        if (failures < maxSilentFailures || !navigator.onLine) return;
        isStreamFailing = true;
        notices.failed("stream");
      },
    },
    signal,
  );

  const poll = startHealthPoll((isHealthy) => {
    if (!isHealthy) return notices.failed("poll");
    notices.recovered("poll");
    // Without a stream, each poll refetches the page.
    if (isStreamFailing) {
      publishConnected();
      publishMissedChanges();
    }
    stream.connect();
  }, signal);

  function onOffline(): void {
    stream.disconnect();
    notices.lost();
  }

  function onOnline(): void {
    stream.reconnect();
    void poll();
  }

  if (!navigator.onLine) notices.lost();
  addEventListener("offline", onOffline, { signal });
  addEventListener("online", onOnline, { signal });
}

/**
 * Requests the shop's health every 30 s while the page is visible and the device online, and at once when a page hidden for
 * longer becomes visible. Returns a function that requests it now.
 */
function startHealthPoll(onResult: (isHealthy: boolean) => void, signal: AbortSignal) {
  let lastPollAt = Date.now();

  async function poll(): Promise<void> {
    lastPollAt = Date.now();
    const isHealthy = await fetchHealth();
    if (!signal.aborted && navigator.onLine) onResult(isHealthy);
  }

  function pollIfVisible(): void {
    if (document.visibilityState === "visible" && navigator.onLine) void poll();
  }

  const timer = setInterval(pollIfVisible, pollIntervalMs);
  signal.addEventListener("abort", () => clearInterval(timer));
  document.addEventListener(
    "visibilitychange",
    () => Date.now() - lastPollAt >= pollIntervalMs && pollIfVisible(),
    { signal },
  );
  return poll;
}

async function fetchHealth(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(pollTimeoutMs);
    return (await fetch("/api/health", { cache: "no-store", signal })).ok;
  } catch {
    return false;
  }
}

const lostNotice = {
  id: connectionNoticeId,
  title: "Conexão perdida",
  description:
    "Trabalhando offline. Alterações serão sincronizadas quando a conexão for restaurada.",
  variant: "warning",
  persistent: true,
} as const;

const restoredNotice = {
  id: connectionNoticeId,
  title: "Conexão restaurada",
  description: "Sincronização em tempo real ativa novamente.",
} as const;

const syncFailedNotice = {
  id: "synchronization",
  title: "Erro de sincronização",
  description: "Falha ao sincronizar dados. Verifique sua conexão.",
  variant: "destructive",
  persistent: true,
} as const;

/** The spec's three notices, one at a time. One that the user closed does not return for the same failure. */
function createConnectionNotices() {
  const failing = new Set<"poll" | "stream">();
  let isLost = false;

  return {
    /** The device is offline. */
    lost(): void {
      isLost = true;
      failing.clear();
      dismissToast(syncFailedNotice.id);
      toast(lostNotice);
    },
    /** The device is online, but the shop does not respond to the poll or the stream. */
    failed(source: "poll" | "stream"): void {
      if (failing.size === 0) {
        if (isLost) dismissToast(lostNotice.id);
        toast(syncFailedNotice);
      }
      failing.add(source);
    },
    recovered(source: "poll" | "stream"): void {
      if (failing.delete(source) && failing.size === 0) dismissToast(syncFailedNotice.id);
      if (!isLost) return;
      isLost = false;
      toast(restoredNotice);
    },
  };
}
