import { randomBytes } from "node:crypto";
import type { Pages } from "#app/entry.server.tsx";
import { isDatabaseUnavailable } from "#app/platform/database/errors.ts";
import { pageCacheKey } from "#app/shared/paths.ts";
import type { Shop } from "#app/shop.ts";
import { addDefaults, filePolicy, type HeaderLine, headerLines } from "../http/headers.ts";
import type { JustSavedCookie } from "../http/just-saved.ts";
import {
  type CacheStats,
  createResponseCache,
  type LoadResult,
  type ResponseCache,
} from "../http/response-cache.ts";
import { compressResponse, type StoredResponse } from "../http/stored-response.ts";
import { secureDocument } from "./content-policy.ts";
import { deferScripts } from "./defer-scripts.ts";

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

type ReportError = (error: unknown) => void;

export type PageService = {
  /** The cached page, if any; `target` is path and query, `origin` the site as the visitor sees it. */
  getCached(origin: string, target: string): StoredResponse | undefined;
  /**
   * The page, rendered if necessary. `report` receives errors of loaders and components; an error of an unavailable
   * database is thrown instead.
   */
  respond(request: Request, origin: string, report: ReportError): Promise<StoredResponse>;
  /** Removes every cached page, after a change of the shop's data. */
  clear(): void;
  stats(): CacheStats;
};

const developmentPolicy = "frame-ancestors 'none'";

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
  const nonce = randomBytes(12).toString("hex");
  const plainPages = createResponseCache(cacheLimits);
  // Separate, so that arbitrary parameter values cannot evict pages without parameters.
  const pagesWithParameters = createResponseCache(cacheLimits);
  const origins = createOriginLimit();
  const cacheFor = (address: string): ResponseCache =>
    address.includes("?") ? pagesWithParameters : plainPages;

  async function render(
    request: Request,
    report: ReportError,
    cacheControl: string,
  ): Promise<LoadResult> {
    let outage: unknown;
    const response = await pages(request, {
      shop,
      nonce,
      report(error) {
        if (isDatabaseUnavailable(error)) outage = error;
        else report(error);
      },
    });
    if (outage) throw outage;
    if (isRouterPlainTextError(response)) throw new Error("the router's error page failed");
    const body = Buffer.from(await response.arrayBuffer());
    const stored = await compressResponse({
      status: response.status,
      ...finishPage(response, body, cacheControl),
    });
    return { response: stored, isCacheable: !development && isCacheable(response, request) };
  }

  function finishPage(response: Response, body: Buffer, cacheControl: string) {
    const defaults: HeaderLine[] = [["Cache-Control", cacheControl], ...commonHeaders];
    const headers = addDefaults(headerLines(response.headers), defaults);
    if (!response.headers.get("Content-Type")?.startsWith("text/html")) {
      headers.push(["Content-Security-Policy", filePolicy]);
      return { headers, body };
    }
    const page = development ? body.toString() : deferScripts(body.toString());
    const { html, policy } = secureDocument(page, nonce, pictureOrigin);
    headers.push(["Content-Security-Policy", development ? developmentPolicy : policy]);
    return { headers, body: Buffer.from(html) };
  }

  return {
    getCached(origin, target) {
      const address = pageCacheKey(target);
      const cached = address === undefined ? undefined : cacheFor(address).get(origin + address);
      if (cached) origins.admit(origin);
      return cached;
    },
    async respond(request, origin, report) {
      const { pathname, search } = new URL(request.url);
      const address = pageCacheKey(pathname + search);
      if (!address) {
        const { response } = await render(withOrigin(request, origin), report, privateCaching);
        return response;
      }
      // Rendered from the address alone, without the first visitor's headers, because everyone gets this page.
      const url = origin + address;
      if (justSaved.isPresent(request.headers.get("Cookie"))) {
        return (await render(new Request(url), report, privateCaching)).response;
      }
      if (!origins.admit(origin)) {
        return (await render(new Request(url), report, publicCaching)).response;
      }
      return cacheFor(address).fetch(url, () => render(new Request(url), report, publicCaching));
    },
    clear() {
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
function createOriginLimit(): { admit(origin: string): boolean } {
  const lastRequests = new Map<string, number>();

  function replaceIdle(now: number): boolean {
    for (const [origin, lastRequest] of lastRequests) {
      if (now - lastRequest > originIdleMs) return lastRequests.delete(origin);
    }
    return false;
  }

  return {
    admit(origin) {
      const now = performance.now();
      const hasSlot = lastRequests.has(origin) || lastRequests.size < maxOrigins;
      if (!hasSlot && !replaceIdle(now)) return false;
      lastRequests.set(origin, now);
      return true;
    },
  };
}

/** A page for an unknown product is cached too; an unknown path is not, because each request of it is logged. */
function isCacheable({ status, headers }: Response, { url }: Request): boolean {
  const isPrivate = /private|no-store/.test(headers.get("Cache-Control") ?? "");
  const isComplete = status === 200 || (status === 404 && url.includes("?"));
  return isComplete && !isPrivate && !headers.has("Set-Cookie");
}

function isRouterPlainTextError({ status, headers }: Response): boolean {
  return status >= 500 && headers.get("Content-Type") === "text/plain";
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
