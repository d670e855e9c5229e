import type { MiddlewareHandler } from "hono";
import pLimit from "p-limit";
import { overloadProblem } from "./errors.ts";

type LimitOptions = { concurrency: number; maxQueued: number };

export type ConcurrencyLimit = {
  /** Whether another task would wait. */
  isBusy(): boolean;
  /** Whether another task would be rejected. */
  isFull(): boolean;
  /** Runs the task when fewer than `concurrency` others run; throws a 503 problem when too many are queued. */
  run<T>(task: () => Promise<T>): Promise<T>;
};

export function createConcurrencyLimit(options: LimitOptions): ConcurrencyLimit {
  const { concurrency, maxQueued } = options;
  const limit = pLimit(concurrency);
  const isBusy = () => limit.activeCount + limit.pendingCount >= concurrency;
  const isFull = () => isBusy() && limit.pendingCount >= maxQueued;
  return {
    isBusy,
    isFull,
    async run(task) {
      if (isFull()) throw overloadProblem();
      return limit(task);
    },
  };
}

/** Limits the responses of a route that are being generated or sent. */
export function limitResponses(options: LimitOptions): MiddlewareHandler {
  const limit = createConcurrencyLimit(options);
  return async (c, next) => {
    const handled = Promise.withResolvers<void>();
    const finished = limit.run(async () => {
      await next();
      const { body } = c.res;
      if (!body) return handled.resolve();
      const { readable, writable } = new TransformStream();
      c.res = new Response(readable, c.res);
      handled.resolve();
      // Rejects when the client disconnects or the source fails, which the client sees too.
      await body.pipeTo(writable).catch(() => undefined);
    });
    finished.catch(handled.reject);
    await handled.promise;
  };
}
