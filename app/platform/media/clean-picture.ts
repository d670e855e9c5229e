import pLimit from "p-limit";
import type { Sharp } from "sharp";
import sharp from "sharp";
import { StorageUnavailable } from "./media-store.ts";

/** Too many pictures wait to be processed; a later attempt may succeed. */
export class PictureQueueFull extends StorageUnavailable {
  override name = "PictureQueueFull";
}

/** Runs at most `concurrency` jobs at a time, the others in order. Rejects when `maxQueued` are already waiting. */
export function createPictureQueue({
  concurrency,
  maxQueued,
}: {
  concurrency: number;
  maxQueued: number;
}): <T>(job: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return async (job) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueued) {
      throw new PictureQueueFull("too many pictures are waiting to be processed");
    }
    return limit(job);
  };
}

// By default sharp also reads SVG, TIFF, PDF and more, each of them an attack surface.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadWebpBuffer",
  ],
});
// Several pictures are processed in parallel, each on one core.
sharp.concurrency(1);
sharp.cache(false);

/** 24 megapixels in all frames: enough for a phone's photo, too few for a decompression bomb. */
const maxPixels = 24e6;

/** Opens a JPEG, PNG, GIF or WebP with all frames, or the first, and its orientation applied; other formats fail when read. */
export function decodePicture(bytes: Uint8Array, animated = true): Sharp {
  return sharp(bytes, {
    animated,
    limitInputPixels: maxPixels,
    failOn: "error",
  }).autoOrient();
}

/** Accepted formats, recognized by content. */
export type PictureType = "jpeg" | "png" | "gif" | "webp";

/** `end` is the offset behind the last part; `scans` counts the passes of a progressive JPEG. */
type PictureFile = { type: PictureType; end: number; scans: number };

const signatures: [PictureType, (text: string) => boolean][] = [
  ["jpeg", (text) => text.startsWith("\xff\xd8\xff")],
  ["png", (text) => text.startsWith("\x89PNG\r\n\x1a\n")],
  ["gif", (text) => /^GIF8[79]a/.test(text)],
  ["webp", (text) => /^RIFF[\s\S]{4}WEBP/.test(text)],
];

/** The format by the first bytes; names and declared types are ignored. */
export function detectPictureType(bytes: Buffer): PictureType | undefined {
  const text = bytes.toString("latin1", 0, 12);
  return signatures.find(([, matches]) => matches(text))?.[0];
}

/** Walks through the parts of a file without decoding it; undefined when the end is missing. */
function readPictureFile(bytes: Buffer, type: PictureType): PictureFile | undefined {
  try {
    const file = walks[type](bytes);
    return file.end <= bytes.length ? { type, ...file } : undefined;
  } catch (error) {
    // A part declares a length beyond the end of the file.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Walk = (bytes: Buffer) => Omit<PictureFile, "type">;
const walks: Record<PictureType, Walk> = {
  jpeg: walkJpeg,
  png: walkPng,
  gif: walkGif,
  webp: walkWebp,
};

function walkPng(bytes: Buffer) {
  const chunkOverhead = 12;
  let at = 8;
  for (;;) {
    const end = at + chunkOverhead + bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return { end, scans: 1 };
    at = end;
  }
}

function walkWebp(bytes: Buffer) {
  const size = bytes.readUInt32LE(4);
  return { end: 8 + size + (size % 2), scans: 1 };
}

const gif = { image: 0x2c, extension: 0x21, trailer: 0x3b };

function walkGif(bytes: Buffer) {
  const colorTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colorTable(bytes.readUInt8(10));
  for (;;) {
    const kind = bytes.readUInt8(at);
    if (kind === gif.trailer) return { end: at + 1, scans: 1 };
    if (kind === gif.image) at = skipBlocks(bytes, at + 11 + colorTable(bytes.readUInt8(at + 9)));
    else if (kind === gif.extension) at = skipBlocks(bytes, at + 2);
    else throw new RangeError("not a GIF block");
  }
}

function skipBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1;
  return at + 1;
}

const jpeg = { prefix: 0xff, end: 0xd9, scan: 0xda };

function walkJpeg(bytes: Buffer) {
  let at = 2;
  let scans = 0;
  for (;;) {
    at = nextMarker(bytes, at);
    const marker = bytes.readUInt8(at + 1);
    if (marker === jpeg.end) return { end: at + 2, scans };
    if (marker === jpeg.scan) scans += 1;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}

/** Offset of the next marker. Within a scan, the prefix is also followed by zeros and restart markers. */
function nextMarker(bytes: Buffer, start: number): number {
  for (
    let at = bytes.indexOf(jpeg.prefix, start);
    at >= 0;
    at = bytes.indexOf(jpeg.prefix, at + 1)
  ) {
    const marker = bytes.readUInt8(at + 1);
    const isData = marker === 0 || marker === jpeg.prefix || (marker >= 0xd0 && marker <= 0xd7);
    if (!isData) return at;
  }
  throw new RangeError("no further marker");
}

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
/** The least sharpness of a picture at most `measuredSide` wide: sharp photos have 1 to 10, blurred ones 0.1 to 0.3. */
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
