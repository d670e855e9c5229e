import type { Sharp } from "sharp";
import { decodePicture } from "./decoding.ts";
import {
  type PictureFile,
  type PictureType,
  pictureTypeOf,
  readPictureFile,
} from "./picture-file.ts";

export type PictureRefusal = "unknown-type" | "damaged" | "too-many-pixels" | "not-only-a-picture";

export type CleanPicture =
  | { ok: true; type: PictureType; bytes: Buffer }
  | { ok: false; reason: PictureRefusal };

/** The long side of what is kept, in pixels: the widest that is ever served, and some to spare. */
const longestSide = 2560;
/** A picture of 24 megapixels in twelve passes, as cameras write it; hundreds of passes only keep a core busy. */
const mostWork = 24e6 * 12;
const longestSeconds = 20;

/**
 * Decodes what claims to be a picture and draws it anew: upright, no larger than is ever shown, without whatever else the
 * file held (place and time, comments, scripts). A GIF keeps its first frame. What is no whole picture and nothing
 * else, or would take too long, is refused, most of it before it is decoded.
 */
export async function cleanPicture(bytes: Buffer): Promise<CleanPicture> {
  const type = pictureTypeOf(bytes);
  if (!type) return { ok: false, reason: "unknown-type" };
  const file = readPictureFile(bytes, type);
  if (!file) return { ok: false, reason: "damaged" };
  if (holdsSomethingElse(bytes, file)) return { ok: false, reason: "not-only-a-picture" };
  try {
    const { width, height } = await decodePicture(bytes).metadata();
    if (width * height * file.scans > mostWork) return { ok: false, reason: "too-many-pixels" };
    return { ok: true, type, bytes: await drawAnew(bytes, type) };
  } catch (error) {
    const isTooLarge = error instanceof Error && /exceeds pixel limit/i.test(error.message);
    return { ok: false, reason: isTooLarge ? "too-many-pixels" : "damaged" };
  }
}

function drawAnew(bytes: Buffer, type: PictureType): Promise<Buffer> {
  const size = { width: longestSide, height: longestSide, fit: "inside" } as const;
  const picture = decodePicture(bytes).resize({ ...size, withoutEnlargement: true });
  return encoders[type](picture).timeout({ seconds: longestSeconds }).toBuffer();
}

const encoders: Record<PictureType, (picture: Sharp) => Sharp> = {
  jpeg: (picture) => picture.jpeg({ quality: 90, progressive: true }),
  png: (picture) => picture.png(),
  gif: (picture) => picture.gif(),
  webp: (picture) => picture.webp({ quality: 90 }),
};

/** What browsers, servers and readers of documents would run or show when they take the file for their own. */
const foreign = /<(?:script|iframe|!doctype|html[\s>]|\?php\s)|%PDF-1/i;

function holdsSomethingElse(bytes: Buffer, { type, end }: PictureFile): boolean {
  return !isUsualTail(bytes.subarray(end), type) || foreign.test(bytes.toString("latin1"));
}

/** Cameras leave things behind the picture: zeros, a second smaller one, a short film, Samsung's notes. */
function isUsualTail(tail: Buffer, type: PictureType): boolean {
  const text = tail.toString("latin1").replace(/^\0+/, "");
  if (text === "") return true;
  return type === "jpeg" && /^\xff\xd8\xff|^[\s\S]{0,8}ftyp|SEFT$/.test(text);
}
