import { randomUUID } from "node:crypto";
import type { Pages } from "#app/entry.server.tsx";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { pageCacheKey, pathOf } from "#app/shared/paths.ts";
import type { Shop } from "#app/shop.ts";
import type { HeaderLine } from "../http/headers.ts";
import type { JustSavedCookie } from "../http/just-saved.ts";
import { routePattern, unknownPage } from "../http/request-metrics.ts";
import {
  type CacheStats,
  createResponseCache,
  type ResponseCache,
} from "../http/response-cache.ts";
import type { StoredResponse } from "../http/stored-response.ts";
import { createCatalogueCache } from "./catalogue-cache.ts";
import { createPageRenderer, type ReportError } from "./page-renderer.ts";
import { createRenderLimits, type RenderClass, uncacheableClass } from "./render-limits.ts";

export type PageServiceOptions = {
  pages: Pages;
  shop: Shop;
  commonHeaders: HeaderLine[];
  justSaved: JustSavedCookie;
  /** Where original pictures are served from, if not from this server. */
  pictureOrigin?: string | undefined;
  /** Disables caching and the content security policy: Vite adds scripts and styles of its own. */
  development?: boolean;
};

/** The site as the visitor sees it, and the visitor's network (see `networkOf`). */
type PageSource = { origin: string; network: string };

export type PageService = {
  /** The cached page, if any; `target` is path and query, `origin` the site as the visitor sees it. */
  getCached(origin: string, target: string): StoredResponse | undefined;
  /** Whether too many renders are queued for `respond` to accept this one. */
  isOverloaded(origin: string, target: string, network: string): boolean;
  /**
   * The page, rendered if necessary. `report` receives errors of loaders and components; an error of an unavailable
   * database is thrown instead, unless a stale page can be served. Throws a 503 problem when too many are queued.
   */
  respond(request: Request, source: PageSource, report: ReportError): Promise<StoredResponse>;
  /** Removes every cached page, after a change of the shop's data. */
  clear(): void;
  /**
   * Names the state of the data that public pages show: another one after each change, and in each process. A public page
   * carries that of its data in the header Server-Timing, which its scripts can read.
   */
  revision(): string;
  stats(): CacheStats;
};

/** Browsers revalidate each time; shared caches may store public pages only. */
const publicCaching = "no-cache";
const privateCaching = "private, no-cache";

const cacheLimits = { maxBytes: 32 * 2 ** 20, maxEntries: 500 };

