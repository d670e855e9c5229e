import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";

const checkMs = 1_000;
/** Share of a second above which the process is busy: twice what the mails take that are sent after many orders. */
const busyShare = 0.1;
/** Times of V8's mode for low memory use, since the last busy second. Within 8 s it starts to collect. */
const startMs = 10_000;
const endMs = 25_000;
const repeatMs = 300_000;

/**
 * Makes V8 return memory to the system when the process is idle after a busy time. V8 has the collection for this, but its
 * condition is hardly ever met in Node 24 (decision 0025). The mode for low memory use skips the condition. It doubles the
 * processor time of requests, so it lasts some seconds and ends with the first busy one.
 */
export function returnMemoryWhenIdle(): void {
  let last = performance.eventLoopUtilization();
  let quietMs = 0;
  let isReducing = false;

  function check(): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    quietMs = utilization > busyShare ? 0 : (quietMs + checkMs) % repeatMs;
    reduce(quietMs >= startMs && quietMs < endMs);
  }

  function reduce(mustReduce: boolean): void {
    if (mustReduce === isReducing) return;
    isReducing = mustReduce;
    setFlagsFromString(mustReduce ? "--memory-saver-mode" : "--no-memory-saver-mode");
  }

  setInterval(check, checkMs).unref();
}
