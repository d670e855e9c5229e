import { isAdminPath } from "#app/shared/paths.ts";
import { createConcurrencyLimit } from "../http/concurrency-limit.ts";

/**
 * The kind of a page request. `cacheable` ones are bounded by the catalogue; `uncached` ones are unbounded, because any
 * client can make up addresses and hosts; `admin` ones depend on the session.
 */
export type RenderClass = "cacheable" | "uncached" | "admin";

export type RenderLimits = {
  isFull(renderClass: RenderClass): boolean;
  /** Renders within the limits; throws a 503 problem when too many are queued. */
  run<T>(renderClass: RenderClass, render: () => Promise<T>): Promise<T>;
};

/** Rendering occupies a processor, so that more at once would only delay other requests. */
const maxConcurrentRenders = 2;
/** Only one of them, so that public pages are rendered while clients request arbitrary addresses. */
const maxConcurrentUncached = 1;
const maxQueued = { cacheable: 200, uncached: 20, admin: 20 };

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
  return {
    isFull: (renderClass) => classes[renderClass].isFull(),
    run(renderClass, render) {
      const task = renderClass === "admin" ? render : () => publicPages.run(render);
      return classes[renderClass].run(task);
    },
  };
}

export function uncacheableClass(path: string): RenderClass {
  return isAdminPath(path.replace(/\.data$/, "")) ? "admin" : "uncached";
}
