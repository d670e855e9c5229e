import type { WorkboxPlugin } from "workbox-core/types.js";
import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute } from "workbox-routing";
import { NetworkFirst } from "workbox-strategies";
import {
  buildHeader,
  type CacheResult,
  copyAttribute,
  copyUntilHeader,
  dayCache,
  noConnectionPath,
  openMark,
  tableHeader,
  tableUntilHeader,
  type WorkerMessage,
} from "#app/client/worker-messages.ts";
import { isDayPath, isPageData, pageCacheKey, tablePath } from "#app/shared/paths.ts";
import {
  addressOf,
  build,
  cacheNameOf,
  findCached,
  keepTable,
  readTable,
  scope,
  unknownTable,
  type WorkerEvent,
} from "./caches.ts";

const networkTimeoutSeconds = 3;
const maxPages = 120;
/** Response header of a copy: when it was cached, ISO 8601. */
const copyHeader = "X-Copy";

const unreachableStatuses = new Set([502, 503, 504]);

/**
 * Public pages and their data: from the shop if it answers in time, else a marked copy. When storage is short, pictures
 * are deleted before pages.
 */
const strategy = new NetworkFirst({
  cacheName: cacheNameOf("pages"),
  networkTimeoutSeconds,
  matchOptions: { ignoreVary: true },
  plugins: [createCopyPlugin(), new ExpirationPlugin({ maxEntries: maxPages })],
});

function createCopyPlugin(): WorkboxPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request, mode, state }) => {
      const address = cacheKeyOf(request.url);
      // Cached pages are found by `findCopy`.
      return address && mode === "write" ? addressOf(state?.table ?? "", address) : request;
    },
    async fetchDidSucceed({ request, response, state }) {
      if (state) state.table = response.headers.get(tableHeader) ?? "";
      const isShown = response.status === 200 || response.status === 404;
      // A request without cookies says nothing about the visitor.
      if (isShown && request.credentials !== "omit") await keepTable(state?.table ?? "");
      if (unreachableStatuses.has(response.status)) throw new Error(`status ${response.status}`);
      const other = response.headers.get(buildHeader);
      if (other !== null && other !== build.id) void scope.registration.update().catch(() => {});
      return response;
    },
    cacheWillUpdate: async ({ response }) => (isCacheable(response) ? response : null),
    async cachedResponseWillBeUsed({ request, state }) {
      const copy = await findCopy(request);
      if (copy && state) state.copyUsed = true;
      return copy && markCopy(copy);
    },
    async cacheDidUpdate({ request, oldResponse, newResponse, event, state }) {
      const address = cacheKeyOf(request.url) ?? request.url;
      const hasChanged = oldResponse?.headers.get("ETag") !== newResponse.headers.get("ETag");
      if (state?.copyUsed) await postToClient(event, { kind: "late-answer", address });
      else if (oldResponse && hasChanged) await postToClient(event, { kind: "changed" });
    },
    handlerDidError: async ({ request }) =>
      request.mode === "navigate" ? respondWithoutConnection(request.url) : undefined,
  };
}

export function servePages(): void {
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin && isPageRequest(request, url) && cacheKeyOf(url.href) !== undefined,
    async ({ request, event }) => {
      const response = await strategy.handle({ request, event });
      if (request.mode !== "navigate") {
        const address = cacheKeyOf(request.url) ?? request.url;
        await postToClient(event, { kind: "served", address, at: copyTimeOf(response) });
      }
      return response;
    },
  );
}

/** A link that puts a price table on the device, and the form that takes it off: until the shop answers no copy is right. */
export function watchTableLinks(): void {
  for (const method of ["GET", "POST"] as const) {
    registerRoute(
      ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(tablePath("")),
      async ({ request }) => {
        await keepTable(unknownTable);
        return fetch(request);
      },
      method,
    );
  }
}

/** Fetches and caches a page or its data. */
export async function cachePage(event: WorkerEvent, address: string): Promise<CacheResult> {
  if (cacheKeyOf(new URL(address, scope.location.origin).href) === undefined) return "failed";
  try {
    const credentials = (await readTable()) === "" ? "omit" : "same-origin";
    const request = new Request(address, { cache: "no-cache", credentials });
    const [answered, stored] = strategy.handleAll({ event, request });
    const response = await answered;
    await stored;
    return isCacheable(response) && copyTimeOf(response) === null ? "cached" : "failed";
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "failed";
  }
}

function isPageRequest(request: Request, url: URL): boolean {
  return request.mode === "navigate" || isPageData(url.pathname);
}

/** Public by the server's own headers, and of this build: a copy needs the files of its build. */
function isCacheable({ status, headers }: Response): boolean {
  const caching = headers.get("Cache-Control") ?? "private";
  const type = headers.get("Content-Type") ?? "";
  return (
    status === 200 &&
    (headers.has(tableHeader) || !/private|no-store/.test(caching)) &&
    /^(?:text\/(?:html|x-script)|application\/json)/.test(type) &&
    headers.get(buildHeader) === build.id
  );
}

