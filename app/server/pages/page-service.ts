import type { Visit } from "#app/api/framework/api-types.ts";
import { tableHeader, tableUntilHeader } from "#app/client/worker-messages.ts";
import type { Pages } from "#app/entry.server.tsx";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import {
  type RenderClass,
  type RenderLimits,
  uncacheableClass,
} from "#app/server/http/concurrency-limit.ts";
import type { HeaderLine, StoredResponse } from "#app/server/http/stored-response.ts";
import { pathOf } from "#app/shared/paths.ts";
import type { Shop } from "#app/shop.ts";
import { type CacheStats, createCache } from "../cache.ts";
import type { JustSavedCookie } from "../http/just-saved.ts";
import type { Revision } from "../revision.ts";
import { createPageRenderer, type ReportError } from "./page-renderer.ts";
import type { PageAddress, PageRoutes } from "./page-routes.ts";

export type PageServiceOptions = {
  pages: Pages;
  routes: PageRoutes;
  shop: Shop;
  /** The shop with its public reads shared. */
  publicShop: Shop;
  revision: Revision;
  commonHeaders: HeaderLine[];
  justSaved: JustSavedCookie;
  /** Shared with the reads of the API that no cache answers. */
  limits: RenderLimits;
  /** The origin that serves original pictures, if not this server. */
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
  /** The visit whose prices the page shows. */
  visit?: Visit | undefined;
};

/** A page, and for a public one the revision of its data. */
export type Page = { stored: StoredResponse; revision?: string };

/** Read by the page's scripts. A page that failed has none, so that it is fetched again. */
export function revisionHeader({ stored, revision }: Page): HeaderLine[] {
  if (!revision || stored.status >= 500) return [];
  return [["Server-Timing", `revision;desc="${revision}"`]];
}

export type PageService = {
  /** The cached page, if any; `target` is path and query. */
  getCached(origin: string, target: string, visit?: Visit): Page | undefined;
  /** Returns whether too many renders are queued for `respond` to accept this one. */
  isOverloaded(target: string, source: PageSource): boolean;
  /**
   * The page, rendered if necessary. `report` receives errors of loaders and components; an error of an unavailable
   * database is thrown instead, unless a stale page can be served. Throws a 503 problem when too many are queued.
   */
  respond(request: Request, source: PageSource, report: ReportError): Promise<Page>;
  stats(): CacheStats;
};

/** Browsers revalidate each time; shared caches may store public pages only. */
export const publicCaching = "no-cache";
export const privateCaching = "private, no-cache";

const cacheLimits = { maxBytes: 48 * 2 ** 20, maxEntries: 1000 };
/** The pages of price tables have a cache of their own, and evict no public ones. */
const tableCacheLimits = { maxBytes: 24 * 2 ** 20, maxEntries: 1000 };

const oneEntry = { maxEntries: 1, maxBytes: 1, sizeOf: () => 1 };
/** The key of a cache with one value. */
const onlyKey = "";

