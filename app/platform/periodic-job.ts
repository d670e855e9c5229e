import { setTimeout as delay } from "node:timers/promises";

export type PeriodicJob = {
  /** Used in the error log: "sweep of unused pictures". */
  name: string;
  firstDelayMs: number;
  intervalMs: number;
  /** `signal` aborts when the job is stopped. */
  run(signal: AbortSignal): Promise<void>;
};

type ErrorLog = { error(details: object, message: string): void };

/** Runs a job repeatedly; an error is logged and the job runs again. Returns a function that stops it after the current run. */
export function startPeriodicJob(job: PeriodicJob, log: ErrorLog): () => Promise<void> {
  const { name, firstDelayMs, intervalMs, run } = job;
  const stopping = new AbortController();
  const { signal } = stopping;
  const finished = repeat();

  async function repeat(): Promise<void> {
    let delayMs = firstDelayMs;
    while (await waitUnlessAborted(delayMs, signal)) {
      delayMs = intervalMs;
      try {
        await run(signal);
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, `${name} failed`);
      }
    }
  }

  return (): Promise<void> => {
    stopping.abort();
    return finished;
  };
}

/** False when the signal aborted the wait. Does not prevent the process from exiting. */
export function waitUnlessAborted(delayMs: number, signal: AbortSignal): Promise<boolean> {
  return delay(delayMs, true, { ref: false, signal }).catch(() => false);
}
