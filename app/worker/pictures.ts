import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { parseUrl } from "#app/shared/parse-url.ts";
import { isAdminPath } from "#app/shared/paths.ts";

import { picturesCache } from "./kept.ts";

const mostPictures = 300;

/** The goods' pictures, kept as they are seen. Without a connection another width of the same picture will do. */
export function answerPictures(): void {
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin &&
      url.pathname.startsWith("/media/") &&
      url.searchParams.has("w") &&
      !isOfBackOffice(request),
    new CacheFirst({
      cacheName: picturesCache,
      matchOptions: { ignoreVary: true },
      plugins: [
        new ExpirationPlugin({ maxEntries: mostPictures, purgeOnQuotaError: true }),
        {
          handlerDidError: ({ request }) =>
            caches.match(request, {
              cacheName: picturesCache,
              ignoreSearch: true,
              ignoreVary: true,
            }),
        },
      ],
    }),
  );
}

function isOfBackOffice({ referrer }: Request): boolean {
  return isAdminPath(parseUrl(referrer)?.pathname ?? "");
}
