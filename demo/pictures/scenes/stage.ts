/** Where every picture is taken: a softly lit wall, a cold table, shadows, ice and drifting snow. */
import { mix } from "../color.ts";
import type { Tint } from "../palette.ts";
import { seededRandom } from "../random.ts";
import { ellipse, group, type Place, rect, ring, round, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { findSubject } from "../subjects/all.ts";

export type Stage = {
  width: number;
  height: number;
  horizon: number;
  lightX: number;
  lightY: number;
};

export function backdrop(
  sheet: Sheet,
  tint: Tint,
  { width, height, horizon, lightX, lightY }: Stage,
): string {
  const wall = sheet.radial(
    `0 ${tint.glow}, .5 ${mix(tint.glow, tint.wall, 0.55)}, 1 ${mix(tint.wall, tint.edge, 0.35)}`,
    lightX / width,
    lightY / height,
    0.75,
  );
  const floor = sheet.linear(
    `0 ${tint.table} 0, .5 ${tint.table} .85, 1 ${mix(tint.table, tint.glow, 0.25)}`,
  );
  const spot = sheet.radial(`0 ${tint.glow} .9, .5 ${tint.glow} .45, 1 ${tint.glow} 0`);
  const top = horizon - height * 0.12;
  return (
    rect(0, 0, width, height, wall) +
    rect(0, top, width, height - top, floor) +
    ellipse(
      lightX,
      horizon + (height - horizon) * 0.45,
      width * 0.5,
      (height - horizon) * 0.62,
      spot,
    )
  );
}

/** A soft shadow under something standing at (x, y). */
export function shadow(
  sheet: Sheet,
  tint: Tint,
  x: number,
  y: number,
  rx: number,
  ry: number,
  strength = 0.5,
): string {
  const fade = sheet.radial(
    `0 ${tint.shadow} ${strength}, .55 ${tint.shadow} ${round(strength * 0.45)}, 1 ${tint.shadow} 0`,
  );
  return ellipse(x, y, rx, ry, fade);
}

function flake(x: number, y: number, size: number, turn: number): string {
  const arm = "M0 0V-50M0 -24L-13 -36M0 -24L13 -36";
  const arms = ring(6, 0, 0, 0).map(({ angle }) =>
    group(`rotate(${angle})`, stroke(arm, "#fff", 7)),
  );
  return `<g opacity="0.7">${group(`translate(${x} ${y}) rotate(${turn}) scale(${size / 100})`, ...arms)}</g>`;
}

/** Snow in the air, sharp and out of focus. */
export function snowfall(
  sheet: Sheet,
  { width, height }: Stage,
  count: number,
  seed: string,
): string {
  const random = seededRandom(seed);
  const soft = sheet.radial("0 #fff .75, .6 #fff .3, 1 #fff 0");
  return Array.from({ length: count }, (_, index) => {
    const [x, y] = [round(random() * width), round(random() * height * 0.86)];
    if (index % 5 === 0) return flake(x, y, round(22 + random() * 22), round(random() * 60));
    const r = round(3 + random() * (index % 4 === 1 ? 20 : 7));
    return ellipse(x, y, r, r, soft);
  }).join("");
}

/** An ice cube on the table with its own light shadow. */
export function iceCube(sheet: Sheet, tint: Tint, { x, y, size, rotate }: Place): string {
  return (
    shadow(sheet, tint, x + size * 0.06, y + size * 0.42, size * 0.6, size * 0.15, 0.42) +
    sheet.sprite("gelo", { x, y, size, rotate })
  );
}

/** Something lying on the table, its lowest point at `y`. */
export function lying(
  sheet: Sheet,
  tint: Tint,
  subject: string,
  piece: "whole" | "cut",
  { x, y, size, rotate }: Place,
): string {
  const { whole, cut } = findSubject(subject);
  const { foot = 96 } = (piece === "cut" ? cut : whole) ?? whole;
  return (
    shadow(sheet, tint, x + size * 0.05, y - size * 0.02, size * 0.52, size * 0.11, 0.55) +
    sheet.sprite(subject, { piece, x, y: y - (size * (foot - 50)) / 100, size, rotate })
  );
}
