import type { IncomingMessage, RequestListener } from "node:http";
import { networkOf } from "#app/api/rate-limit.ts";
import { pathOf } from "#app/shared/paths.ts";
import type { EventStreams } from "../live/event-streams.ts";
import type { PageService } from "../pages/page-service.ts";
import type { ApiCache } from "./api-cache.ts";
import { overloadPage } from "./errors.ts";
import { dataPolicy, type HeaderLine } from "./headers.ts";
import type { JustSavedCookie } from "./just-saved.ts";
import type { MediaService } from "./media.ts";
import type { RequestMetrics } from "./request-metrics.ts";
import { isValidHost, requestSource, type SourceResolver } from "./request-source.ts";
import type { StaticFiles } from "./static-files.ts";
import { type StoredResponse, sendStored, storeResponse } from "./stored-response.ts";

export type FrontOptions = {
  commonHeaders: HeaderLine[];
  files: StaticFiles;
  pages: PageService;
  apiCache: ApiCache;
  media: MediaService;
  live: Pick<EventStreams, "open">;
  sources: SourceResolver;
  justSaved: JustSavedCookie;
  recordCached: RequestMetrics["recordCached"];
  /** Handles what is not in memory. */
  next: RequestListener;
};

function isMalformed({ url = "", headers }: IncomingMessage): boolean {
  return hasInvalidEscape(url) || (headers.host !== undefined && !isValidHost(headers.host));
}

/**
 * Whether the path has escapes that are not UTF-8, or the target an escaped NUL, which PostgreSQL rejects. The router would
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

/** Limits a client that repeats at once to four rejections per second and connection, which cost next to nothing. */
const rejectionDelayMs = 250;

/** GET routes that are not pages. */
const isOtherRoute = /^\/(?:assets\/|metrics(?:\?|$))/;
const eventsPath = /^\/api\/events(?:\?|$)/;

/**
 * Sees each request first: sends what is in memory at once and passes the rest on. Event streams are handled here because
 * they write to the socket for as long as a page is open.
 */
export function createFront(options: FrontOptions): RequestListener {
  const { files, pages, apiCache, media, live, sources, justSaved, recordCached, next } = options;

  const overloadResponse = storeResponse({
    status: overloadPage.status,
    headers: [...options.commonHeaders, ...Object.entries(overloadPage.headers)],
    body: Buffer.from(overloadPage.html),
  });

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

  function getStored(request: IncomingMessage): StoredResponse | undefined {
    const { method, url = "", headers } = request;
    if (method !== "GET" && method !== "HEAD") return undefined;
    if (url.startsWith("/media/")) return media.getCached(url, headers.accept);
    const file = files.get(pathOf(url));
    if (file) return file;
    if (justSaved.isPresent(headers.cookie)) return undefined;
    if (!url.startsWith("/api/")) return getStoredPage(request, url);
    // The API rejects invalid tokens on public routes too.
    return headers.authorization === undefined ? apiCache.getCached(url) : undefined;
  }

  /** Rejected here when rendering is overloaded, because a response of the routes costs ten times as much. */
  function getStoredPage(request: IncomingMessage, url: string): StoredResponse | undefined {
    const origin = sources.siteOrigin(requestSource(request));
    if (origin === undefined) return undefined;
    const cached = pages.getCached(origin, url);
    if (cached || isOtherRoute.test(url)) return cached;
    const network = networkOf(sources.clientAddress(requestSource(request)));
    return pages.isOverloaded(origin, url, network) ? overloadResponse : undefined;
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
    const stored = getStored(request);
    if (!stored) return next(request, response);
    if (stored === overloadResponse)
      setTimeout(sendStored, rejectionDelayMs, request, response, stored);
    else sendStored(request, response, stored);
    const seconds = (performance.now() - startedAt) / 1000;
    recordCached(request, stored, response.statusCode, seconds);
  };
}
