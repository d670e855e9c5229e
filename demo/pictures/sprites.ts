/**
 * Sprites: each drawing is given volume, light and, when frozen, frost by filters once, kept as a bitmap
 * and then placed many times. The filters would be far too slow for every place a fruit appears.
 */
import sharp from "sharp";
import { findSubject } from "./subjects/all.ts";
import type { Piece } from "./subjects/drawing.ts";

export type Finish = "fresh" | "frozen" | "grilled";
export type SpriteName = `${string}:${Piece}:${Finish}`;

/** Side of a sprite in pixels; the drawing's 100 units lie inside a margin of 10. */
const SIDE = 500;

export const spriteName = (subject: string, piece: Piece, finish: Finish): SpriteName =>
  `${subject}:${piece}:${finish}`;

const tint = (id: string, gain: number, lift: number) =>
  `<feColorMatrix in="SourceGraphic" type="matrix" values="${gain} 0 0 0 ${lift} 0 ${gain} 0 0 ${lift} 0 0 ${gain} 0 ${lift} 0 0 0 1 0" result="${id}"/>`;

const rim = (id: string, color: string, dx: number, dy: number) => `
  <feOffset in="soft" dx="${dx}" dy="${dy}" result="${id}-at"/>
  <feComposite in="SourceAlpha" in2="${id}-at" operator="out" result="${id}-rim"/>
  <feComposite in="${color}" in2="${id}-rim" operator="in" result="${id}"/>`;

/** What a finish lays over the lit drawing, as the filter result "over". */
const overlays: Record<Finish, string> = {
  fresh: "",
  /** Powder, thickest on top. */
  frozen: `
  <feTurbulence type="fractalNoise" baseFrequency="0.22" numOctaves="3" seed="7" result="noise"/>
  <feColorMatrix in="noise" type="matrix" values="0 0 0 0 0.94 0 0 0 0 0.98 0 0 0 0 1 2.2 0 0 0 -0.98" result="powder"/>
  <feOffset in="soft" dx="2" dy="9" result="cap-at"/>
  <feComposite in="SourceAlpha" in2="cap-at" operator="arithmetic" k1="0" k2="1" k3="-0.8" k4="0" result="cap"/>
  <feComposite in="powder" in2="cap" operator="in" result="capped"/>
  <feComposite in="capped" in2="SourceAlpha" operator="in" result="over"/>`,
  /** Golden with darker blotches. */
  grilled: `
  <feFlood flood-color="#e8962e" flood-opacity="0.4" result="gold"/>
  <feTurbulence type="fractalNoise" baseFrequency="0.03" numOctaves="1" seed="4" result="noise"/>
  <feColorMatrix in="noise" type="matrix" values="0 0 0 0 0.62 0 0 0 0 0.32 0 0 0 0 0.08 1.5 0 0 0 -0.62" result="brown"/>
  <feMerge result="roast"><feMergeNode in="gold"/><feMergeNode in="brown"/></feMerge>
  <feComposite in="roast" in2="SourceAlpha" operator="in" result="over"/>`,
};

/** Light from the upper left: a darker crescent below, a lighter one above, a small soft shine. */
function volumeFilter(depth: number, finish: Finish): string {
  return `<filter id="volume" filterUnits="userSpaceOnUse" x="-10" y="-10" width="120" height="120" color-interpolation-filters="sRGB">
  <feGaussianBlur in="SourceAlpha" stdDeviation="${depth}" result="soft"/>
  ${tint("darker", 0.62, -0.02)}${tint("lighter", 1.02, 0.16)}
  ${rim("shade", "darker", -depth * 0.9, -depth * 1.2)}${rim("light", "lighter", depth * 0.7, depth * 0.9)}
  <feSpecularLighting in="soft" surfaceScale="${depth}" specularConstant="0.5" specularExponent="22" lighting-color="#ffffff" result="shine-raw">
    <feDistantLight azimuth="235" elevation="52"/></feSpecularLighting>
  <feComposite in="shine-raw" in2="SourceAlpha" operator="in" result="shine"/>
  ${overlays[finish]}
  <feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="shade"/><feMergeNode in="light"/><feMergeNode in="shine"/>
  ${overlays[finish] && '<feMergeNode in="over"/>'}</feMerge></filter>`;
}

async function renderSprite(name: SpriteName): Promise<string> {
  const [subject = "", piece, finish] = name.split(":") as [string, Piece, Finish];
  const drawings = findSubject(subject);
  const drawing =
    (piece === "cut" ? drawings.cut : piece === "leaf" ? drawings.leaf : undefined) ??
    drawings.whole;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="-10 -10 120 120">
    ${volumeFilter(drawing.depth, finish)}<g filter="url(#volume)">${drawing.art}</g></svg>`;
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  return `<image id="${name}" x="-60" y="-60" width="120" height="120" href="data:image/png;base64,${png.toString("base64")}"/>`;
}

const kept = new Map<SpriteName, Promise<string>>();

/** The sprite as an `<image>` definition of 120 units around its centre, rendered the first time it is asked for. */
export function spriteMarkup(name: SpriteName): Promise<string> {
  const known = kept.get(name);
  if (known) return known;
  const rendering = renderSprite(name);
  kept.set(name, rendering);
  return rendering;
}
