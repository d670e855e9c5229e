import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { buckets } from "#app/domain/media/rules.ts";
import type { MediaStore } from "#app/platform/media/media-store.ts";
import type { PictureAddresses } from "./shelves.ts";

const lanes = 8;

/**
 * Copies every drawn picture into the store, named after its content so that the same picture is always the same file;
 * returns the address of each. What lies there already is left: a start cut short goes on where it was.
 */
export async function storePictures(folder: string, media: MediaStore): Promise<PictureAddresses> {
  const addresses = new Map<string, string>();
  const kept = new Set((await Promise.all(buckets.map((bucket) => media.list(bucket)))).flat());
  const queue = (await listPictures(folder)).values();
  async function lane() {
    for (const file of queue) {
      const bytes = await readFile(path.join(folder, file));
      const name = storedName(file, bytes);
      if (!kept.has(name)) await media.write(name, bytes);
      addresses.set(file, `/media/${name}`);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  return addresses;
}

/** Paths below the folder, with plain slashes; none where nothing was drawn. */
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
