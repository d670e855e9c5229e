import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { buildHeader, dayCache, noConnectionPath } from "#app/client/worker-messages.ts";
import { parseUrl } from "#app/shared/parse-url.ts";
import { isAdminPath, tablePath } from "#app/shared/paths.ts";

/** An event that can extend the worker's life. */
export type WorkerEvent = Event & {
  waitUntil(work: Promise<unknown>): void;
  /** The page of a request, or the page that a navigation creates. */
  clientId?: string;
  resultingClientId?: string;
  /** A message has data. */
  data?: unknown;
  ports?: readonly MessagePort[];
  /** A Background Sync has a tag. */
  tag?: string;
  /** A tap on a notice has the notice. */
  notification?: Notification;
};

export type Client = {
  url: string;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  /** Rejects where this worker does not control the window. */
  navigate(path: string): Promise<Client | null>;
  focus(): Promise<unknown>;
};

/** The part of the worker's global scope that is used; the compiler has the types of windows only. */
type WorkerScope = {
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    get(id: string): Promise<Client | undefined>;
    matchAll(wanted: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Client[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "install" | "activate" | "message" | "sync" | "push" | "notificationclick",
    listener: (event: WorkerEvent) => void,
  ): void;
};

export const scope = globalThis as unknown as WorkerScope;

/** Inserted by `scripts/build-worker.ts`: the id of the pages' build and every file that the shop's pages load. */
declare const __POMAR_BUILD__: { id: string; assets: string[] };

export const build = __POMAR_BUILD__;

/** Files and pages of each build have caches of their own, so that a page never loads another build's files. */
const prefixes = { assets: "pomar-assets-", pages: "pomar-pages-" } as const;
type Kind = keyof typeof prefixes;

const picturesCache = "pomar-pictures";
const maxPictures = 300;

/** Names the price table whose pages this browser may see: the shop's last answer says it. '' is none. */
const tableCache = "pomar-table";
const tableAddress = "/tabela";
/** The name of the table after a link was opened, until the shop answers: there are no copies of it. */
export const unknownTable = "?";
let table: string | undefined;

export async function readTable(): Promise<string> {
  if (table === undefined) {
    const stored = await caches.match(tableAddress, { cacheName: tableCache });
    table = (await stored?.text()) ?? "";
  }
  return table;
}

/** Copies of another table are deleted. */
export async function keepTable(current: string): Promise<void> {
  if ((await readTable()) === current) return;
  table = current;
  await (await caches.open(tableCache)).put(tableAddress, new Response(current));
  for (const id of [build.id, ...(await listOtherBuilds())]) {
    const cache = await caches.open(cacheNameOf("pages", id));
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (pathname.startsWith(tablePath(""))) await cache.delete(url);
    }
  }
}

/** Returns the address under which a page is cached: those of a price table are apart from the public ones. */
export function addressOf(ofTable: string, address: string): string {
  return ofTable === "" ? address : tablePath(ofTable) + address;
}

export function cacheNameOf(kind: Kind, id = build.id): string {
  return prefixes[kind] + id;
}

/** The cached builds except this one, the newest first. */
export async function listOtherBuilds(): Promise<string[]> {
  const names = await caches.keys();
  const ids = names.flatMap((name) =>
    Object.values(prefixes).flatMap((prefix) =>
      name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    ),
  );
  return [...new Set(ids)].filter((id) => id !== build.id).reverse();
}

/** The first match in the caches of one kind: this build's, then older ones. */
export async function findCached(kind: Kind, address: string): Promise<Response | undefined> {
  for (const id of [build.id, ...(await listOtherBuilds())]) {
    const cacheName = cacheNameOf(kind, id);
    const found = await caches.match(address, { cacheName, ignoreVary: true });
    if (found) return found;
  }
  // The copies of the back office's day are in a cache of their own.
  if (kind === "assets") return caches.match(address, { cacheName: dayCache, ignoreVary: true });
  return undefined;
}

export async function deleteBuild(id: string): Promise<void> {
  await caches.delete(cacheNameOf("pages", id));
  await caches.delete(cacheNameOf("assets", id));
}

/**
 * Caches all files of this build and the page without a connection, or nothing. While the server still runs another build
 * this fails, and the browser tries again later.
 */
export async function cacheAssets(): Promise<void> {
  try {
    const cache = await caches.open(cacheNameOf("assets"));
    await cache.addAll(build.assets);
    const page = await fetch(noConnectionPath, { cache: "no-cache", credentials: "omit" });
    if (!page.ok || page.headers.get(buildHeader) !== build.id) {
      throw new Error(`${noConnectionPath} is not of build ${build.id}`);
    }
    await cache.put(noConnectionPath, page);
  } catch (error) {
    await deleteBuild(build.id);
    throw error;
  }
}

/** File names contain a hash of the contents, so the file of any build is the right one. */
export function serveAssets(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
    new CacheFirst({
      cacheName: cacheNameOf("assets"),
      plugins: [
        {
          cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
            cachedResponse ?? (await findCached("assets", request.url)),
          // The installation cached what the shop needs; the rest belongs to the back office.
          cacheWillUpdate: async () => null,
        },
      ],
    }),
  );
}

/** Pictures are cached as they are seen. Without a connection another width of the same picture is served. */
export function servePictures(): void {
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin &&
      url.pathname.startsWith("/media/") &&
      url.searchParams.has("w") &&
      !isAdminPath(parseUrl(request.referrer)?.pathname ?? ""),
    new CacheFirst({
      cacheName: picturesCache,
      matchOptions: { ignoreVary: true },
      plugins: [
        new ExpirationPlugin({ maxEntries: maxPictures, purgeOnQuotaError: true }),
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