/** The site's pages. Public ones are rendered once per change of data and cached. */
export function createPageService({
  pages,
  shop,
  commonHeaders,
  justSaved,
  pictureOrigin,
  development = false,
}: PageServiceOptions): PageService {
  const render = createPageRenderer({ pages, commonHeaders, pictureOrigin, development });
  const catalogue = createCatalogueCache(shop);
  const limits = createRenderLimits();
  const plainPages = createResponseCache(cacheLimits, isDatabaseUnavailable);
  // Separate, so that arbitrary parameter values cannot evict pages without parameters.
  const pagesWithParameters = createResponseCache(cacheLimits, isDatabaseUnavailable);
  const origins = createOriginLimit();
  const cacheFor = (address: string): ResponseCache =>
    address.includes("?") ? pagesWithParameters : plainPages;
  const processId = randomUUID().slice(0, 8);
  let changes = 0;
  const revision = () => `${processId}-${changes}`;

  async function normalize(target: string): Promise<string | undefined> {
    const address = pageCacheKey(target);
    if (!address?.includes("?")) return address;
    if (catalogue.normalizeAddress(address) === undefined) await catalogue.load();
    return catalogue.normalizeAddress(address) ?? address;
  }

  function renderPublic(
    url: string,
    renderClass: RenderClass,
    network: string,
    report: ReportError,
  ) {
    return limits.run(renderClass, network, () =>
      render({
        request: new Request(url),
        source: catalogue.shop,
        report,
        cacheControl: publicCaching,
        revision: revision(),
        isCached: renderClass === "cacheable",
      }),
    );
  }

  /** The back office reads the database; other spellings of public paths need not. */
  function sourceFor(path: string): Shop {
    return uncacheableClass(path) === "admin" ? shop : catalogue.shop;
  }

  function renderPrivate(request: Request, source: Shop, network: string, report: ReportError) {
    const renderClass = uncacheableClass(new URL(request.url).pathname);
    return limits.run(renderClass, network, () =>
      render({ request, source, report, cacheControl: privateCaching, isCached: false }),
    );
  }

  return {
    getCached(origin, target) {
      const key = pageCacheKey(target);
      const address = key === undefined ? undefined : catalogue.normalizeAddress(key);
      if (address === undefined) return undefined;
      const cached = cacheFor(address).get(origin + address);
      if (cached) origins.admit(origin);
      return cached;
    },
    isOverloaded(origin, target, network) {
      const address = pageCacheKey(target);
      if (address === undefined) {
        return limits.isFull(uncacheableClass(pathOf(target)), network);
      }
      const isCacheable = isKnownPage(address) && origins.canAdmit(origin);
      return limits.isFull(isCacheable ? "cacheable" : "uncached", network);
    },
    async respond(request, { origin, network }, report) {
      const { pathname, search } = new URL(request.url);
      const address = await normalize(pathname + search);
      if (!address)
        return (
          await renderPrivate(withOrigin(request, origin), sourceFor(pathname), network, report)
        ).response;
      // Rendered from the address alone, without the first visitor's headers, because everyone gets this page.
      const url = origin + address;
      if (justSaved.isPresent(request.headers.get("Cookie"))) {
        return (await renderPrivate(new Request(url), shop, network, report)).response;
      }
      if (!isKnownPage(address) || !origins.admit(origin)) {
        return (await renderPublic(url, "uncached", network, report)).response;
      }
      return cacheFor(address).fetch(url, () => renderPublic(url, "cacheable", network, report));
    },
    revision,
    clear() {
      changes += 1;
      catalogue.clear();
      plainPages.clear();
      pagesWithParameters.clear();
    },
    stats: () => addStats(plainPages.stats(), pagesWithParameters.stats()),
  };
}

/** Without PUBLIC_URL the origin comes from the Host header, which any client can choose. */
const maxOrigins = 4;
const originIdleMs = 10 * 60_000;

/** Limits the origins whose pages are cached. A new one replaces one without requests for ten minutes. */
function createOriginLimit() {
  const lastRequests = new Map<string, number>();

  function findIdle(): string | undefined {
    const idleSince = performance.now() - originIdleMs;
    return [...lastRequests.keys()].find((origin) => (lastRequests.get(origin) ?? 0) < idleSince);
  }

  function canAdmit(origin: string): boolean {
    const hasSlot = lastRequests.has(origin) || lastRequests.size < maxOrigins;
    return hasSlot || findIdle() !== undefined;
  }

  return {
    canAdmit,
    /** Reserves a place for the origin, if there is one. */
    admit(origin: string): boolean {
      if (!canAdmit(origin)) return false;
      if (!lastRequests.has(origin) && lastRequests.size >= maxOrigins) {
        lastRequests.delete(findIdle() ?? "");
      }
      lastRequests.set(origin, performance.now());
      return true;
    },
  };
}

/** Whether the address is a page of `app/routes.ts`; any other path is a 404 that every request renders and logs. */
function isKnownPage(address: string): boolean {
  return routePattern(pathOf(address)) !== unknownPage;
}

function withOrigin(request: Request, origin: string): Request {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  return new Request(origin + pathname + search, { method, headers });
}

function addStats(a: CacheStats, b: CacheStats): CacheStats {
  return {
    hits: a.hits + b.hits,
    misses: a.misses + b.misses,
    entries: a.entries + b.entries,
    bytes: a.bytes + b.bytes,
  };
}
