/** What is printed on packs: brand, name, tagline, weight and the fruit itself. */
import { brand } from "../mark.ts";
import { ellipse, path, places, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { piece } from "./piece.ts";
import { fittingSize, text, textWidth } from "../text.ts";
import type { Content } from "./pack.ts";

/** Names of two words and more than nine letters take two lines. */
function nameLines(name: string): string[] {
  if (name.length < 10 || !name.includes(" ")) return [name];
  const words = name.split(" ");
  const cut = words.length > 2 ? words.length - 1 : 1;
  return [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
}

export type Column = { x: number; width: number; top: number; ink: string; hole: string };

/** Brand, name and tagline centred in one column, from `top` down. */
export function printWords(content: Content, { x, width, top, ink, hole }: Column): string {
  const { label, tagline } = content.art;
  const lines = nameLines(label);
  const wish = width * (lines.length > 1 ? 0.21 : 0.31);
  const size = Math.min(...lines.map((line) => fittingSize(line, wish, width, 800, -12)));
  const first = top + width * 0.12 + size * 0.88;
  const names = lines.map((line, index) =>
    text(line, { x, y: first + index * size * 0.94, size, fill: ink, tracking: -12 }),
  );
  const small = width * 0.088;
  const under = first + (lines.length - 1) * size * 0.94 + size * 0.16 + small * 1.28;
  return [
    brand({ x, y: top + width * 0.075, size: width * 0.1, ink, hole }),
    ...names,
    tagline
      ? text(tagline, { x, y: under, size: small, maxWidth: width, fill: ink, weight: 500 })
      : "",
  ].join("");
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
  if (!weight) return "";
  const width = textWidth(weight, size, 700) + size * 1.2;
  return (
    rect(x - width / 2, y - size * 0.85, width, size * 1.7, fill, size * 0.85) +
    text(weight, { x, y: y + size * 0.35, size, fill: ink, weight: 700 })
  );
}

/** The fruit as the printer shows it, before a pale sun: whole behind, cut or its companion in front. Smaller under a long name. */
export function printFruit(
  sheet: Sheet,
  { art, palette, look, category }: Content,
  x: number,
  middle: number,
  room: number,
): string {
  const crowded = nameLines(art.label).length > 1;
  const size = crowded ? room * 0.84 : room;
  const y = crowded ? middle + room * 0.1 : middle;
  const sun = sheet.radial(`0 ${palette.light} .95, .6 ${palette.light} .5, 1 ${palette.light} 0`);
  const kinds = look.print ?? [
    `${art.subject}:whole`,
    art.companion ? `${art.companion}:whole` : `${art.subject}:cut`,
  ];
  const solo = kinds.length === 1;
  const spots = solo
    ? [{ x, y, size: size * 0.94, rotate: -4 }]
    : kinds.length > 2
      ? [
          { x: x - size * 0.42, y: y - size * 0.02, size: size * 0.6, rotate: -8 },
          { x: x + size * 0.42, y: y, size: size * 0.56, rotate: 8 },
          { x: x + size * 0.02, y: y - size * 0.12, size: size * 0.62, rotate: 0 },
          { x: x + size * 0.02, y: y + size * 0.2, size: size * 0.5, rotate: -4 },
        ]
      : [
          { x: x - size * 0.13, y: y - size * 0.02, size: size * 0.86, rotate: -8 },
          { x: x + size * 0.27, y: y + size * 0.17, size: size * 0.6, rotate: 8 },
        ];
  const ordered = kinds.length > 2 ? [2, 0, 1, 3] : kinds.map((_, i) => i);
  return [
    ellipse(x, y, size * 0.78, size * 0.78, sun),
    category === "pescados"
      ? ""
      : sheet.sprite(art.subject, {
          piece: "leaf",
          x: x + size * 0.36,
          y: y - size * 0.2,
          size: size * 0.38,
          rotate: -24,
        }),
    ...ordered.map((i) =>
      kinds[i] ? piece(sheet, kinds[i] ?? "", spots[i] ?? { x, y, size: 0 }) : "",
    ),
  ].join("");
}

/** Snow drifting along the foot of a pack. */
export function printSnow(width: number, height: number, top: number): string {
  const drift = `M0 ${top + 30}C${width * 0.18} ${top - 26} ${width * 0.36} ${top - 10} ${width * 0.54} ${top + 22}S${width * 0.86} ${top + 34} ${width} ${top - 14}V${height}H0Z`;
  const flakes = places(".1 -46 5, .24 -74 3.4, .83 -62 5, .92 -104 3.4, .06 -120 3, .72 -34 3");
  return (
    path(drift, "#ffffff") +
    flakes
      .map(({ x, y, size }) => ellipse(width * x, top + y, size, size, "#fff", 'opacity="0.85"'))
      .join("")
  );
}
