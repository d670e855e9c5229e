import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createLog } from "#app/platform/log.ts";
import { startPeriodicJob } from "./periodic-job.ts";

const log = createLog("silent");

test("a job runs repeatedly, also after an error, until it is stopped", async () => {
  const run = vi.fn(async () => undefined);
  run.mockRejectedValueOnce(new Error("disk unavailable"));
  const stop = startPeriodicJob({ name: "sweep", firstDelayMs: 1, intervalMs: 1, run }, log);
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3));
  await stop();
  const { length } = run.mock.calls;
  await delay(20);
  expect(run).toHaveBeenCalledTimes(length);
});

test("stopping waits for the current run", async () => {
  const gate = Promise.withResolvers<void>();
  const run = vi.fn(() => gate.promise);
  const stop = startPeriodicJob({ name: "sweep", firstDelayMs: 1, intervalMs: 1, run }, log);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await delay(20);
  expect(isStopped).toBe(false);
  gate.resolve();
  await stopped;
  expect(run).toHaveBeenCalledTimes(1);
});
