import { setTimeout as delay, setImmediate } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import pLimit from "p-limit";
import { isAdminPath } from "#app/shared/paths.ts";
import { overloadProblem } from "./errors.ts";
import type { AppEnv } from "./request-source.ts";

type LimitOptions = { concurrency: number; maxQueued: number };

type ConcurrencyLimit = {
  /** Returns whether another task would be rejected. */
  isFull(): boolean;
  /** Runs the task when fewer than `concurrency` others run; throws a 503 problem when too many are queued. */
  run<T>(task: () => Promise<T>): Promise<T>;
};

function createConcurrencyLimit(options: LimitOptions): ConcurrencyLimit {
  const { concurrency, maxQueued } = options;
  const limit = pLimit(concurrency);
  const isBusy = () => limit.activeCount + limit.pendingCount >= concurrency;
  const isFull = () => isBusy() && limit.pendingCount >= maxQueued;
  return {
    isFull,
    async run(task) {
      if (isFull()) throw overloadProblem();
      return limit(task);
    },
  };
}

/**
 * Limits the responses of a route that are being generated or sent. A place ends with the response, whether it was read, cut
 * off or replaced. HEAD takes none, since its body is never read.
 */
export function limitResponses(options: LimitOptions): MiddlewareHandler<AppEnv> {
  const limit = createConcurrencyLimit(options);
  return async (c, next) => {
    const { incoming, outgoing } = c.env ?? {};
    if (c.req.method === "HEAD" || !incoming || !outgoing) return next();
    const { socket } = incoming;
    const ended = Promise.withResolvers<void>();
    outgoing.once("close", ended.resolve);
    // A response that waits for an earlier one on its connection emits nothing when that closes.
    socket.once("close", ended.resolve);
    const handled = Promise.withResolvers<void>();
    const finished = limit.run(async () => {
      // The client has disconnected while it waited.
      if (outgoing.destroyed || socket.destroyed) return handled.resolve();
      await next().then(handled.resolve, handled.reject);
      await ended.promise;
    });
    finished.catch(handled.reject).finally(() => socket.off("close", ended.resolve));
    await handled.promise;
  };
}

/**
 * The kind of a page request. The number of `cacheable` ones is limited by the routes and the page cache, that of `uncached`
 * ones by nothing, because any client can make up addresses, hosts and queries of the API; `admin` ones depend on the session.
 */
export type RenderClass = "cacheable" | "uncached" | "admin";

export type RenderLimits = {
  /** Returns whether a render for this network (see `networkOf`) would be rejected. */
  isFull(renderClass: RenderClass, network: string): boolean;
  /** Renders within the limits; throws a 503 problem when too many are queued. */
  run<T>(renderClass: RenderClass, network: string, render: () => Promise<T>): Promise<T>;
};

/** Rendering occupies a processor, so that more at once would only delay other requests. */
const maxConcurrentRenders = 2;
/**
 * Only one of these renders is of an address that is not cached, so that public pages are rendered while clients request arbitrary
 * ones.
 */
const maxConcurrentUncached = 1;
const maxQueued = { cacheable: 200, uncached: 20, admin: 20 };
/** The rest of each queue is for other networks. */
const maxPerNetwork = { cacheable: 40, uncached: 10, admin: 10 };
const maxPauseMs = 50;

/** Public pages share one limit; the back office has its own, so that neither delays the other. */
export function createRenderLimits(): RenderLimits {
  const createLimit = (concurrency: number, queueLimit: number) =>
    createConcurrencyLimit({ concurrency, maxQueued: queueLimit });
  const publicPages = createLimit(maxConcurrentRenders, Number.POSITIVE_INFINITY);
  const classes = {
    cacheable: createLimit(maxConcurrentRenders, maxQueued.cacheable),
    uncached: createLimit(maxConcurrentUncached, maxQueued.uncached),
    admin: createLimit(maxConcurrentRenders, maxQueued.admin),
  };
  const networks = {
    cacheable: countNetworks(),
    uncached: countNetworks(),
    admin: countNetworks(),
  };
  const isFull: RenderLimits["isFull"] = (renderClass, network) =>
    classes[renderClass].isFull() ||
    networks[renderClass].count(network) >= maxPerNetwork[renderClass];
  return {
    isFull,
    async run(renderClass, network, render) {
      if (isFull(renderClass, network)) throw overloadProblem();
      const leave = networks[renderClass].enter(network);
      const task = renderClass === "admin" ? render : () => publicPages.run(render);
      const isUnbounded = renderClass !== "cacheable";
      return runBetweenRequests(classes[renderClass], task, isUnbounded).finally(leave);
    },
  };
}

/**
 * Runs the render when other received requests have been handled: it waits for no event of its own, so that a hundred
 * would otherwise run one after the other before the next response from memory. After an unbounded render its place stays
 * occupied for as long as it took, so that such renders take half of a processor at most.
 */
function runBetweenRequests<T>(
  limit: ConcurrencyLimit,
  render: () => Promise<T>,
  isUnbounded: boolean,
): Promise<T> {
  const rendered = Promise.withResolvers<T>();
  const finished = limit.run(async () => {
    await setImmediate();
    const startedAt = performance.now();
    await render().then(rendered.resolve, rendered.reject);
    if (isUnbounded) await delay(Math.min(performance.now() - startedAt, maxPauseMs));
  });
  finished.catch(rendered.reject);
  return rendered.promise;
}

/** Counts renders in progress or queued by network. */
function countNetworks() {
  const counts = new Map<string, number>();
  const count = (network: string) => counts.get(network) ?? 0;
  return {
    count,
    enter(network: string): () => void {
      counts.set(network, count(network) + 1);
      return () => {
        if (count(network) > 1) counts.set(network, count(network) - 1);
        else counts.delete(network);
      };
    },
  };
}

export function uncacheableClass(path: string): RenderClass {
  return isAdminPath(path.replace(/\.data$/, "")) ? "admin" : "uncached";
}
