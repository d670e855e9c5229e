import { hash } from "node:crypto";
import { buckets } from "#app/domain/media/rules.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";

const lanes = 4;

/** The names of all pictures in a place, in order. */
export async function listPictures(place: MediaStore): Promise<string[]> {
  const names = await Promise.all(buckets.map((bucket) => place.list(bucket)));
  return names.flat().toSorted();
}

/** A picture, and what it is known by again; one that was removed meanwhile is undefined. */
export async function readPicture(place: MediaStore, name: string) {
  const bytes = await place.read(name);
  return bytes && { name, bytes, sha256: hash("sha256", bytes) };
}

/**
 * Copies every picture that `to` does not hold byte by byte, and reads back what it copied. Resolves with how many there
 * are and how many of them were copied.
 */
export async function copyPictures(
  from: MediaStore,
  to: MediaStore,
): Promise<{ all: number; copied: number }> {
  const names = await listPictures(from);
  const kept = new Set(await listPictures(to));
  const queue = names.values();
  let copied = 0;
  async function lane(): Promise<void> {
    for (const name of queue) {
      const picture = await readPicture(from, name);
      if (!picture) continue;
      if (kept.has(name) && (await readPicture(to, name))?.sha256 === picture.sha256) continue;
      await to.write(name, picture.bytes);
      if ((await readPicture(to, name))?.sha256 !== picture.sha256) {
        throw new Error(`${name} did not arrive as it was sent`);
      }
      copied += 1;
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return { all: names.length, copied };
}
