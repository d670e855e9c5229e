import { deleteAnsweredRecords } from "./day-queue.ts";
import { copyUntilHeader, dayCache, withdrawnHeader } from "./worker-messages.ts";

const workerPath = "/service-worker.js";
const maxWaitMs = 30_000;

/** The shop's service worker, active; rejects where `OFFLINE=off` removes it or its installation fails. */
export async function installWorker(): Promise<ServiceWorkerRegistration> {
  const { headers } = await fetch(workerPath, { method: "HEAD", cache: "no-store" });
  if (headers.has(withdrawnHeader)) throw new Error("the service worker is switched off");
  await navigator.serviceWorker.register(workerPath, { updateViaCache: "none" });
  const tooLate = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("the service worker was not installed")), maxWaitMs);
  });
  return Promise.race([navigator.serviceWorker.ready, tooLate]);
}

/**
 * Stores the page of a day with its files, so that it opens without a connection until the next morning. Earlier copies are
 * deleted: one day is stored at a time.
 */
export async function storeDayPage(pathname: string, search: string): Promise<boolean> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return false;
  await installWorker();
  const page = await fetch(pathname + search, { headers: { Accept: "text/html" } });
  if (!page.ok || !page.headers.has(copyUntilHeader)) return false;
  const html = await page.clone().text();
  const cache = await caches.open(dayCache);
  const files = new Set(
    [
      ...performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname),
      ...[...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file),
    ].filter((path) => path.startsWith("/assets/")),
  );
  const date = new URLSearchParams(search).get("date");
  for (const { url } of await cache.keys()) {
    const stored = new URL(url);
    const isOfDay =
      stored.pathname.startsWith(pathname) && stored.searchParams.get("date") === date;
    if (!files.has(stored.pathname) && !isOfDay) await cache.delete(url);
  }
  await Promise.all([...files].map(async (file) => (await cache.match(file)) ?? cache.add(file)));
  await cache.put(pathname + search, page);
  return true;
}

/** At the end of a session. */
export async function deleteDayCopies(): Promise<void> {
  if (typeof caches !== "undefined") await caches.delete(dayCache).catch(() => false);
  await deleteAnsweredRecords();
}
