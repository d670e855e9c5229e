import sharp, { type Sharp } from "sharp";

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

/** Opens a JPEG, PNG, GIF or WebP with all frames and its orientation applied; other formats fail when read. */
export function decodePicture(bytes: Uint8Array): Sharp {
  return sharp(bytes, {
    animated: true,
    limitInputPixels: maxPixels,
    failOn: "error",
  }).autoOrient();
}

/** Accepted formats, recognized by content. */
export type PictureType = "jpeg" | "png" | "gif" | "webp";

/** `end` is the offset behind the last part; `scans` counts the passes of a progressive JPEG. */
export type PictureFile = { type: PictureType; end: number; scans: number };

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
export function readPictureFile(bytes: Buffer, type: PictureType): PictureFile | undefined {
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
