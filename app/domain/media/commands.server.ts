import { randomUUID } from "node:crypto";
import { cleanPicture, type PictureRejection } from "#app/platform/media/clean-picture.ts";
import type { PictureType } from "#app/platform/media/picture-file.ts";
import type { Pictures } from "#app/platform/media/pictures.ts";
import type { Bucket } from "./rules.ts";

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
 * Until a row names it, it is nobody's: see `sweepPictures`.
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
