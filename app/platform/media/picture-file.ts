/** The kinds of files that are taken for pictures, by what they contain. */
export type PictureType = "jpeg" | "png" | "gif" | "webp";

/** A picture file as its own structure tells: where it ends, and in how many passes it is drawn. */
export type PictureFile = { type: PictureType; end: number; scans: number };

const beginnings: [PictureType, (text: string) => boolean][] = [
  ["jpeg", (text) => text.startsWith("\xff\xd8\xff")],
  ["png", (text) => text.startsWith("\x89PNG\r\n\x1a\n")],
  ["gif", (text) => /^GIF8[79]a/.test(text)],
  ["webp", (text) => /^RIFF[\s\S]{4}WEBP/.test(text)],
];

/** What begins like a picture; names and declared types count for nothing. */
export function pictureTypeOf(bytes: Buffer): PictureType | undefined {
  const text = bytes.toString("latin1", 0, 12);
  return beginnings.find(([, fits]) => fits(text))?.[0];
}

/** Walks through the parts of a picture file to its end, without decoding it; undefined when the end does not come. */
export function readPictureFile(bytes: Buffer, type: PictureType): PictureFile | undefined {
  try {
    const file = walks[type](bytes);
    return file.end <= bytes.length ? { type, ...file } : undefined;
  } catch (error) {
    // A part that says it is longer than the file leads beyond it.
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
  const frame = 12;
  let at = 8;
  for (;;) {
    const end = at + frame + bytes.readUInt32BE(at);
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
    else throw new RangeError("no part of a GIF");
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

/** Where the next marker stands: within a scan zeros and restarts follow the prefix as well, and are none. */
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
