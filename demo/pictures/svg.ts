/** From a sheet and its markup to one SVG document, and from there to bytes. */
import sharp, { type Sharp } from "sharp";
import type { Sheet } from "./sheet.ts";
import { spriteMarkup } from "./sprites.ts";

export type Picture = { width: number; height: number; sheet: Sheet; markup: string };

/** The whole document as text, sprites included. */
async function documentOf({ width, height, sheet, markup }: Picture): Promise<string> {
  const sprites = await Promise.all([...sheet.sprites].map(spriteMarkup));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${sheet.definitions.join("")}${sprites.join("")}</defs>${markup}</svg>`;
}

/** A decoder for the picture; the text may pass libxml's 10 MB limit because of its sprites. */
export async function rasterize(picture: Picture): Promise<Sharp> {
  return sharp(Buffer.from(await documentOf(picture)), { unlimited: true });
}
