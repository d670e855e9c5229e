import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import { buckets } from "#app/domain/media/rules.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import type { PictureUrls } from "./rows.ts";

const copyConcurrency = 8;

/**
 * Copies every picture to the store, as uploads are stored, under a name that contains its checksum, and returns the URL of each. Existing
 * files are skipped, so that an interrupted start continues.
 */
export async function storePictures(folder: string, media: MediaStore): Promise<PictureUrls> {
  const existing = new Set((await Promise.all(buckets.map((bucket) => media.list(bucket)))).flat());
  const files = await listPictures(folder);
  const urls = await pLimit(copyConcurrency).map(files, async (file) => {
    const bytes = await readFile(path.join(folder, file));
    const name = storedName(file, bytes);
    if (!existing.has(name)) await media.write(name, bytes);
    return [file, `/media/${name}`] as const;
  });
  return new Map(urls);
}

/** Relative paths with forward slashes; none without the folder. */
async function listPictures(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, "/"));
}

/** "products/polpa-de-acai.webp" → "product-images/public/polpa-de-acai-1f2e3d4c5b6a.webp" */
function storedName(file: string, bytes: Buffer): string {
  const { dir, name, ext } = path.posix.parse(file);
  const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const bucket = dir === "products" ? "product-images/public" : "site-assets";
  return `${bucket}/${name}-${digest}${ext}`;
}
