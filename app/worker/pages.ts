import type { WorkboxPlugin } from "workbox-core/types.js";
import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute } from "workbox-routing";
import { NetworkFirst } from "workbox-strategies";
import { buildHeader, type Keeping, type WorkerMessage } from "#app/client/worker-messages.ts";
import { cacheOf } from "./kept.ts";
import { copiedAt, findCopy, keptAddress, markCopy, noConnection } from "./page-copies.ts";
import { build, scope, type WorkerEvent } from "./scope.ts";

/** Seconds that the shop has to answer before the copy is shown. */
const patience = 3;
const mostPages = 120;

const unreachable = new Set([502, 503, 504]);

/**
 * The public pages and their data: from the shop when it answers in time, else the copy, said to be one. Where room is
 * short the pictures leave, not these.
 */
const strategy = new NetworkFirst({
  cacheName: cacheOf("pages"),
  networkTimeoutSeconds: patience,
  matchOptions: { ignoreVary: true },
  plugins: [copies(), new ExpirationPlugin({ maxEntries: mostPages })],
});

function copies(): WorkboxPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => keptAddress(request.url) ?? request,
    async fetchDidSucceed({ response }) {
      if (unreachable.has(response.status)) throw new Error(`status ${response.status}`);
      const other = response.headers.get(buildHeader);
      if (other !== null && other !== build.id) void scope.registration.update().catch(() => {});
      return response;
    },
    cacheWillUpdate: async ({ response }) => (mayKeep(response) ? response : null),
    async cachedResponseWillBeUsed({ request, state }) {
      const copy = await findCopy(request);
      if (copy && state) state.copyUsed = true;
      return copy && markCopy(copy);
    },
    async cacheDidUpdate({ request, oldResponse, newResponse, event, state }) {
      const address = keptAddress(request.url) ?? request.url;
      const hasChanged = oldResponse?.headers.get("ETag") !== newResponse.headers.get("ETag");
      if (state?.copyUsed) await tell(event, { kind: "late-answer", address });
      else if (oldResponse && hasChanged) await tell(event, { kind: "changed" });
    },
    handlerDidError: async ({ request }) =>
      request.mode === "navigate" ? noConnection(request.url) : undefined,
  };
}

export function answerPages(): void {
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin && isPage(request, url) && keptAddress(url.href) !== undefined,
    async ({ request, event }) => {
      const response = await strategy.handle({ request, event });
      if (request.mode !== "navigate") {
        const address = keptAddress(request.url) ?? request.url;
        await tell(event, { kind: "served", address, at: copiedAt(response) ?? null });
      }
      return response;
    },
  );
}

/** Fetches a page, or its data, to be read later without a connection. */
export async function keep(event: WorkerEvent, address: string): Promise<Keeping> {
  if (keptAddress(new URL(address, scope.location.origin).href) === undefined) return "failed";
  try {
    const request = new Request(address, { cache: "no-cache", credentials: "omit" });
    const [answered, stored] = strategy.handleAll({ event, request });
    const response = await answered;
    await stored;
    return mayKeep(response) && !copiedAt(response) ? "kept" : "failed";
  } catch (error) {
    return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "failed";
  }
}

function isPage(request: Request, url: URL): boolean {
  return request.mode === "navigate" || url.pathname.endsWith(".data");
}

/** What the server itself calls everybody's, and of this build: a copy must find its files. */
function mayKeep({ status, headers }: Response): boolean {
  const caching = headers.get("Cache-Control") ?? "private";
  const type = headers.get("Content-Type") ?? "";
  return (
    status === 200 &&
    !/private|no-store/.test(caching) &&
    /^text\/(?:html|x-script)/.test(type) &&
    headers.get(buildHeader) === build.id
  );
}

async function tell(event: Event, message: WorkerMessage): Promise<void> {
  const { clientId = "", resultingClientId = "" } = event as WorkerEvent;
  const client = await scope.clients.get(resultingClientId || clientId);
  client?.postMessage(message);
}
