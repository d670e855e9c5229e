import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { cleanPicture, maxQueuedPictures, PictureQueueFull } from "./clean-picture.ts";

const formats = ["jpeg", "png", "gif", "webp"] as const;

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "orange" } });

/** Noise, so that the file is as large as a photo's. */
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "gray",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });

const sample = (format: (typeof formats)[number]) => noise(300, 200).toFormat(format).toBuffer();

async function rejectionOf(bytes: Buffer): Promise<string> {
  const cleaned = await cleanPicture(bytes);
  return cleaned.ok ? "none" : cleaned.reason;
}

async function clean(bytes: Buffer) {
  const cleaned = await cleanPicture(bytes);
  if (!cleaned.ok) throw new Error(cleaned.reason);
  return { ...cleaned, metadata: await sharp(cleaned.bytes).metadata() };
}

describe("a picture is stored", () => {
  test.each(formats)("in its own format, %s", async (format) => {
    const { type, metadata } = await clean(await sample(format));
    expect(type).toBe(format);
    expect(metadata).toMatchObject({ format, width: 300, height: 200 });
  });

  test("upright, without place and date", async () => {
    const taken = { IFD0: { Orientation: "6", Copyright: "Ana" }, IFD3: { GPSLatitude: "23/1" } };
    const photo = await noise(300, 200)
      .withExif(taken)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await sharp(photo).metadata()).toMatchObject({
      orientation: 6,
      exif: expect.any(Buffer),
    });
    const { metadata } = await clean(photo);
    expect(metadata).toMatchObject({ width: 200, height: 300 });
    expect([metadata.exif, metadata.orientation, metadata.icc]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("no larger than the largest display size", async () => {
    const { metadata } = await clean(await blank(4000, 1000).webp().toBuffer());
    expect(metadata).toMatchObject({ width: 2560, height: 640 });
  });

  test("with its transparency", async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const logo = sharp({ create: { width: 20, height: 20, channels: 4, background: clear } });
    for (const format of ["png", "webp", "gif"] as const) {
      const { metadata } = await clean(await logo.toFormat(format).toBuffer());
      expect(metadata.hasAlpha).toBe(true);
    }
  });

  test.each(["gif", "webp"] as const)("with all frames of an animated %s", async (format) => {
    const frames = await Promise.all(
      ["red", "lime", "blue"].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(3);
    const { metadata } = await clean(animation);
    expect(metadata).toMatchObject({ format, width: 40, height: 30, pages: 3 });
  });

  test.each([
    ["zeros", Buffer.alloc(64)],
    ["a preview", Buffer.from("\xff\xd8\xff\xe0preview", "latin1")],
    ["a short film", Buffer.from("\0\0\0\x18ftypmp42film", "latin1")],
    ["a phone's data", Buffer.from("\0\0dataSEFT", "latin1")],
  ])("without %s that a camera appended", async (_what, tail) => {
    const { bytes } = await clean(Buffer.concat([await sample("jpeg"), tail]));
    expect(bytes.includes(tail)).toBe(false);
  });
});

describe("a rejected file", () => {
  test.each([
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["a PDF", "%PDF-1.7\n"],
    ["a program", "MZ\x90\0"],
    ["a film", "\0\0\0\x18ftypmp42"],
    ["an AVIF", "\0\0\0\x20ftypavif"],
    ["an empty file", ""],
  ])("%s is not a picture", async (_what, text) => {
    expect(await rejectionOf(Buffer.from(text, "latin1"))).toBe("unknown-type");
  });

  test.each(formats)("a truncated %s is damaged", async (format) => {
    const complete = await sample(format);
    for (const share of [0.05, 0.3, 0.6, 0.9, 0.99]) {
      const part = complete.subarray(0, Math.floor(complete.length * share));
      expect(await rejectionOf(part)).toBe("damaged");
    }
    expect(await rejectionOf(complete.subarray(0, complete.length - 1))).toBe("damaged");
  });

  test("a signature without a picture is rejected", async () => {
    const signatures = ["\xff\xd8\xff\xe0", "\x89PNG\r\n\x1a\n", "GIF89a", "RIFF\x10\0\0\0WEBP"];
    for (const signature of signatures) {
      for (const length of [0, 30, 4000]) {
        const bytes = Buffer.concat([Buffer.from(signature, "latin1"), Buffer.alloc(length, 0x41)]);
        expect(["damaged", "not-only-a-picture"]).toContain(await rejectionOf(bytes));
      }
    }
  });

  const scripts = "<script>alert(document.cookie)</script>";

  test.each(formats)("a %s with appended content is not only a picture", async (format) => {
    for (const tail of [scripts, "PK\x03\x04archive", "%PDF-1.7", "x"]) {
      const bytes = Buffer.concat([await sample(format), Buffer.from(tail, "latin1")]);
      expect(await rejectionOf(bytes)).toBe("not-only-a-picture");
    }
  });

  test("a picture that contains a script is not only a picture", async () => {
    const jpeg = await sample("jpeg");
    const comment = Buffer.from(
      `\xff\xfe\0${String.fromCharCode(scripts.length + 2)}${scripts}`,
      "latin1",
    );
    const inJpeg = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    expect((await sharp(inJpeg).metadata()).format).toBe("jpeg");
    expect(await rejectionOf(inJpeg)).toBe("not-only-a-picture");
    const png = await sample("png");
    const inPng = withChunk(png, "tEXt", Buffer.from("Comment\0<?php system($_GET[0]); ?>"));
    expect(await rejectionOf(inPng)).toBe("not-only-a-picture");
  });

  test("a GIF that is also a script is damaged", async () => {
    const bytes = Buffer.from(`GIF89a/*${"\0".repeat(20)}*/=1;alert(1)//;`, "latin1");
    expect(await rejectionOf(bytes)).toBe("damaged");
  });

  test("more than 24 megapixels are too many in a file of any size", async () => {
    const picture = await blank(5000, 5000).png({ compressionLevel: 9 }).toBuffer();
    expect(picture.length).toBeLessThan(200_000);
    expect(await rejectionOf(picture)).toBe("too-many-pixels");
    const claims = withSize(await sample("png"), 60_000, 60_000);
    expect(await rejectionOf(claims)).toBe("too-many-pixels");
    const frame = await blank(5000, 5000).gif().toBuffer();
    expect(await rejectionOf(frame)).toBe("too-many-pixels");
  });

  test.each([
    [1, 23_000_000],
    [20_000, 1000],
  ])("a picture of %i × %i pixels is rejected", async (width, height) => {
    const picture = blackPng(width, height);
    expect(await sharp(picture, { limitInputPixels: false }).metadata()).toMatchObject({
      width,
      height,
    });
    expect(await rejectionOf(picture)).toBe("too-many-pixels");
  });

  test("hundreds of passes over a large picture are rejected", async () => {
    const picture = await blank(4900, 4800).jpeg({ progressive: true }).toBuffer();
    expect(await rejectionOf(repeatLastScan(picture, 300))).toBe("too-many-pixels");
  });
});

test("one picture more than the queue holds is rejected, and later ones are accepted", async () => {
  const picture = await sample("png");
  const waiting = Array.from({ length: 1 + maxQueuedPictures }, () => cleanPicture(picture));
  await expect(cleanPicture(picture)).rejects.toThrow(PictureQueueFull);
  for (const { ok } of await Promise.all(waiting)) expect(ok).toBe(true);
  expect((await cleanPicture(picture)).ok).toBe(true);
});

test("compressed comments and profiles are never decompressed", async () => {
  const compressed = deflateSync(Buffer.alloc(400 * 2 ** 20), { level: 9 });
  const before = process.memoryUsage().rss;
  const png = await sample("png");
  for (const [type, head] of [
    ["zTXt", "Comment\0\0"],
    ["iCCP", "Profile\0\0"],
    ["iTXt", "Comment\0\x01\0\0\0"],
  ] as const) {
    const bomb = withChunk(png, type, Buffer.concat([Buffer.from(head, "latin1"), compressed]));
    const cleaned = await cleanPicture(bomb);
    if (cleaned.ok) expect(cleaned.bytes.length).toBeLessThan(png.length * 2);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 2 ** 20);
  }
});

test("a photo of 24 megapixels takes less than 150 MB", { tags: ["nightly"] }, async () => {
  const photo = await noise(5600, 4200)
    .jpeg({ quality: 60 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const before = process.memoryUsage().rss;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - before);
  }, 5);
  const { metadata } = await clean(photo);
  clearInterval(watch);
  expect(metadata).toMatchObject({ width: 1920, height: 2560 });
  expect(peak).toBeLessThan(150 * 2 ** 20);
});

/** A PNG with a bit for each pixel: sharp takes 15 s for 23,000,000 rows. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows, { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The PNG with another chunk after its header. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The PNG with another declared size. */
function withSize(png: Buffer, width: number, height: number): Buffer {
  const claims = Buffer.from(png);
  claims.writeUInt32BE(width, 16);
  claims.writeUInt32BE(height, 20);
  claims.writeUInt32BE(crc32(claims.subarray(12, 29)), 29);
  return claims;
}

function repeatLastScan(jpeg: Buffer, times: number): Buffer {
  const start = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(start, jpeg.length - 2);
  const repeated = Array.from({ length: times }, () => scan);
  return Buffer.concat([jpeg.subarray(0, start), ...repeated, jpeg.subarray(-2)]);
}
