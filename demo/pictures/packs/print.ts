/** What is printed on packs: brand, name, tagline, weight and the fruit itself. */
import { brand } from "../mark.ts";
import { circle, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { fittingSize, text, textWidth } from "../text.ts";
import type { Content } from "./pack.ts";

/** Long names break at their last space before the middle. */
function nameLines(name: string): string[] {
  if (name.length < 10 || !name.includes(" ")) return [name];
  const words = name.split(" ");
  const cut = words.length > 2 && (words[0]?.length ?? 0) < 5 ? 2 : 1;
  return [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
}

export type Column = {
  x: number;
  width: number;
  top: number;
  ink: string;
  hole: string;
  align?: "middle" | "start";
};

/** Brand, name and tagline set in one column, from `top` down. Returns the markup and where it ends. */
export function printWords(
  content: Content,
  { x, width, top, ink, hole }: Column,
): { markup: string; bottom: number } {
  const lines = nameLines(content.art.label);
  const wish = width * (lines.length > 1 ? 0.23 : 0.31);
  const size = Math.min(...lines.map((line) => fittingSize(line, wish, width, 800, -12)));
  const small = width * 0.084;
  const first = top + width * 0.13 + size * 0.86;
  const names = lines.map((line, index) =>
    text(line, { x, y: first + index * size * 0.92, size, fill: ink, tracking: -12 }),
  );
  const end = first + (lines.length - 1) * size * 0.92;
  const tagline = content.art.tagline
    ? text(content.art.tagline, {
        x,
        y: end + small * 1.5,
        size: small,
        maxWidth: width,
        fill: ink,
        weight: 500,
        opacity: 0.92,
      })
    : "";
  return {
    markup: brand(x, top + width * 0.075, width * 0.1, ink, hole) + names.join("") + tagline,
    bottom: end + small * 2,
  };
}

/** The net weight in a pill, centred on (x, y). */
export function printWeight(
  weight: string,
  x: number,
  y: number,
  size: number,
  fill: string,
  ink: string,
): string {
  const width = textWidth(weight, size, 700) + size * 1.2;
  return (
    rect(x - width / 2, y - size * 0.85, width, size * 1.7, fill, size * 0.85) +
    text(weight, { x, y: y + size * 0.35, size, fill: ink, weight: 700 })
  );
}

/** The fruit as the printer shows it: whole behind, cut in front, with its companion. */
export function printFruit(
  sheet: Sheet,
  { art }: Content,
  x: number,
  y: number,
  size: number,
): string {
  const front = art.companion
    ? sheet.sprite(art.companion, {
        piece: "whole",
        x: x + size * 0.27,
        y: y + size * 0.16,
        size: size * 0.62,
        rotate: 6,
      })
    : sheet.sprite(art.subject, {
        piece: "cut",
        x: x + size * 0.27,
        y: y + size * 0.17,
        size: size * 0.6,
        rotate: 10,
      });
  return (
    sheet.sprite(art.subject, {
      piece: "leaf",
      x: x + size * 0.34,
      y: y - size * 0.22,
      size: size * 0.4,
      rotate: -24,
    }) +
    sheet.sprite(art.subject, {
      x: x - size * 0.13,
      y: y - size * 0.02,
      size: size * 0.86,
      rotate: -8,
    }) +
    front
  );
}

/** Snow drifting along the foot of a pack. */
export function printSnow(width: number, height: number, top: number, color: string): string {
  const drift = `M0 ${top + 30}C${width * 0.18} ${top - 26} ${width * 0.36} ${top - 10} ${width * 0.54} ${top + 22}S${width * 0.86} ${top + 34} ${width} ${top - 14}V${height}H0Z`;
  const flakes = [
    [0.1, -46, 5],
    [0.24, -74, 3.4],
    [0.83, -62, 5],
    [0.92, -104, 3.4],
    [0.06, -120, 3],
    [0.72, -34, 3],
  ].map(([share = 0, rise = 0, r = 0]) =>
    circle(width * share, top + rise, r, color, 'opacity="0.85"'),
  );
  return path(drift, color) + flakes.join("");
}
