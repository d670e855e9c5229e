import type { Context, MiddlewareHandler, Next } from "hono";
import { addDefaults, dataPolicy, type HeaderLine, headerLines } from "./headers.ts";
import type { JustSavedCookie } from "./just-saved.ts";
import { type CacheStats, createResponseCache, type LoadResult } from "./response-cache.ts";
import { compressResponse, type StoredResponse, toResponse } from "./stored-response.ts";

export type ApiCache = {
  /** Put before a public GET route of the API: responds from memory where possible. */
  middleware: MiddlewareHandler;
  /** The cached response, if any; `target` is path and query. */
  getCached(target: string): StoredResponse | undefined;
  clear(): void;
  stats(): CacheStats;
};

const limits = { maxBytes: 8 * 2 ** 20, maxEntries: 50 };

/** Whole lists and lists of one category; other queries are too varied to cache. */
const cacheableTarget = /^\/api\/[a-z]+(?:\?category=[a-z-]{1,40})?$/;

export function createApiCache(commonHeaders: HeaderLine[], justSaved: JustSavedCookie): ApiCache {
  const cache = createResponseCache(limits);
  const defaults: HeaderLine[] = [...commonHeaders, ["Content-Security-Policy", dataPolicy]];

  async function load(c: Context, next: Next): Promise<LoadResult> {
    await next();
    const { status, headers } = c.res;
    const lines = headerLines(headers).filter(
      ([name]) => name !== "Cache-Control" && name !== "Etag",
    );
    const response = compressResponse({
      status,
      headers: addDefaults([...lines, ["Cache-Control", "no-cache"]], defaults),
      body: Buffer.from(await c.res.arrayBuffer()),
    });
    return { response, isCacheable: status === 200 };
  }

  return {
    async middleware(c, next) {
      const { pathname, search } = new URL(c.req.url);
      const target = pathname + search;
      const mustBeFresh = justSaved.isPresent(c.req.header("Cookie"));
      if (mustBeFresh || !cacheableTarget.test(target)) return next();
      const stored = await cache.fetch(target, () => load(c, next));
      const response = await toResponse(c.req.raw, stored);
      // Cleared first: Hono merges the header lines of a replaced response into the new one.
      c.res = undefined;
      c.res = response;
    },
    getCached: (target) => (cacheableTarget.test(target) ? cache.get(target) : undefined),
    clear: cache.clear,
    stats: cache.stats,
  };
}
