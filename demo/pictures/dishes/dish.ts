import type { DemoRecipe } from "#demo/types.ts";
import { darken } from "../color.ts";
import { ellipse, group, type Place, path, places, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Finish } from "../sprites.ts";
import type { Piece } from "../subjects/drawing.ts";

export type RecipeArt = DemoRecipe["art"];

/** A dish draws itself from its upper left corner and stands on its lower edge. */
export type Dish = { width: number; height: number; draw(sheet: Sheet, art: RecipeArt): string };

/** The drawings of what goes with the main thing; ice has its own places. */
export const company = (art: RecipeArt) => art.companions.filter((kind) => kind !== "gelo");

/** Something lying on food of the given colour, with the shade it throws there. */
export function garnish(
  sheet: Sheet,
  color: string,
  subject: string,
  { x, y, size, rotate }: Place,
  piece: Piece = "cut",
  finish: Finish = "fresh",
): string {
  return (
    ellipse(
      x + 4,
      y + size * 0.34,
      size * 0.42,
      size * 0.11,
      darken(color, 0.55),
      'opacity="0.38"',
    ) + sheet.sprite(subject, { piece, finish, x, y, size, rotate })
  );
}

/** Lays the kinds one after the other into the spots. */
export function heap(
  sheet: Sheet,
  color: string,
  kinds: string[],
  spots: Place[],
  piece?: Piece,
  finish?: Finish,
): string {
  return spots
    .map((spot, index) =>
      garnish(sheet, color, kinds[index % kinds.length] ?? "", spot, piece, finish),
    )
    .join("");
}

/** Leaves of mint or parsley scattered over. */
export const leaves = (sheet: Sheet, spots: Place[]) =>
  spots
    .map((spot, index) =>
      sheet.sprite("hortela", {
        ...spot,
        piece: "leaf",
        size: spot.size || 54,
        rotate: index * 61,
      }),
    )
    .join("");

/** Steam rising from (x, y), the foot of its middle wisp. */
export function steam(sheet: Sheet, x: number, y: number): string {
  const fade = sheet.linear("0 #fff 0, .4 #fff .75, 1 #fff 0");
  const wisp =
    "M0 0C-44 -60 40 -110 0 -180C-30 -240 26 -270 6 -320C46 -270 0 -240 30 -180C66 -110 -16 -60 22 0Z";
  return places("-130 10 90 0, 0 0 110 0, 126 14 84 0")
    .map((spot) =>
      group(`translate(${x + spot.x} ${y + spot.y}) scale(${spot.size / 100})`, path(wisp, fade)),
    )
    .join("");
}

/** A clear vessel's light: bright at the left edge, a thin line at the right. */
export function glassLight(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const light = sheet.linear(
    "0 #0d3f55 .3, .05 #fff .5, .12 #fff .1, .2 #fff .6, .27 #fff .04, .8 #fff 0, .93 #fff .45, 1 #0d3f55 .3",
    "across",
  );
  return rect(x, y, width, height, light);
}

/** A spoon's handle lying against a rim. */
export function spoon(sheet: Sheet, x: number, y: number, length: number, angle: number): string {
  const handle = `M0 -7C${length * 0.4} -7 ${length * 0.7} -12 ${length} -13Q${length + 16} 0 ${length} 13C${length * 0.7} 12 ${length * 0.4} 7 0 7Z`;
  return group(
    `translate(${x} ${y}) rotate(${angle})`,
    path(handle, sheet.linear("0 #f4f7f9, .5 #b9c3ca, 1 #8d99a2")),
  );
}
