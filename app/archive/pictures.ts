import { hash } from "node:crypto";
import path from "node:path";
import pLimit from "p-limit";
import { buckets } from "#app/domain/media/rules.ts";
import type { RunSql } from "#app/platform/database/migrate.ts";
import { type Environment, objectStorageOf } from "#app/platform/env.ts";
import {
  createFolderStore,
  createObjectStore,
  type MediaStore,
} from "#app/platform/media/media-store.ts";

/** Opens the pictures of the shop with a given id: in the configured bucket, otherwise in DATA_DIR. */
export function selectMediaStore(env: Environment, useBucket = true): (shop: string) => MediaStore {
  const storage = useBucket ? objectStorageOf(env) : undefined;
  return (shop) =>
    storage
      ? createObjectStore(storage, async () => shop)
      : createFolderStore(path.join(env.DATA_DIR, "media"));
}

const copyConcurrency = 4;

/** The sorted names of all pictures in a store. */
export async function listPictures(store: MediaStore): Promise<string[]> {
  const names = await Promise.all(buckets.map((bucket) => store.list(bucket)));
  return names.flat().toSorted();
}

/** A picture with its checksum; undefined when it was removed meanwhile. */
export async function readPicture(store: MediaStore, name: string) {
  const bytes = await store.read(name);
  return bytes && { name, bytes, sha256: hash("sha256", bytes) };
}

/** Writes a picture and reads it back; throws when the bytes differ. */
export async function writePicture(
  store: MediaStore,
  picture: { name: string; bytes: Buffer; sha256: string },
): Promise<void> {
  await store.write(picture.name, picture.bytes);
  if ((await readPicture(store, picture.name))?.sha256 !== picture.sha256) {
    throw new Error(`${picture.name} differs from the source after copying`);
  }
}

/** The pictures that rows refer to and the store does not hold. */
export async function listMissingPictures(run: RunSql, store: MediaStore): Promise<string[]> {
  const rows = await run(`SELECT DISTINCT found[1] AS name FROM (
    SELECT to_jsonb(one)::text AS body FROM products AS one
    UNION ALL SELECT to_jsonb(one)::text FROM categories AS one
    UNION ALL SELECT to_jsonb(one)::text FROM recipes AS one
    UNION ALL SELECT to_jsonb(one)::text FROM settings AS one
  ) AS texts, regexp_matches(body, '/media/([A-Za-z0-9._/-]+)', 'g') AS found ORDER BY name`);
  const stored = new Set(await listPictures(store));
  return rows.map(({ name }) => String(name)).filter((name) => !stored.has(name));
}

/** Copies and verifies every picture whose bytes differ in the target. Returns the total and the number copied. */
export async function copyPictures(
  source: MediaStore,
  target: MediaStore,
): Promise<{ all: number; copied: number }> {
  const names = await listPictures(source);
  const existing = new Set(await listPictures(target));
  const copied = await pLimit(copyConcurrency).map(names, async (name) => {
    const picture = await readPicture(source, name);
    if (!picture) return false;
    if (existing.has(name) && (await readPicture(target, name))?.sha256 === picture.sha256) {
      return false;
    }
    await writePicture(target, picture);
    return true;
  });
  return { all: names.length, copied: copied.filter(Boolean).length };
}
