import type { IncomingMessage, RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Context, MiddlewareHandler, Next } from "hono";
import type { ApiDependencies, ReadEnv, Visit } from "#app/api/framework/api-types.ts";
import { findVisit, hasToken } from "#app/api/framework/guard.ts";
import { networkOf } from "#app/api/framework/rate-limit.ts";
import { type CacheStats, createCache, type Loaded } from "#app/server/cache.ts";
import type { EventStreams } from "#app/server/live/event-streams.ts";
import {
  type Page,
  type PageService,
  privateCaching,
  publicCaching,
  revisionHeader,
} from "#app/server/pages/page-service.ts";
import type { PriceVisits } from "#app/server/price-visits.ts";
import type { Revision } from "#app/server/revision.ts";
import { pathOf } from "#app/shared/paths.ts";
import type { Shop } from "#app/shop.ts";
import type { RenderLimits } from "./concurrency-limit.ts";
import { overloadPage, overloadProblem } from "./errors.ts";
import type { JustSavedCookie } from "./just-saved.ts";
import type { MediaService } from "./media.ts";
import type { RequestMetrics } from "./metrics.ts";
import { isValidHost, requestSource, type SourceResolver } from "./request-source.ts";
import type { StaticFiles } from "./static-files.ts";
import {
  addDefaults,
  compressResponse,
  dataPolicy,
  type HeaderLine,
  headerLines,
  type StoredResponse,
  sendStored,
  storeResponse,
  toResponse,
} from "./stored-response.ts";

type ApiCache = {
  /**
   * Put before a public GET route of the API: responds from memory where possible. The route reads by `c.get("shop")`, which
   * has the prices of the visitor.
   */
  middleware: MiddlewareHandler<ReadEnv>;
  /** The cached response, if any; `target` is path and query. */
  getCached(target: string): StoredResponse | undefined;
  stats(): CacheStats;
};

/** Limits a client that repeats at once to four rejections per second and connection, which cost next to nothing. */
const rejectionDelayMs = 250;

const cacheLimits = { maxBytes: 8 * 2 ** 20, maxEntries: 50 };
/** Lists with other queries and those with a price table have a cache of their own: they evict none of the lists that all poll. */
const variedCacheLimits = { maxBytes: 4 * 2 ** 20, maxEntries: 50 };

/** The lists that pages and programs poll. */
const cachedTargets = new Set([
  "/api/categories",
  "/api/recipes",
  "/api/settings",
  "/api/products",
]);
/** Differs by address and time: it is not cached, and has a rate limit of its own. */
const offerPath = "/api/delivery";

type ApiCacheOptions = {
  commonHeaders: HeaderLine[];
  justSaved: JustSavedCookie;
  shop: Shop;
  /** The shop with its public reads shared. */
  publicShop: Shop;
  revision: Revision;
  findVisit: ApiDependencies["findVisit"];
  limitRead: ApiDependencies["limitRead"];
};

export function createApiCache(options: ApiCacheOptions): ApiCache {
  const { commonHeaders, justSaved, shop, publicShop, revision, limitRead } = options;
  const shared = { revision, sizeOf: (stored: StoredResponse) => stored.size };
  const cache = createCache<StoredResponse>({ ...cacheLimits, ...shared });
  const variedCache = createCache<StoredResponse>({ ...variedCacheLimits, ...shared });
  const defaults: HeaderLine[] = [...commonHeaders, ["Content-Security-Policy", dataPolicy]];

  async function load(
    c: Context,
    next: Next,
    source: Shop,
    cacheControl: string,
  ): Promise<Loaded<StoredResponse>> {
    c.set("shop", source);
    await next();
    const { status, headers } = c.res;
    const lines = headerLines(headers).filter(
      ([name]) => name !== "Cache-Control" && name !== "Etag",
    );
    const value = compressResponse({
      status,
      headers: addDefaults(
        [...lines, ["Cache-Control", cacheControl], ["Vary", "Cookie"]],
        defaults,
      ),
      body: Buffer.from(await c.res.arrayBuffer()),
    });
    return { value, isCacheable: status === 200 };
  }

  return {
    async middleware(c, next) {
      const { pathname, search } = new URL(c.req.url);
      const visit = await findVisit(options, c);
      const price = (source: Shop) => visit?.price(source) ?? source;
      const target = pathname + search;
      const isPolled = !visit && cachedTargets.has(target);
      const mustBeFresh = justSaved.isPresent(c.req.header("Cookie"));
      if (pathname === offerPath) {
        c.set("shop", price(shop));
        return next();
      }
      if (mustBeFresh || (hasToken(c) && !isPolled)) {
        c.set("shop", price(shop));
        return limitRead(c, next);
      }
      const cacheControl = visit ? privateCaching : publicCaching;
      const read = () => load(c, next, price(publicShop), cacheControl);
      const stored = isPolled
        ? await cache.fetch(target, read)
        : await variedCache.fetch(variedKey(target, visit), read, (start) => limitRead(c, start));
      const response = await toResponse(c.req.raw, stored);
      // Cleared first: Hono merges the header lines of a replaced response into the new one.
      c.res = undefined;
      c.res = response;
    },
    getCached: (target) =>
      cachedTargets.has(target) ? cache.get(target) : variedCache.get(variedKey(target)),
    stats: cache.stats,
  };
}

