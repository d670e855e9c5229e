import { randomUUID } from "node:crypto";
import { lte, sql } from "drizzle-orm";
import { type Database, tryLockJob } from "#app/platform/database/database.ts";
import {
  cleanPicture,
  decodePicture,
  findPictureFaults,
  type PictureFault,
  type PictureRejection,
  type PictureType,
} from "#app/platform/media/clean-picture.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import { type Bucket, buckets } from "./rules.ts";
import { unusedMedia } from "./table.ts";

/** `path` is the name within the bucket, `url` the path on the site; `faults` are those of a product's picture. */
type StoredPicture = { path: string; url: string; faults: PictureFault[] };

export type Upload = ({ ok: true } & StoredPicture) | { ok: false; reason: PictureRejection };

const extensions: Record<PictureType, readonly [usual: string, ...others: string[]]> = {
  jpeg: ["jpg", "jpeg"],
  png: ["png"],
  gif: ["gif"],
  webp: ["webp"],
};

/**
 * Cleans and stores an uploaded picture under a random name, with its own extension if that fits its type. It is
 * deleted unless a row refers to it: see `deleteUnusedPictures`.
 */
export async function storePicture(
  pictures: Pictures,
  bucket: Bucket,
  file: { name: string; bytes: Buffer },
): Promise<Upload> {
  const cleaned = await cleanPicture(file.bytes);
  if (!cleaned.ok) return cleaned;
  const path = `public/${randomUUID()}.${extensionFor(cleaned.type, file.name)}`;
  await pictures.store(`${bucket}/${path}`, cleaned.bytes);
  const faults = bucket === "product-images" ? await findPictureFaults(cleaned.bytes) : [];
  return { ok: true, path, url: `/media/${bucket}/${path}`, faults };
}

/** Width by height of one of the shop's pictures, by its address; undefined for any other address. */
export async function readPictureRatio(
  pictures: Pictures,
  address: string | null,
): Promise<number | undefined> {
  const name = /^\/media\/([\w./-]+)$/.exec(address ?? "")?.[1];
  const picture = name && (await pictures.original(name));
  if (!picture) return undefined;
  const { autoOrient, pages = 1 } = await decodePicture(picture.bytes).metadata();
  return (autoOrient.width * pages) / autoOrient.height;
}

function extensionFor(type: PictureType, name: string): string {
  const given = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return extensions[type].find((extension) => extension === given) ?? extensions[type][0];
}

/** The time for which a picture must be unused: deleted or replaced rows can be restored from the audit log meanwhile. */
const unusedGraceMs = 30 * 24 * 3_600_000;

/**
 * Deletes the pictures that no row has referred to for 30 days and returns how many. The time is stored when a picture is
 * first found unused and reset when a row refers to it again. One process at a time runs it. `graceMs` replaces the 30 days.
 */
export async function deleteUnusedPictures(
  database: Database,
  pictures: Pictures,
  now: Date,
  graceMs = unusedGraceMs,
): Promise<number> {
  const stored = (await Promise.all(buckets.map((bucket) => pictures.list(bucket)))).flat();
  const due = await database.transaction(async (tx) => {
    if (!(await tryLockJob(tx, "delete unused pictures"))) return [];
    const used = await readUsedNames(tx);
    const unused = stored.filter((name) => !used.has(name));
    await storeUnused(tx, unused, now);
    const gone = await tx
      .delete(unusedMedia)
      .where(lte(unusedMedia.since, new Date(now.getTime() - graceMs)))
      .returning({ name: unusedMedia.name });
    return gone.map(({ name }) => name);
  });
  for (const name of due) await pictures.remove(name);
  return due.length;
}

/** Stores which pictures are unused, and since when. */
async function storeUnused(tx: Database, names: string[], since: Date): Promise<void> {
  const unused = sql`${sql.param(names)}::text[]`;
  await tx.delete(unusedMedia).where(sql`${unusedMedia.name} <> ALL (${unused})`);
  await tx.execute(sql`
    INSERT INTO ${unusedMedia} (name, since)
    SELECT unnest(${unused}), ${since.toISOString()}::timestamptz ON CONFLICT DO NOTHING`);
}

/** All pictures that any column of any row refers to, texts included. */
async function readUsedNames(tx: Database): Promise<Set<string>> {
  const rows = await tx.select({ name: sql<string>`DISTINCT found[1]` }).from(sql`(
    SELECT to_jsonb(one)::text AS body FROM products AS one
    UNION ALL SELECT to_jsonb(one)::text FROM categories AS one
    UNION ALL SELECT to_jsonb(one)::text FROM recipes AS one
    UNION ALL SELECT to_jsonb(one)::text FROM settings AS one
  ) AS everything, regexp_matches(body, '/media/([A-Za-z0-9._/-]+)', 'g') AS found`);
  return new Set(rows.map(({ name }) => name));
}

/** The addresses of the shop's pictures in a row that are no longer stored. */
export async function findMissingPictures(
  pictures: Pictures,
  logged: Record<string, unknown>,
): Promise<Set<string>> {
  const found = JSON.stringify(logged).matchAll(/"\/media\/([A-Za-z0-9._/-]+)"/g);
  const missing = new Set<string>();
  for (const name of new Set([...found].map(([, name = ""]) => name))) {
    if (!(await pictures.original(name))) missing.add(`/media/${name}`);
  }
  return missing;
}

/** The value without these addresses: removed from lists, null in fields. */
export function withoutPictures(value: unknown, missing: ReadonlySet<string>): unknown {
  const isMissing = (part: unknown) => typeof part === "string" && missing.has(part);
  if (missing.size === 0) return value;
  if (Array.isArray(value)) {
    return value.filter((part) => !isMissing(part)).map((part) => withoutPictures(part, missing));
  }
  if (typeof value !== "object" || value === null) return isMissing(value) ? null : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutPictures(part, missing)]),
  );
}
