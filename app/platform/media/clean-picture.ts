import type { Sharp } from "sharp";
import {
  decodePicture,
  detectPictureType,
  type PictureFile,
  type PictureType,
  readPictureFile,
} from "./picture-file.ts";
import { createPictureQueue } from "./picture-queue.ts";

export type PictureRejection =
  | "unknown-type"
  | "damaged"
  | "too-many-pixels"
  | "not-only-a-picture";

export type CleanPicture =
  | { ok: true; type: PictureType; bytes: Buffer }
  | { ok: false; reason: PictureRejection };

/** Pixels of the stored long side, above the widest served width. */
const maxSide = 2560;
/** 24 megapixels in twelve passes, as cameras write them; hundreds of passes would only occupy a core. */
const maxDecodedPixels = 24e6 * 12;
const maxEncodeSeconds = 20;

/** Very long lines take seconds although they have few pixels. WebP has the same limit. */
const maxSourceSide = 16_383;
/** Uploads that wait for the one in progress. */
export const maxQueuedPictures = 8;
/** Each picture may take 100 MB while it is processed. */
const enqueue = createPictureQueue({ concurrency: 1, maxQueued: maxQueuedPictures });

/**
 * Decodes an uploaded picture and encodes it again: upright, at most 2560 pixels, without metadata, comments or
 * scripts. Animations stay animated. Rejects damaged files, files with other content, and files that take too long, in
 * most cases before decoding. One picture is processed at a time; throws PictureQueueFull when too many are waiting.
 */
export function cleanPicture(bytes: Buffer): Promise<CleanPicture> {
  return enqueue(() => processPicture(bytes));
}

async function processPicture(bytes: Buffer): Promise<CleanPicture> {
  const type = detectPictureType(bytes);
  if (!type) return { ok: false, reason: "unknown-type" };
  const file = readPictureFile(bytes, type);
  if (!file) return { ok: false, reason: "damaged" };
  if (hasOtherContent(bytes, file)) return { ok: false, reason: "not-only-a-picture" };
  try {
    const { width, height, pageHeight = height } = await decodePicture(bytes).metadata();
    const isTooLong = Math.max(width, pageHeight) > maxSourceSide;
    if (isTooLong || width * height * file.scans > maxDecodedPixels) {
      return { ok: false, reason: "too-many-pixels" };
    }
    return { ok: true, type, bytes: await reencode(bytes, type) };
  } catch (error) {
    const isTooLarge = error instanceof Error && /exceeds pixel limit/i.test(error.message);
    return { ok: false, reason: isTooLarge ? "too-many-pixels" : "damaged" };
  }
}

function reencode(bytes: Buffer, type: PictureType): Promise<Buffer> {
  const size = { width: maxSide, height: maxSide, fit: "inside" } as const;
  const picture = decodePicture(bytes).resize({ ...size, withoutEnlargement: true });
  return encoders[type](picture).timeout({ seconds: maxEncodeSeconds }).toBuffer();
}

const encoders: Record<PictureType, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 90, progressive: true }),
  png: (picture) => picture.png(),
  gif: (picture) => picture.gif(),
  webp: (picture) => picture.webp({ quality: 90 }),
};

/** Content that browsers, servers or document readers would run or show. */
const activeContent = /<(?:script|iframe|!doctype|html[\s>]|\?php\s)|%PDF-1/i;

function hasOtherContent(bytes: Buffer, { type, end }: PictureFile): boolean {
  return !isUsualTrailer(bytes.subarray(end), type) || activeContent.test(bytes.toString("latin1"));
}

/** Cameras append zeros, a smaller second picture, a short film, or Samsung's data. */
function isUsualTrailer(trailer: Buffer, type: PictureType): boolean {
  const text = trailer.toString("latin1").replace(/^\0+/, "");
  if (text === "") return true;
  return type === "jpeg" && /^\xff\xd8\xff|^[\s\S]{0,8}ftyp|SEFT$/.test(text);
}

export type PictureFault = "small" | "dark" | "blurred";

const minShortSide = 640;
const minBrightness = 70;
/** Of a picture at most `measuredSide` wide: sharp photos have 1 to 10, blurred ones 0.1 to 0.3. */
const minSharpness = 0.35;
const measuredSide = 640;

/** Visible faults of a picture: its size, its mean brightness and the deviation of its Laplacian. */
export async function findPictureFaults(bytes: Uint8Array): Promise<PictureFault[]> {
  const { width, height, pageHeight = height } = await decodePicture(bytes).metadata();
  const small = await decodePicture(bytes)
    .resize({ width: measuredSide, height: measuredSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .grayscale()
    .png()
    .toBuffer();
  const { channels, sharpness } = await decodePicture(small).stats();
  const brightness = channels[0]?.mean ?? 255;
  return [
    ...(Math.min(width, pageHeight) < minShortSide ? (["small"] as const) : []),
    ...(brightness < minBrightness ? (["dark"] as const) : []),
    ...(sharpness < minSharpness ? (["blurred"] as const) : []),
  ];
}
