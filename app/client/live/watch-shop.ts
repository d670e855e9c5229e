import { announceChanges, announceGap, announceSignedOut } from "../changes.ts";
import { createConnectionNotices } from "./connection-notices.ts";
import { startPoll } from "./poll.ts";
import { watchPresence } from "./presence.ts";
import { setShared } from "./read-after-changes.ts";
import { createStream } from "./stream.ts";

/** Some ten seconds without a stream: more than a shop takes to start again. */
const lastingFailures = 4;

/**
 * The one place that watches the connection to the shop: it tells the visitor when that goes and comes, polls the shop's
 * health, and keeps the stream of changes, which it hands on to those who subscribed (`changes.ts`). `staysAwake` keeps
 * the stream while the page is hidden. It ends with `signal`.
 */
export function watchShop({ staysAwake }: { staysAwake: boolean }, signal: AbortSignal): void {
  const notices = createConnectionNotices();
  let isStreamFailing = false;

  const stream = createStream(dataKnownAt(), {
    onReady(missed, shared) {
      setShared(shared);
      isStreamFailing = false;
      notices.well("stream");
      if (missed) announceGap();
    },
    onChanges: announceChanges,
    onGap: announceGap,
    onSignedOut: announceSignedOut,
    onFailure(failures) {
      if (failures < lastingFailures || !navigator.onLine) return;
      isStreamFailing = true;
      notices.failed("stream");
    },
  });

  const presence = watchPresence({ staysAwake, onAway: stream.close, onBack: keepStream }, signal);

  const poll = startPoll((isHealthy) => {
    if (!isHealthy) return notices.failed("poll");
    notices.well("poll");
    // Where no stream comes through, the page is read anew with every poll.
    if (isStreamFailing) announceGap();
    keepStream();
  }, signal);

  function keepStream(): void {
    if (navigator.onLine && presence.isHere()) stream.open();
  }

  function onOffline(): void {
    stream.close();
    notices.lost();
  }

  function onOnline(): void {
    stream.close();
    keepStream();
    void poll.ask();
  }

  if (!navigator.onLine) notices.lost();
  keepStream();
  addEventListener("offline", onOffline, { signal });
  addEventListener("online", onOnline, { signal });
  signal.addEventListener("abort", stream.close);
}

/** When what the page shows was true: not before it was asked for, and nobody knows for one out of the browser's memory. */
function dataKnownAt(): number {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "back_forward" ? 0 : performance.timeOrigin;
}
