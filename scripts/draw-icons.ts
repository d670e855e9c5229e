import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { logo } from "#demo/pictures/mark.ts";

/** Draws the shop's mark as the icons that browsers and phones ask for: `node scripts/draw-icons.ts`. */
const folder = new URL("../public/", import.meta.url);
const paper = "#ffffff";

await mkdir(folder, { recursive: true });
await Promise.all([
  save("favicon.svg", logo),
  draw(32, 0).then((picture) => save("favicon.ico", iconFile(picture, 32))),
  // Phones cut icons to their own shapes: a maskable one keeps its mark within the inner four fifths.
  draw(180, 0.12, paper).then((picture) => save("apple-touch-icon.png", picture)),
  draw(192, 0.04).then((picture) => save("icon-192.png", picture)),
  draw(512, 0.04).then((picture) => save("icon-512.png", picture)),
  draw(512, 0.2, paper).then((picture) => save("icon-maskable-512.png", picture)),
]);

/** The mark as a PNG of `size` pixels, `margin` of it free on every side. */
function draw(size: number, margin: number, background = "transparent"): Promise<Buffer> {
  const edge = Math.round(size * margin);
  const inner = size - 2 * edge;
  return sharp(Buffer.from(logo), { density: (72 * inner) / 100 })
    .resize(inner, inner)
    .extend({ top: edge, right: edge, bottom: edge, left: edge, background: "transparent" })
    .flatten(background === "transparent" ? false : { background })
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer();
}

/** A PNG in the container that old browsers look for at /favicon.ico. */
function iconFile(picture: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}

function save(name: string, contents: string | Buffer): Promise<void> {
  return writeFile(new URL(name, folder), contents);
}
