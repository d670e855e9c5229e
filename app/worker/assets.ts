import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { buildHeader, noConnectionPath } from "#app/client/worker-messages.ts";
import { cacheOf, dropBuild, findKept } from "./kept.ts";
import { build } from "./scope.ts";

/**
 * Keeps this build's files whole or not at all, and with them the page for when nothing else is there. A server that is
 * still of another build makes the attempt fail; the browser makes another one later.
 */
export async function keepAssets(): Promise<void> {
  try {
    const cache = await caches.open(cacheOf("assets"));
    await cache.addAll(build.assets);
    const page = await fetch(noConnectionPath, { cache: "no-cache", credentials: "omit" });
    if (!page.ok || page.headers.get(buildHeader) !== build.id) {
      throw new Error(`${noConnectionPath} is not of build ${build.id}`);
    }
    await cache.put(noConnectionPath, page);
  } catch (error) {
    await dropBuild(build.id);
    throw error;
  }
}

/** A file's name carries the hash of its contents: whichever build kept it, it is the right one. */
export function answerAssets(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
    new CacheFirst({
      cacheName: cacheOf("assets"),
      plugins: [
        {
          cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
            cachedResponse ?? (await findKept("assets", request.url)),
          // What a build needs was kept when it was installed; files of the back office are none of that.
          cacheWillUpdate: async () => null,
        },
      ],
    }),
  );
}
