import { randomUUID } from "node:crypto";
import type { Visit } from "#app/api/framework/api-types.ts";
import { tableHeader, tableUntilHeader } from "#app/client/worker-messages.ts";
import type { Pages } from "#app/entry.server.tsx";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { type RenderLimits, uncacheableClass } from "#app/server/http/concurrency-limit.ts";
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
  /** Shared with the reads of the API that no cache answers. */
  limits: RenderLimits;
  /** Where original pictures are served from, if not from this server. */
  pictureOrigin?: string | undefined;
  /** Disables caching and the content security policy: Vite adds scripts and styles of its own. */
  development?: boolean;
};

/**
 * The site as the visitor sees it, and the visitor's network (see `networkOf`). A preview is for the administrator alone, and
 * not cached.
 */
type PageSource = {
  origin: string;
  network: string;
  isPreview?: boolean;
  /** Whose prices the page shows. */
  visit?: Visit | undefined;
};

/** A page, and for a public one whose data are current their revision. */
export type Page = { stored: StoredResponse; revision?: string };

/** Read by the page's scripts. A page that failed has none, so that it is fetched again. */
export function revisionHeader({ stored, revision }: Page): HeaderLine[] {
  if (!revision || stored.status >= 500) return [];
  return [["Server-Timing", `revision;desc="${revision}"`]];
}

export type PageService = {
  /** The cached page, if any; `target` is path and query. */
  getCached(origin: string, target: string, visit?: Visit): Page | undefined;
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
export const publicCaching = "no-cache";
export const privateCaching = "private, no-cache";

const cacheLimits = { maxBytes: 48 * 2 ** 20, maxEntries: 1000 };
/** Of the pages of price tables, which evict no public ones. */
const tableCacheLimits = { maxBytes: 24 * 2 ** 20, maxEntries: 1000 };
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
  limits,
  pictureOrigin,
  development = false,
}: PageServiceOptions): PageService {
  const render = createPageRenderer({ pages, commonHeaders, pictureOrigin, development });
  const { cacheOf, ...caches } = createPageCaches();
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
  function getPrevious(key: string, visit: Visit | undefined): StoredResponse | undefined {
    const isDocument = !isPageData(pathOf(key));
    return isDocument && limits.isBusy() ? cacheOf(visit).getPrevious(key, maxStaleMs) : undefined;
  }

  type Rendering = { source: Shop; visit: Visit | undefined; isCached: boolean };
  function renderPublic(url: string, { source, visit, isCached }: Rendering, report: ReportError) {
    const own = { source: visit?.price(source) ?? source, ...cachingOf(visit) };
    return render({ request: new Request(url), report, isCached, ...own });
  }

  async function respondCached(
    address: string,
    { origin, network, visit }: PageSource,
    report: ReportError,
  ): Promise<Page> {
    const url = origin + address;
    const key = keyOf(url, visit);
    const current = revision();
    const previous = getPrevious(key, visit);
    const rendered = cacheOf(visit).fetch(key, (shown) =>
      limits.run("cacheable", network, () =>
        renderPublic(url, { source: reads.record(shown), visit, isCached: true }, report),
      ),
    );
    if (!previous) return { stored: await rendered, revision: current };
    // The request that waits for it gets the error.
    rendered.catch(() => undefined);
    return { stored: previous };
  }

  /** Any other public page: another spelling of its path, unknown ones, and all for a browser that has just saved. */
  async function respondUncached(
    request: Request,
    { network, visit }: PageSource,
    shown: Shop,
    report: ReportError,
  ): Promise<Page> {
    const renderClass = uncacheableClass(new URL(request.url).pathname);
    const source = visit?.price(shown) ?? shown;
    const own = { ...cachingOf(visit), cacheControl: privateCaching };
    const { value } = await limits.run(renderClass, network, () =>
      render({ request, source, report, isCached: false, ...own }),
    );
    return { stored: value };
  }

  return {
    getCached(origin, target, asked) {
      const address = findAddress(target);
      if (address === undefined) return undefined;
      const visit = visitOf(address, asked);
      const stored = cacheOf(visit).get(keyOf(origin + address, visit));
      if (!stored) return undefined;
      origins.admit(origin);
      return { stored, revision: revision() };
    },
    isOverloaded(target, { origin, network, ...source }) {
      const address = findAddress(target);
      if (address === undefined) return limits.isFull(uncacheableClass(pathOf(target)), network);
      if (!origins.canAdmit(origin)) return limits.isFull("uncached", network);
      const visit = visitOf(address, source.visit);
      const key = keyOf(origin + address, visit);
      const isWaiting = limits.isFull("cacheable", network);
      return isWaiting && !cacheOf(visit).isLoading(key) && !getPrevious(key, visit);
    },
    async respond(request, asked, report) {
      const { pathname, search } = new URL(request.url);
      const { origin, network, isPreview = false } = asked;
      const mustBeFresh = isPreview || justSaved.isPresent(request.headers.get("Cookie"));
      const address = await loadAddress(pathname + search);
      if (address === undefined) {
        const isAdmin = uncacheableClass(pathname) === "admin";
        // The back office, previews and who has just saved see the database.
        const own = isAdmin || mustBeFresh ? shop : reads.record(new Set());
        return respondUncached(withOrigin(request, origin), asked, own, report);
      }
      const visit = visitOf(address, asked.visit);
      const source = { ...asked, visit };
      // Rendered from the address alone, without the first visitor's headers, because everyone gets this page.
      const url = origin + address;
      if (mustBeFresh) return respondUncached(new Request(url), source, shop, report);
      if (origins.admit(origin)) return respondCached(address, source, report);
      const current = revision();
      const { value } = await limits.run("uncached", network, () =>
        renderPublic(url, { source: reads.record(new Set()), visit, isCached: false }, report),
      );
      return { stored: value, revision: current };
    },
    revision,
    invalidate(changed) {
      changes += 1;
      caches.invalidate(changed);
    },
    stats: caches.stats,
  };
}

function createPageCaches() {
  const sizes = {
    sizeOf: ({ size }: StoredResponse) => size,
    canServeStale: isDatabaseUnavailable,
  };
  const publicPages = createCache<StoredResponse>({ ...cacheLimits, ...sizes });
  const tablePages = createCache<StoredResponse>({ ...tableCacheLimits, ...sizes });
  return {
    cacheOf: (visit: Visit | undefined) => (visit ? tablePages : publicPages),
    invalidate(changed?: readonly string[]) {
      publicPages.invalidate(changed);
      tablePages.invalidate(changed);
    },
    stats: publicPages.stats,
  };
}

/** Documents for programs have the public prices. */
const documentPath = /\.(?:csv|txt|xml|webmanifest)$/;

function visitOf(address: string, visit: Visit | undefined): Visit | undefined {
  return visit && documentPath.test(pathOf(address)) ? undefined : visit;
}

/** No address contains a space. */
function keyOf(url: string, visit: Visit | undefined): string {
  return visit ? `${url} ${visit.key}` : url;
}

/** A page of a table is for its visitor, whose service worker stores it under the table's key. */
function cachingOf(visit: Visit | undefined): { cacheControl: string; headers?: HeaderLine[] } {
  if (!visit) return { cacheControl: publicCaching };
  if (!visit.asked) return { cacheControl: privateCaching };
  const headers: HeaderLine[] = [[tableHeader, visit.key]];
  if (visit.validUntil) headers.push([tableUntilHeader, visit.validUntil]);
  return { cacheControl: privateCaching, headers };
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
