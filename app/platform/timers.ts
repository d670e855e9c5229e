import { setTimeout as wait } from "node:timers/promises";

/** Waits without keeping the process alive. False as soon as `signal` aborts. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { ref: false, signal }).catch(() => false);
}

export type Interval = { firstMs: number; intervalMs: number };

/**
 * Runs `job` after `firstMs`, then `intervalMs` after the end of each run; an error goes to `onError` and the next run
 * follows. Returns a function that stops, aborts the signal given to `job`, and waits for a run in progress.
 */
export function runEvery(
  { firstMs, intervalMs }: Interval,
  job: (signal: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function repeat(): Promise<void> {
    let delay = firstMs;
    while (await sleep(delay, signal)) {
      delay = intervalMs;
      try {
        await job(signal);
      } catch (error) {
        if (!signal.aborted) onError(error);
      }
    }
  }

  const running = repeat();
  return () => {
    stopping.abort();
    return running;
  };
}
