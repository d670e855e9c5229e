import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import { decodePicture } from "./clean-picture.ts";
import { createFolderStore } from "./media-store.ts";
import { createPictures } from "./pictures.ts";

const folder = await mkdtemp(path.join(tmpdir(), "pomar-pictures-"));
afterAll(() => rm(folder, { recursive: true }));
const originals = createFolderStore(path.join(folder, "media"));
const variants = createFolderStore(path.join(folder, "variants"));
const pictures = createPictures(originals, variants);
const name = "product-images/public/caju.jpg";

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "orange" } });

describe("a picture", () => {
  test("is scaled down, never up, in the requested format", async () => {
    await originals.write(name, await blank(700, 350).jpeg().toBuffer());
    const small = await pictures.variant(name, 320, "webp");
    const large = await pictures.variant(name, 1280, "original");
    expect(small?.type).toBe("image/webp");
    expect(await sharp(small?.bytes).metadata()).toMatchObject({ width: 320, height: 160 });
    expect(large?.type).toBe("image/jpeg");
    expect(await sharp(large?.bytes).metadata()).toMatchObject({ width: 700, format: "jpeg" });
    const avif = await pictures.variant(name, 160, "avif");
    expect(avif?.type).toBe("image/avif");
    expect(avif?.bytes.subarray(4, 12).toString()).toBe("ftypavif");
  });

  test("is created once and stored", async () => {
    await originals.write(name, await blank(700, 350).jpeg().toBuffer());
    const read = vi.spyOn(originals, "read");
    const first = await pictures.variant(name, 480, "webp");
    const again = await pictures.variant(name, 480, "webp");
    expect(again).toEqual(first);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test("stays animated in every format", async () => {
    const frames = await Promise.all(
      ["red", "lime"].map((background) =>
        sharp({ create: { width: 700, height: 350, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = sharp(frames, { join: { animated: true } }).gif();
    await originals.write("site-assets/onda.gif", await animation.toBuffer());
    for (const [format, type] of [
      ["original", "image/gif"],
      ["webp", "image/webp"],
      ["avif", "image/webp"],
    ] as const) {
      const small = await pictures.variant("site-assets/onda.gif", 320, format);
      expect(small?.type).toBe(type);
      const metadata = await sharp(small?.bytes).metadata();
      expect(metadata).toMatchObject({ width: 320, height: 160, pages: 2 });
    }
  });

  test("is served as stored without a width", async () => {
    const bytes = await blank(10, 10).png().toBuffer();
    await originals.write("site-assets/logo.png", bytes);
    expect(await pictures.original("site-assets/logo.png")).toEqual({ bytes, type: "image/png" });
  });

  test("is undefined when it is missing or has another extension", async () => {
    await originals.write("site-assets/notes.txt", Buffer.from("x"));
    expect(await pictures.original("site-assets/nada.png")).toBeUndefined();
    expect(await pictures.variant("site-assets/nada.png", 320, "avif")).toBeUndefined();
    expect(await pictures.original("site-assets/notes.txt")).toBeUndefined();
    expect(await pictures.variant("site-assets/notes.txt", 320, "avif")).toBeUndefined();
  });
});

test("removing a picture removes its variants only", async () => {
  const files = ["goods/caju.png", "goods/caju.png.png"];
  for (const file of files) {
    await pictures.store(file, await blank(400, 400).png().toBuffer());
    await pictures.variant(file, 160, "avif");
    await pictures.variant(file, 320, "original");
  }
  const other = await pictures.variant("goods/caju.png.png", 160, "avif");
  await pictures.remove("goods/caju.png");
  expect(await pictures.list("goods")).toEqual(["goods/caju.png.png"]);
  expect(await pictures.variant("goods/caju.png", 160, "avif")).toBeUndefined();
  expect((await variants.list("v2")).filter((key) => key.startsWith("v2/goods/caju.png/"))).toEqual(
    [],
  );
  expect(other?.type).toBe("image/avif");
  expect(await pictures.variant("goods/caju.png.png", 160, "avif")).toEqual(other);
});

describe("decoding rejects", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`;

  test.each([
    ["SVG", async () => Buffer.from(svg)],
    ["TIFF", () => blankUnblocked("tiff")],
    ["AVIF", () => blankUnblocked("avif")],
    ["text", async () => Buffer.from("not a picture")],
    ["a cut-off file", async () => (await blank(800, 800).jpeg().toBuffer()).subarray(0, 900)],
    ["25 megapixels", () => blank(5000, 5000).png().toBuffer()],
  ])("%s", async (_what, make) => {
    await expect(
      decodePicture(await make())
        .raw()
        .toBuffer(),
    ).rejects.toThrow();
  });

  test("and accepts JPEG, PNG, GIF and WebP", async () => {
    for (const format of ["jpeg", "png", "gif", "webp"] as const) {
      const bytes = await blank(20, 10).toFormat(format).toBuffer();
      expect((await decodePicture(bytes).metadata()).format).toBe(format);
    }
  });
});

function blankUnblocked(format: "tiff" | "avif"): Promise<Buffer> {
  return blank(20, 10).toFormat(format).toBuffer();
}
