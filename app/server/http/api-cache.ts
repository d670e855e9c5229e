import type { Context, MiddlewareHandler, Next } from "hono";
import type { ReadEnv } from "#app/api/api-types.ts";
import type { Shop } from "#app/shop.ts";
import { type CacheStats, createCache, type Loaded } from "../cache.ts";
import type { PublicReads } from "../public-reads.ts";
import type { Shown } from "../shown.ts";
import { addDefaults, dataPolicy, type HeaderLine, headerLines } from "./headers.ts";
import type { JustSavedCookie } from "./just-saved.ts";
import { compressResponse, type StoredResponse, toResponse } from "./stored-response.ts";

export type ApiCache = {
  /**
   * Put before a public GET route of the API: responds from memory where possible. The route reads by `c.get("shop")`, which
   * records what the response shows.
   */
  middleware: MiddlewareHandler<ReadEnv>;
  /** The cached response, if any; `target` is path and query. */
  getCached(target: string): StoredResponse | undefined;
  /** See `Cache`. */
  invalidate(changed?: readonly string[]): void;
  stats(): CacheStats;
};

const limits = { maxBytes: 8 * 2 ** 20, maxEntries: 50 };

/** The lists that pages and programs poll. Other queries are too varied to cache. */
const cachedTargets = new Set([
  "/api/categories",
  "/api/recipes",
  "/api/settings",
  "/api/products",
]);
/** Differs by address and time: only what it is computed from is cached. */
const offerPath = "/api/delivery";
const categoryTarget = /^\/api\/products\?category=([a-z0-9-]+)$/;

export function createApiCache(
  commonHeaders: HeaderLine[],
  justSaved: JustSavedCookie,
  shop: Shop,
  reads: PublicReads,
): ApiCache {
  const cache = createCache<StoredResponse>({ ...limits, sizeOf: (stored) => stored.size });
  const defaults: HeaderLine[] = [...commonHeaders, ["Content-Security-Policy", dataPolicy]];

  function isCached(target: string, { categories } = reads.getKnownValues()): boolean {
    const category = categoryTarget.exec(target)?.[1];
    return category ? categories?.has(category) === true : cachedTargets.has(target);
  }

  async function load(c: Context, next: Next, shown: Shown): Promise<Loaded<StoredResponse>> {
    c.set("shop", reads.record(shown));
    await next();
    const { status, headers } = c.res;
    const lines = headerLines(headers).filter(
      ([name]) => name !== "Cache-Control" && name !== "Etag",
    );
    const value = compressResponse({
      status,
      headers: addDefaults([...lines, ["Cache-Control", "no-cache"]], defaults),
      body: Buffer.from(await c.res.arrayBuffer()),
    });
    return { value, isCacheable: status === 200 };
  }

  return {
    async middleware(c, next) {
      const { pathname, search } = new URL(c.req.url);
      const target = pathname + search;
      const mustBeFresh = justSaved.isPresent(c.req.header("Cookie"));
      if (categoryTarget.test(target)) await reads.loadCategories();
      if (mustBeFresh || !isCached(target)) {
        const isOffer = pathname === offerPath && !mustBeFresh;
        c.set("shop", isOffer ? reads.record(new Set()) : shop);
        return next();
      }
      const stored = await cache.fetch(target, (shown) => load(c, next, shown));
      const response = await toResponse(c.req.raw, stored);
      // Cleared first: Hono merges the header lines of a replaced response into the new one.
      c.res = undefined;
      c.res = response;
    },
    getCached: (target) => (isCached(target) ? cache.get(target) : undefined),
    invalidate: cache.invalidate,
    stats: cache.stats,
  };
}
