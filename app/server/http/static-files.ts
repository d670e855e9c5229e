import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { withdrawnHeader } from "#app/client/worker-messages.ts";
import { pictureTypes } from "#app/shared/media-types.ts";
import type { HeaderLine } from "./headers.ts";
import { filePolicy } from "./security-headers.ts";
import { type StoredAnswer, storeAnswer } from "./stored-response.ts";

const types: Record<string, string> = {
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

/** Under /assets/ a name carries the hash of its content; other files may change under their name. */
const hashed = "public, max-age=31536000, immutable";
const plain = "public, max-age=3600";
/** A browser that kept an old worker for an hour would show old pages for as long. */
const alwaysAsked = "no-cache";

const workerPath = "/service-worker.js";

/** The built browser files, by the path they are asked for; the build left their compressed forms beside them. */
export type Files = ReadonlyMap<string, StoredAnswer>;

/** Reads every file of `folder` into memory: they are few, and no request ever touches a path on disk. */
export async function readFiles(folder: string, commonHeaders: HeaderLine[]): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile() && path.extname(entry.name) in types)
    .map((entry) => path.join(entry.parentPath, entry.name));
  const answers = found.map(async (file): Promise<[string, StoredAnswer]> => {
    const name = `/${path.relative(folder, file).replaceAll(path.sep, "/")}`;
    return [name, await readStored(file, name, commonHeaders)];
  });
  return new Map(await Promise.all(answers));
}

async function readStored(file: string, name: string, commonHeaders: HeaderLine[]) {
  const [body, br, gzip] = await Promise.all([
    readFile(file),
    readIfThere(`${file}.br`),
    readIfThere(`${file}.gz`),
  ]);
  const headers: HeaderLine[] = [
    ...commonHeaders,
    ["Content-Type", types[path.extname(file)] ?? "application/octet-stream"],
    ["Cache-Control", cachingOf(name)],
    ["Content-Security-Policy", filePolicy],
  ];
  return storeAnswer({ status: 200, headers, body, br, gzip });
}

function cachingOf(name: string): string {
  if (name === workerPath) return alwaysAsked;
  return name.startsWith("/assets/") ? hashed : plain;
}

/**
 * A worker that takes the place of whatever worker a browser has, lets go of everything it kept and removes itself.
 * Orders that wait in the browser are not the worker's: the pages go on sending them.
 */
const selfRemovingWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}
`;

/** The files with a service worker that removes itself in place of the built one. */
export function withoutWorker(files: Files, commonHeaders: HeaderLine[]): Files {
  const headers: HeaderLine[] = [
    ...commonHeaders,
    ["Content-Type", types[".js"] ?? ""],
    ["Cache-Control", alwaysAsked],
    ["Content-Security-Policy", filePolicy],
    [withdrawnHeader, "yes"],
  ];
  const answer = storeAnswer({ status: 200, headers, body: Buffer.from(selfRemovingWorker) });
  return new Map([...files, [workerPath, answer]]);
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}
