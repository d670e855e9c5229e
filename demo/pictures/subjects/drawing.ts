import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { group, path, round, stroke } from "../shapes.ts";

/** Flat artwork in a box of 100 by 100 units; `depth` says how rounded the light makes it (2 a slice, 7 a ball). */
export type Drawing = {
  art: string;
  depth: number;
  /** Where it touches what it lies on, if not near the bottom of the box. */
  foot?: number;
};

export type Piece = "whole" | "cut" | "leaf";

export type Subject = {
  whole: Drawing;
  cut?: Drawing;
  leaf?: Drawing;
  /** The pieces that lie loose in a bag; cut ones when not said. */
  loose?: Piece[];
  /** Longer than high, as a fish is. */
  long?: boolean;
};

export const plump = (...art: string[]): Drawing => ({ art: art.join(""), depth: 6 });
export const slim = (...art: string[]): Drawing => ({ art: art.join(""), depth: 3.5 });
export const footed = (foot: number, drawing: Drawing): Drawing => ({ ...drawing, foot });
export const flat = (...art: string[]): Drawing => ({ art: art.join(""), depth: 1.8 });

type IconFile = { icons: Record<string, { body: string }> };

const icons: IconFile = JSON.parse(
  readFileSync(
    fileURLToPath(import.meta.resolve("@iconify-json/fluent-emoji-flat/icons.json")),
    "utf8",
  ),
);

/**
 * A drawing of Fluent Emoji (flat), © Microsoft Corporation, MIT licence, through
 * `@iconify-json/fluent-emoji-flat`, with some of its colours exchanged.
 */
export function fluent(name: string, colors: Record<string, string> = {}): string {
  const icon = icons.icons[name];
  if (!icon) throw new Error(`fluent-emoji-flat has no drawing "${name}"`);
  const body = Object.entries(colors).reduce(
    (markup, [from, to]) => markup.replaceAll(from, to),
    icon.body,
  );
  return group("scale(3.125)", body);
}

/** A leaf growing from (x, y) in the direction of `angle` degrees. */
export function leaf(
  x: number,
  y: number,
  length: number,
  angle: number,
  color = "#3f9b35",
  vein = "#2c7628",
): string {
  const bulge = round(length * 0.36);
  const outline = `M0 0C${round(length * 0.25)} ${-bulge} ${round(length * 0.7)} ${-bulge} ${length} 0C${round(length * 0.7)} ${bulge} ${round(length * 0.25)} ${bulge} 0 0Z`;
  const veins = [0.3, 0.5, 0.7]
    .map(
      (at) =>
        `M${round(length * at)} 0l${round(length * 0.13)} ${round(-bulge * 0.5)}M${round(length * at)} 0l${round(length * 0.13)} ${round(bulge * 0.5)}`,
    )
    .join("");
  return group(
    `translate(${x} ${y}) rotate(${angle})`,
    path(outline, color),
    stroke(`M0 0H${round(length * 0.92)}${veins}`, vein, round(length * 0.035)),
  );
}

/** The shine a wet, round thing has at its upper left. */
export const shine = (cx: number, cy: number, r: number, strength = 0.55) =>
  group(
    `translate(${round(cx - r * 0.38)} ${round(cy - r * 0.42)}) rotate(-38)`,
    `<ellipse rx="${round(r * 0.3)}" ry="${round(r * 0.17)}" fill="#fff" opacity="${strength}"/>`,
  );
