import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "#tests/load/table.ts";

/** The duration of a visitor's page during a flood; `ownP99` is the part by which the measuring process delayed itself. */
export type ProbeReport = { failures: string[]; p99: number; ownP99: number };

const pauseMs = 50;
const [, , url = ""] = process.argv;
const ownDelay = monitorEventLoopDelay({ resolution: 1 });
ownDelay.enable();
const times: number[] = [];
const failures: string[] = [];
let isStopping = false;
process.once("message", () => {
  isStopping = true;
});
// A process of its own: in that of the flood a response waits for hundreds of others to be read.
while (!isStopping) {
  const startedAt = performance.now();
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    await response.arrayBuffer();
    if (!response.ok) failures.push(`status ${response.status}`);
  } catch (error) {
    failures.push(String(error));
  }
  times.push(performance.now() - startedAt);
  await delay(pauseMs);
}
const report: ProbeReport = {
  failures,
  p99: percentile(times, 0.99),
  ownP99: ownDelay.percentile(99) / 1e6,
};
process.send?.(report, undefined, undefined, () => process.disconnect());
