import { randomUUID } from "node:crypto";
import { lte, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { unusedMedia } from "#app/platform/database/schema.ts";
import { tryLockJob } from "#app/platform/database/transactions.ts";
import { cleanPicture, type PictureRejection } from "#app/platform/media/clean-picture.ts";
import type { PictureType } from "#app/platform/media/picture-file.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import { type Bucket, buckets } from "./rules.ts";

/** `path` is the picture's name within its bucket, `url` its address on the site. */
type StoredPicture = { path: string; url: string };

export type Upload = ({ ok: true } & StoredPicture) | { ok: false; reason: PictureRejection };

const extensions: Record<PictureType, readonly [usual: string, ...others: string[]]> = {
  jpeg: ["jpg", "jpeg"],
  png: ["png"],
  gif: ["gif"],
  webp: ["webp"],
};

/**
 * Keeps an uploaded picture, cleaned, under a random name with the extension it came with, where that fits what it is.
 * Until a row names it, it is nobody's: see `deleteUnusedPictures`.
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
  return { ok: true, path, url: `/media/${bucket}/${path}` };
}

function extensionFor(type: PictureType, name: string): string {
  const given = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return extensions[type].find((extension) => extension === given) ?? extensions[type][0];
}

/** How long a picture must have been nobody's: a form may be open for hours before it is saved. */
const graceMilliseconds = 24 * 3_600_000;

/**
 * Removes the pictures that no row has named for a day, and returns how many. What is unused is noted when it is first
 * seen, and forgotten when a row names it again, so that a picture taken off a row yesterday and put back today stays.
 * Of several processes that sweep at once, one does it and the others remove nothing.
 */
export async function deleteUnusedPictures(
  database: Database,
  pictures: Pictures,
  now: Date,
): Promise<number> {
  const kept = (await Promise.all(buckets.map((bucket) => pictures.list(bucket)))).flat();
  const due = await database.transaction(async (tx) => {
    if (!(await tryLockJob(tx, "sweep pictures"))) return [];
    const used = await readUsedNames(tx);
    const unused = kept.filter((name) => !used.has(name));
    await noteUnused(tx, unused, now);
    const gone = await tx
      .delete(unusedMedia)
      .where(lte(unusedMedia.since, new Date(now.getTime() - graceMilliseconds)))
      .returning({ name: unusedMedia.name });
    return gone.map(({ name }) => name);
  });
  for (const name of due) await pictures.remove(name);
  return due.length;
}

/** Exactly these are unused, each since it was first said to be. */
async function noteUnused(tx: Database, names: string[], since: Date): Promise<void> {
  const unused = sql`${sql.param(names)}::text[]`;
  await tx.delete(unusedMedia).where(sql`${unusedMedia.name} <> ALL (${unused})`);
  await tx.execute(sql`
    INSERT INTO ${unusedMedia} (name, since)
    SELECT unnest(${unused}), ${since.toISOString()}::timestamptz ON CONFLICT DO NOTHING`);
}

/** Every picture that a row of the shop names in any of its columns, texts included. */
async function readUsedNames(tx: Database): Promise<Set<string>> {
  const rows = await tx.select({ name: sql<string>`DISTINCT found[1]` }).from(sql`(
    SELECT to_jsonb(one)::text AS body FROM products AS one
    UNION ALL SELECT to_jsonb(one)::text FROM categories AS one
    UNION ALL SELECT to_jsonb(one)::text FROM recipes AS one
    UNION ALL SELECT to_jsonb(one)::text FROM settings AS one
  ) AS everything, regexp_matches(body, '/media/([A-Za-z0-9._/-]+)', 'g') AS found`);
  return new Set(rows.map(({ name }) => name));
}
