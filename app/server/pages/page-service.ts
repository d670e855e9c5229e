import { randomUUID } from "node:crypto";
import type { Pages } from "#app/entry.server.tsx";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { createRenderLimits, uncacheableClass } from "#app/server/http/concurrency-limit.ts";
import type { HeaderLine, StoredResponse } from "#app/server/http/stored-response.ts";
import { isPageData, pathOf } from "#app/shared/paths.ts";
import type { Shop } from "#app/shop.ts";
import { type CacheStats, createCache } from "../cache.ts";
import type { JustSavedCookie } from "../http/just-saved.ts";
import type { PublicReads } from "../public-reads.ts";
import { createPageRenderer, type ReportError } from "./page-renderer.ts";
import { type PageRoutes, unknownValues } from "./page-routes.ts";

export type PageServiceOptions = {
  pages: Pages;
  routes: PageRoutes;
  shop: Shop;
  reads: PublicReads;
  commonHeaders: HeaderLine[];
  justSaved: JustSavedCookie;
  /** Where original pictures are served from, if not from this server. */
  pictureOrigin?: string | undefined;
  /** Disables caching and the content security policy: Vite adds scripts and styles of its own. */
  development?: boolean;
};

/**
 * The site as the visitor sees it, and the visitor's network (see `networkOf`). A preview is for the administrator alone, and
 * not cached.
 */
type PageSource = { origin: string; network: string; isPreview?: boolean };

/** A page, and for a public one whose data are current their revision. */
export type Page = { stored: StoredResponse; revision?: string };

/** Read by the page's scripts. A page that failed has none, so that it is fetched again. */
export function revisionHeader({ stored, revision }: Page): HeaderLine[] {
  if (!revision || stored.status >= 500) return [];
  return [["Server-Timing", `revision;desc="${revision}"`]];
}

export type PageService = {
  /** The cached page, if any; `target` is path and query. */
  getCached(origin: string, target: string): Page | undefined;
  /** Whether too many renders are queued for `respond` to accept this one. */
  isOverloaded(target: string, source: PageSource): boolean;
  /**
   * The page, rendered if necessary. `report` receives errors of loaders and components; an error of an unavailable
   * database is thrown instead, unless a stale page can be served. Throws a 503 problem when too many are queued.
   */
  respond(request: Request, source: PageSource, report: ReportError): Promise<Page>;
  /** Makes the pages stale that show one of these names (`listChanged`), after a change; all when called without. */
  invalidate(changed?: readonly string[]): void;
  /**
   * Names the state of the data that public pages show: another one after each change, and in each process. A public page
   * is sent with it in the header Server-Timing, which its scripts can read.
   */
  revision(): string;
  stats(): CacheStats;
};

/** Browsers revalidate each time; shared caches may store public pages only. */
const publicCaching = "no-cache";
const privateCaching = "private, no-cache";

const cacheLimits = { maxBytes: 48 * 2 ** 20, maxEntries: 1000 };
/** How long after a change its previous version of a page is served while renders are queued. */
const maxStaleMs = 1000;

/** The site's pages. Public ones are rendered once per change of what they show, and cached. */
export function createPageService({
  pages,
  routes,
  shop,
  reads,
  commonHeaders,
  justSaved,
  pictureOrigin,
  development = false,
}: PageServiceOptions): PageService {
  const render = createPageRenderer({ pages, commonHeaders, pictureOrigin, development });
  const limits = createRenderLimits();
  const cache = createCache<StoredResponse>({
    ...cacheLimits,
    sizeOf: (stored) => stored.size,
    canServeStale: isDatabaseUnavailable,
  });
  const origins = createOriginLimit();
  const processId = randomUUID().slice(0, 8);
  let changes = 0;
  const revision = () => `${processId}-${changes}`;
  const findAddress = (target: string) => routes.findAddress(target, reads.getKnownValues());

  async function loadAddress(target: string): Promise<string | undefined> {
    const address = findAddress(target);
    if (address !== unknownValues) return address;
    return routes.findAddress(target, await reads.loadKnownValues());
  }

  /**
   * The previous version of a page that has just changed, while others are being rendered. Not of its data, which open pages
   * fetch because of the change.
   */
  function getPrevious(key: string): StoredResponse | undefined {
    const isDocument = !isPageData(pathOf(key));
    return isDocument && limits.isBusy() ? cache.getPrevious(key, maxStaleMs) : undefined;
  }

  function renderPublic(url: string, source: Shop, isCached: boolean, report: ReportError) {
    const request = new Request(url);
    return render({ request, source, report, cacheControl: publicCaching, isCached });
  }

  async function respondCached(
    address: string,
    { origin, network }: PageSource,
    report: ReportError,
  ): Promise<Page> {
    const url = origin + address;
    const current = revision();
    const previous = getPrevious(url);
    const rendered = cache.fetch(url, (shown) =>
      limits.run("cacheable", network, () => renderPublic(url, reads.record(shown), true, report)),
    );
    if (!previous) return { stored: await rendered, revision: current };
    // The request that waits for it gets the error.
    rendered.catch(() => undefined);
    return { stored: previous };
  }

  /** Any other public page: another spelling of its path, unknown ones, and all for a browser that has just saved. */
  async function respondUncached(
    request: Request,
    { network }: PageSource,
    source: Shop,
    report: ReportError,
  ): Promise<Page> {
    const renderClass = uncacheableClass(new URL(request.url).pathname);
    const { value } = await limits.run(renderClass, network, () =>
      render({ request, source, report, cacheControl: privateCaching, isCached: false }),
    );
    return { stored: value };
  }

  return {
    getCached(origin, target) {
      const address = findAddress(target);
      const stored = address === undefined ? undefined : cache.get(origin + address);
      if (!stored) return undefined;
      origins.admit(origin);
      return { stored, revision: revision() };
    },
    isOverloaded(target, { origin, network }) {
      const address = findAddress(target);
      if (address === undefined) return limits.isFull(uncacheableClass(pathOf(target)), network);
      if (!origins.canAdmit(origin)) return limits.isFull("uncached", network);
      const key = origin + address;
      const isWaiting = limits.isFull("cacheable", network);
      return isWaiting && !cache.isLoading(key) && !getPrevious(key);
    },
    async respond(request, source, report) {
      const { pathname, search } = new URL(request.url);
      const { origin, network, isPreview = false } = source;
      const mustBeFresh = isPreview || justSaved.isPresent(request.headers.get("Cookie"));
      const address = await loadAddress(pathname + search);
      if (address === undefined) {
        const isAdmin = uncacheableClass(pathname) === "admin";
        // The back office, previews and who has just saved see the database.
        const own = isAdmin || mustBeFresh ? shop : reads.record(new Set());
        return respondUncached(withOrigin(request, origin), source, own, report);
      }
      // Rendered from the address alone, without the first visitor's headers, because everyone gets this page.
      const url = origin + address;
      if (mustBeFresh) return respondUncached(new Request(url), source, shop, report);
      if (origins.admit(origin)) return respondCached(address, source, report);
      const current = revision();
      const { value } = await limits.run("uncached", network, () =>
        renderPublic(url, reads.record(new Set()), false, report),
      );
      return { stored: value, revision: current };
    },
    revision,
    invalidate(changed) {
      changes += 1;
      cache.invalidate(changed);
    },
    stats: cache.stats,
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

function withOrigin(request: Request, origin: string): Request {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  return new Request(origin + pathname + search, { method, headers });
}
