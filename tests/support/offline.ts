import { expect, type Page } from "@playwright/test";

/** Waits until the worker has cached the catalogue with its pictures. */
export async function waitForOfflineCatalogue(page: Page): Promise<void> {
  await page.waitForFunction(
    () => localStorage.getItem("pomar.pictures-cached-at") !== null,
    undefined,
    { timeout: 45_000, polling: 500 },
  );
}

/**
 * Waits until the worker controls the page, with or without cached files. A page registers it some seconds after it is idle;
 * here it is registered at once.
 */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const controlled = new Promise((resolve) => {
      serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    });
    await serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
    if (!serviceWorker.controller) await controlled;
  });
}

/** DevTools for events of the shop's worker, which outlives its pages. */
export async function inspectServiceWorker(page: Page, origin: string) {
  const session = await page.context().newCDPSession(page);
  const found = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
    if (own) found.resolve(own.registrationId);
  });
  await session.send("ServiceWorker.enable");
  return { session, registrationId: await found.promise };
}

/** The addresses in all of the browser's caches, with their sizes in bytes. */
export function readCaches(page: Page): Promise<{ cache: string; url: string; bytes: number }[]> {
  return page.evaluate(async () => {
    const found = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const answer = await cache.match(url, { ignoreVary: true });
        const bytes = (await answer?.arrayBuffer())?.byteLength ?? 0;
        found.push({ cache: name, url, bytes });
      }
    }
    return found;
  });
}

/** The content of the browser's caches and of the order queue as one text, for searching. */
export function readStoredText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        const type = answer?.headers.get("Content-Type") ?? "";
        texts.push(request.url, /image|font/.test(type) ? "" : ((await answer?.text()) ?? ""));
      }
    }
    const orders = await new Promise<unknown>((resolve) => {
      const opening = indexedDB.open("pomar-orders");
      opening.onsuccess = () => {
        const { result: database } = opening;
        if (!database.objectStoreNames.contains("waiting")) return resolve([]);
        const reading = database.transaction("waiting").objectStore("waiting").getAll();
        reading.onsuccess = () => resolve(reading.result);
      };
    });
    return [...texts, JSON.stringify(orders)].join("\n");
  });
}

export const strip = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });

export async function expectLoaded(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
}
