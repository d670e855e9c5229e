import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { withdrawnHeader } from "#app/client/worker-messages.ts";
import { pictureTypes } from "#app/shared/media-types.ts";
import {
  filePolicy,
  type HeaderLine,
  type StoredResponse,
  storeResponse,
} from "./stored-response.ts";

const contentTypes: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(pictureTypes).map(([extension, type]) => [`.${extension}`, type]),
  ),
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Names under /assets/ contain a content hash; other files may change without a new name. */
const immutableCaching = "public, max-age=31536000, immutable";
const shortCaching = "public, max-age=3600";
/** A cached worker script would show an old build's pages for as long as it is cached. */
const revalidatedCaching = "no-cache";

const workerPath = "/service-worker.js";

/** The built browser files by request path. */
export type StaticFiles = ReadonlyMap<string, StoredResponse>;

/** Reads every file of `folder`, and its `.br` and `.gz` copies, into memory, so that no request reads a path on disk. */
export async function readStaticFiles(
  folder: string,
  commonHeaders: HeaderLine[],
): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && path.extname(entry.name) in contentTypes)
    .map((entry) => path.join(entry.parentPath, entry.name));
  const responses = paths.map(async (file): Promise<[string, StoredResponse]> => {
    const name = `/${path.relative(folder, file).replaceAll(path.sep, "/")}`;
    return [name, await readFileResponse(file, name, commonHeaders)];
  });
  return new Map(await Promise.all(responses));
}

async function readFileResponse(file: string, name: string, commonHeaders: HeaderLine[]) {
  const [body, br, gzip] = await Promise.all([
    readFile(file),
    readIfPresent(`${file}.br`),
    readIfPresent(`${file}.gz`),
  ]);
  const headers: HeaderLine[] = [
    ...commonHeaders,
    ["Content-Type", contentTypes[path.extname(file)] ?? "application/octet-stream"],
    ["Cache-Control", cacheControlFor(name)],
    ["Content-Security-Policy", filePolicy],
  ];
  return storeResponse({ status: 200, headers, body, br, gzip });
}

function cacheControlFor(name: string): string {
  if (name === workerPath) return revalidatedCaching;
  return name.startsWith("/assets/") ? immutableCaching : shortCaching;
}

/** Replaces the installed service worker, deletes its caches and unregisters itself. Queued orders stay: pages send them. */
const selfRemovingWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(uninstall()));
async function uninstall() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
`;

/** The files with a self-removing service worker in place of the built one. */
export function replaceWorker(files: StaticFiles, commonHeaders: HeaderLine[]): StaticFiles {
  const headers: HeaderLine[] = [
    ...commonHeaders,
    ["Content-Type", contentTypes[".js"] ?? ""],
    ["Cache-Control", revalidatedCaching],
    ["Content-Security-Policy", filePolicy],
    [withdrawnHeader, "yes"],
  ];
  const response = storeResponse({ status: 200, headers, body: Buffer.from(selfRemovingWorker) });
  return new Map([...files, [workerPath, response]]);
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}