/** The site's pages. Public ones are rendered once per change of what visitors see, and cached. */
export function createPageService({
  pages,
  routes,
  shop,
  publicShop,
  revision,
  commonHeaders,
  justSaved,
  limits,
  pictureOrigin,
  development = false,
}: PageServiceOptions): PageService {
  const render = createPageRenderer({ pages, commonHeaders, pictureOrigin, development });
  const { cacheOf, stats } = createPageCaches(revision);
  /** The slugs of the visible ones. */
  const categories = createCache<ReadonlySet<string>>({ revision, ...oneEntry });
  const origins = createOriginLimit();

  const loadCategories = () =>
    categories.fetch(onlyKey, async () => {
      const rows = await publicShop.catalogue.listVisibleCategories();
      return { value: new Set(rows.map(({ slug }) => slug)), isCacheable: true };
    });

  /** An address that a client may have made up is like an unknown path until a page was found there. */
  function renderClass(
    { category, hasValue }: PageAddress,
    isFound: boolean,
    known: ReadonlySet<string> | undefined,
  ): RenderClass {
    const isMadeUp = hasValue || (category !== undefined && known?.has(category) === false);
    return isMadeUp && !isFound ? "uncached" : "cacheable";
  }

  function renderPublic(
    url: string,
    { visit, isCached }: { visit: Visit | undefined; isCached: boolean },
    report: ReportError,
  ) {
    const source = visit?.price(publicShop) ?? publicShop;
    return render({ request: new Request(url), source, report, isCached, ...cachingOf(visit) });
  }

  async function respondCached(
    page: PageAddress,
    { origin, network, visit }: PageSource,
    report: ReportError,
  ): Promise<Page> {
    const url = origin + page.address;
    const key = keyOf(url, visit);
    const current = revision();
    const cache = cacheOf(visit);
    const stored = await cache.fetch(
      key,
      () => renderPublic(url, { visit, isCached: true }, report),
      async (renderPage) => {
        // Without the database the page may be served from memory.
        const known = page.category ? await loadCategories().catch(() => undefined) : undefined;
        return limits.run(renderClass(page, cache.has(key), known), network, renderPage);
      },
    );
    return { stored, revision: current };
  }

  /** Any other public page: another spelling of its path, unknown ones, and all for a browser that has just saved. */
  async function respondUncached(
    request: Request,
    { network, visit }: PageSource,
    reads: Shop,
    report: ReportError,
  ): Promise<Page> {
    const source = visit?.price(reads) ?? reads;
    const own = { ...cachingOf(visit), cacheControl: privateCaching };
    const { value } = await limits.run(
      uncacheableClass(new URL(request.url).pathname),
      network,
      () => render({ request, source, report, isCached: false, ...own }),
    );
    return { stored: value };
  }

  return {
    getCached(origin, target, requestedVisit) {
      const page = routes.findAddress(target);
      if (page === undefined) return undefined;
      const visit = visitOf(page, requestedVisit);
      const stored = cacheOf(visit).get(keyOf(origin + page.address, visit));
      if (!stored) return undefined;
      origins.admit(origin);
      return { stored, revision: revision() };
    },
    isOverloaded(target, { origin, network, visit: requestedVisit }) {
      const page = routes.findAddress(target);
      if (page === undefined) return limits.isFull(uncacheableClass(pathOf(target)), network);
      if (!origins.canAdmit(origin)) return limits.isFull("uncached", network);
      const visit = visitOf(page, requestedVisit);
      const key = keyOf(origin + page.address, visit);
      const cache = cacheOf(visit);
      const ownClass = renderClass(page, cache.has(key), categories.get(onlyKey));
      return limits.isFull(ownClass, network) && !cache.isLoading(key);
    },
    async respond(request, source, report) {
      const { pathname, search } = new URL(request.url);
      const { origin, network, isPreview = false } = source;
      const page = routes.findAddress(pathname + search);
      const mustBeFresh = isPreview || justSaved.isPresent(request.headers.get("Cookie"));
      if (page === undefined) {
        // The back office, previews and who has just saved see the database.
        const reads = mustBeFresh || uncacheableClass(pathname) === "admin" ? shop : publicShop;
        return respondUncached(withOrigin(request, origin), source, reads, report);
      }
      const priced = { ...source, visit: visitOf(page, source.visit) };
      // Rendered from the address alone, without the first visitor's headers, because everyone gets this page.
      const url = origin + page.address;
      if (mustBeFresh) return respondUncached(new Request(url), priced, shop, report);
      if (origins.admit(origin)) return respondCached(page, priced, report);
      const current = revision();
      const { value } = await limits.run("uncached", network, () =>
        renderPublic(url, { visit: priced.visit, isCached: false }, report),
      );
      return { stored: value, revision: current };
    },
    stats,
  };
}

function createPageCaches(revision: Revision) {
  const options = {
    revision,
    sizeOf: ({ size }: StoredResponse) => size,
    canServeStale: isDatabaseUnavailable,
  };
  const publicPages = createCache<StoredResponse>({ ...cacheLimits, ...options });
  const tablePages = createCache<StoredResponse>({ ...tableCacheLimits, ...options });
  return {
    cacheOf: (visit: Visit | undefined) => (visit ? tablePages : publicPages),
    stats: publicPages.stats,
  };
}

/** Documents for programs have the public prices. */
const documentPath = /\.(?:csv|txt|xml|webmanifest)$/;

function visitOf({ address }: PageAddress, visit: Visit | undefined): Visit | undefined {
  return visit && documentPath.test(pathOf(address)) ? undefined : visit;
}

/** No address contains a space. */
function keyOf(url: string, visit: Visit | undefined): string {
  return visit ? `${url} ${visit.key}` : url;
}

/** A page of a table is for its visitor, whose service worker stores it under the table's key. */
function cachingOf(visit: Visit | undefined): { cacheControl: string; headers?: HeaderLine[] } {
  if (!visit) return { cacheControl: publicCaching };
  if (!visit.requestedTable) return { cacheControl: privateCaching };
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
