import { build } from "./scope.ts";

/** A build's files and its pages each have a cache of their own, so that a page never meets another build's files. */
const kinds = { assets: "pomar-assets-", pages: "pomar-pages-" } as const;
type Kind = keyof typeof kinds;

export const picturesCache = "pomar-pictures";

export function cacheOf(kind: Kind, id = build.id): string {
  return kinds[kind] + id;
}

/** The kept builds but this one, the newest first. */
export async function otherBuilds(): Promise<string[]> {
  const names = await caches.keys();
  const ids = names.flatMap((name) =>
    Object.values(kinds).flatMap((prefix) =>
      name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
    ),
  );
  return [...new Set(ids)].filter((id) => id !== build.id).reverse();
}

/** The first match of an address among the caches of one kind: this build's, then older ones'. */
export async function findKept(kind: Kind, address: string): Promise<Response | undefined> {
  for (const id of [build.id, ...(await otherBuilds())]) {
    const found = await caches.match(address, { cacheName: cacheOf(kind, id), ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

export async function dropBuild(id: string): Promise<void> {
  await caches.delete(cacheOf("pages", id));
  await caches.delete(cacheOf("assets", id));
}