function variedKey(target: string, visit?: Visit): string {
  return `${target} ${visit?.key ?? ""}`;
}

/**
 * Limits reads that no cache answers as uncached pages are, with which they share a processor. Programs with a token have a
 * limit of their own.
 */
export function createReadLimit(
  limits: RenderLimits,
  clientAddress: ApiDependencies["clientAddress"],
): ApiDependencies["limitRead"] {
  return async (c, read) => {
    if (hasToken(c)) return read();
    const network = networkOf(clientAddress(c));
    if (!limits.isFull("uncached", network)) return limits.run("uncached", network, read);
    await delay(rejectionDelayMs);
    throw overloadProblem();
  };
}

export type FrontOptions = {
  commonHeaders: HeaderLine[];
  files: StaticFiles;
  pages: PageService;
  apiCache: ApiCache;
  media: MediaService;
  live: Pick<EventStreams, "open">;
  sources: SourceResolver;
  justSaved: JustSavedCookie;
  visits: PriceVisits;
  recordCached: RequestMetrics["recordCached"];
  /** Handles what is not in memory. */
  next: RequestListener;
};

function isMalformed({ url = "", headers, rawHeaders }: IncomingMessage): boolean {
  const { host } = headers;
  return (
    hasInvalidEscape(url) || (host !== undefined && !isValidHost(host)) || hasTwoHosts(rawHeaders)
  );
}

/** Node uses the first one; a proxy in front may have used the other. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}

/**
 * Returns whether the path has escapes that are not UTF-8, or the target an escaped NUL, which PostgreSQL rejects. The router would
 * print such a path, personal data included. Names of pictures are checked by the media service.
 */
function hasInvalidEscape(target: string): boolean {
  if (!target.includes("%") || target.startsWith("/media/")) return false;
  if (target.includes("%00")) return true;
  try {
    decodeURIComponent(pathOf(target));
    return false;
  } catch {
    return true;
  }
}

/** GET routes that are not pages. */
const isOtherRoute = /^\/(?:assets\/|metrics(?:\?|$))/;
const eventsPath = /^\/api\/events(?:\?|$)/;

/**
 * Sees each request first: sends what is in memory at once and passes the rest on. Event streams are handled here because
 * they write to the socket for as long as a page is open.
 */
export function createFront(options: FrontOptions): RequestListener {
  const { files, pages, apiCache, media, live, sources, justSaved, visits } = options;
  const { recordCached, next } = options;

  const overloaded: Page = {
    stored: storeResponse({
      status: overloadPage.status,
      headers: [...options.commonHeaders, ...Object.entries(overloadPage.headers)],
      body: Buffer.from(overloadPage.html),
    }),
  };

  const malformedResponse = storeResponse({
    status: 400,
    headers: [
      ...options.commonHeaders,
      ["Content-Type", "text/plain; charset=utf-8"],
      ["Cache-Control", "no-store"],
      ["Content-Security-Policy", dataPolicy],
    ],
    body: Buffer.from("Endereço inválido\n"),
  });

  function getStored(request: IncomingMessage): Page | undefined {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return undefined;
    const file = url.startsWith("/media/")
      ? media.getCached(url, headers.accept)
      : files.get(pathOf(url));
    if (file) return { stored: file };
    if (url.startsWith("/media/") || justSaved.isPresent(headers.cookie)) return undefined;
    return getForVisitor(request, url);
  }

  function getForVisitor(request: IncomingMessage, url: string): Page | undefined {
    const { headers } = request;
    const visit = visits.find(headers.cookie);
    if (visit === "unread") return undefined;
    if (!url.startsWith("/api/")) {
      // The app deletes the cookie of a table that has ended.
      return visit && !visit.requestedTable ? undefined : getStoredPage(request, url, visit);
    }
    // The API rejects invalid tokens on public routes too, and knows the prices of a table.
    if (visit?.requestedTable || headers.authorization !== undefined) return undefined;
    const answer = apiCache.getCached(url);
    return answer && { stored: answer };
  }

  /** Rejected here when rendering is overloaded, because a response of the routes costs ten times as much. */
  function getStoredPage(
    request: IncomingMessage,
    url: string,
    visit: Visit | undefined,
  ): Page | undefined {
    const source = requestSource(request);
    const origin = sources.siteOrigin(source);
    if (origin === undefined) return undefined;
    const cached = pages.getCached(origin, url, visit);
    if (cached || isOtherRoute.test(url)) return cached;
    const network = networkOf(sources.clientAddress(source));
    return pages.isOverloaded(url, { origin, network, visit }) ? overloaded : undefined;
  }

  return (request, response) => {
    if (isMalformed(request)) {
      sendStored(request, response, malformedResponse);
      return;
    }
    if (request.method === "GET" && eventsPath.test(request.url ?? "")) {
      live.open(request, response);
      return;
    }
    const startedAt = performance.now();
    const page = getStored(request);
    if (!page) return next(request, response);
    const { stored } = page;
    if (page === overloaded) setTimeout(sendStored, rejectionDelayMs, request, response, stored);
    else sendStored(request, response, stored, revisionHeader(page));
    const seconds = (performance.now() - startedAt) / 1000;
    recordCached(request, stored, response.statusCode, seconds);
  };
}
