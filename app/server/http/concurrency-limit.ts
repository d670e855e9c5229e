import pLimit from "p-limit";

export type ConcurrencyLimit = {
  /** Whether another task would be rejected. */
  isFull(): boolean;
  /** Runs the task when one of the others has finished; throws when too many are queued. */
  run<T>(task: () => Promise<T>): Promise<T>;
};

/** Runs at most `concurrency` tasks at once and queues at most `maxQueued` more. */
export function createConcurrencyLimit(
  { concurrency, maxQueued }: { concurrency: number; maxQueued: number },
  createError: () => Error,
): ConcurrencyLimit {
  const limit = pLimit(concurrency);
  const isFull = () => limit.activeCount >= concurrency && limit.pendingCount >= maxQueued;
  return {
    isFull,
    run(task) {
      if (isFull()) throw createError();
      return limit(task);
    },
  };
}
