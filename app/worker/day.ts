import { registerRoute } from "workbox-routing";
import { copyUntilHeader, dayCache } from "#app/client/worker-messages.ts";
import { isDayPath } from "#app/shared/paths.ts";
import { markCopy, respondWithoutConnection } from "./pages.ts";

const networkTimeoutMs = 4_000;

/**
 * The page of a day and its data: from the shop if it answers in time, else the copy that the page has stored. Only responses
 * that say until when are stored, and no other page of the back office.
 */
export function serveDay(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isDayPath(url.pathname),
    async ({ request }) => {
      const copy = await findCopy(request);
      try {
        const response = await fetchInTime(request, copy !== undefined);
        const isShown = response.headers.has(copyUntilHeader);
        // The session or the link ended.
        if (!isShown && response.status < 500) await caches.delete(dayCache);
        if (isShown && request.mode !== "navigate") {
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
async function findCopy(request: Request): Promise<Response | undefined> {
  const copy = await caches.match(request.url, { cacheName: dayCache, ignoreVary: true });
  const until = copy?.headers.get(copyUntilHeader) ?? "";
  if (until > new Date().toISOString()) return copy;
  if (copy) await caches.delete(dayCache);
  return undefined;
}