async function postToClient(event: Event, message: WorkerMessage): Promise<void> {
  const { clientId = "", resultingClientId = "" } = event as WorkerEvent;
  const client = await scope.clients.get(resultingClientId || clientId);
  client?.postMessage(message);
}

/** The address under which a page or its data is cached; undefined for one that never is. */
function cacheKeyOf(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  return pageCacheKey(pathname + search);
}

/**
 * The copy of a page or its data. Data of all routes serves requests for some of them. A page that was cached without the
 * requested parameters is redirected to, with a mark that opens them there.
 */
async function findCopy(request: Request): Promise<Response | undefined> {
  const address = cacheKeyOf(request.url);
  if (!address) return undefined;
  const table = await readTable();
  const find = async (wanted: string) => {
    const copy = await findCached("pages", addressOf(table, wanted));
    const until = copy?.headers.get(tableUntilHeader) ?? today();
    return until >= today() ? copy : undefined;
  };
  const exact = await find(address);
  if (exact) return exact;
  const [path = "", query = ""] = address.split("?", 2);
  if (path.endsWith(".data")) {
    const parameters = new URLSearchParams(query);
    parameters.delete("_routes");
    const rest = parameters.toString();
    return find(rest === "" ? path : `${path}?${rest}`);
  }
  if (path === noConnectionPath) return findCached("assets", path);
  if (query === "" || !(await find(path))) return undefined;
  return Response.redirect(`${path}${openMark}?${query}`);
}

/** Returns the date in UTC: the last day of a table ends some hours early. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Adds the time at which the copy was cached. */
async function markCopy(copy: Response): Promise<Response> {
  if (copy.status !== 200) return copy;
  const date = new Date(copy.headers.get("Date") ?? Number.NaN);
  const at = (Number.isNaN(date.getTime()) ? new Date() : date).toISOString();
  const headers = new Headers(copy.headers);
  headers.set(copyHeader, at);
  const isHtml = headers.get("Content-Type")?.startsWith("text/html");
  if (!isHtml) return new Response(copy.body, { headers });
  const html = await copy.text();
  return new Response(html.replace("<html ", `<html ${copyAttribute}="${at}" `), { headers });
}

/** Returns the time when a marked copy was cached; null for the shop's own answer. */
function copyTimeOf(response: Response | undefined): string | null {
  return response?.headers.get(copyHeader) ?? null;
}

/** Redirects to the page without a connection; if that is missing too, a text that needs no file. */
function respondWithoutConnection(url: string): Response {
  const { pathname, search } = new URL(url);
  if (pathname !== noConnectionPath) {
    return Response.redirect(`${noConnectionPath}?de=${encodeURIComponent(pathname + search)}`);
  }
  return new Response(
    '<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Sem conexão</title><h1>Sem conexão</h1><p>Confira a internet e tente de novo.</p></html>',
    { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } },
  );
}

const networkTimeoutMs = 4_000;

/**
 * The page of a day and its data: from the shop if it answers in time, else the copy that the page has stored. Only responses
 * that say until when are stored, and no other page of the back office.
 */
export function serveDay(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isDayPath(url.pathname),
    async ({ request }) => {
      const copy = await findDayCopy(request);
      try {
        const response = await fetchInTime(request, copy !== undefined);
        const isShown = response.headers.has(copyUntilHeader);
        // The session or the link ended.
        if (!isShown && response.status < 500) await caches.delete(dayCache);
        // At the end of a session the page deletes the cache, perhaps before an answer arrives.
        if (isShown && request.mode !== "navigate" && (await caches.has(dayCache))) {
          await (await caches.open(dayCache)).put(request.url, response.clone());
        }
        return response;
      } catch (error) {
        if (copy) return markCopy(copy);
        if (request.mode === "navigate") return respondWithoutConnection(request.url);
        throw error;
      }
    },
  );
}

async function fetchInTime(request: Request, hasCopy: boolean): Promise<Response> {
  const answer = fetch(request);
  if (!hasCopy) return answer;
  const tooLate = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("no answer in time")), networkTimeoutMs);
  });
  const response = await Promise.race([answer, tooLate]);
  if (response.status >= 502 && response.status <= 504) throw new Error("the shop is unreachable");
  return response;
}

/** A copy that may still be shown; an outdated one is deleted with all others. */
async function findDayCopy(request: Request): Promise<Response | undefined> {
  const copy = await caches.match(request.url, { cacheName: dayCache, ignoreVary: true });
  const until = copy?.headers.get(copyUntilHeader) ?? "";
  if (until > new Date().toISOString()) return copy;
  if (copy) await caches.delete(dayCache);
  return undefined;
}
