import type { DemoRecipe } from "#demo/types.ts";
import { group, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";

export type RecipeArt = DemoRecipe["art"];

/** A dish draws itself from its upper left corner and stands on its lower edge. */
export type Dish = { width: number; height: number; draw(sheet: Sheet, art: RecipeArt): string };

/** What lies on the dish, front to back filled up to `count`, the main thing first. */
export function toppings(art: RecipeArt, count: number): string[] {
  const kinds = [art.subject, ...art.companions.filter((companion) => companion !== "gelo")];
  return Array.from({ length: count }, (_, index) => kinds[index % kinds.length] ?? art.subject);
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
    [
      [0, "#000", 0.14],
      [0.05, "#fff", 0.5],
      [0.12, "#fff", 0.1],
      [0.2, "#fff", 0.55],
      [0.27, "#fff", 0.04],
      [0.8, "#fff", 0],
      [0.93, "#fff", 0.42],
      [1, "#000", 0.12],
    ],
    0,
    0,
    1,
    0,
  );
  return rect(x, y, width, height, light);
}

/** A spoon or fork handle lying against a rim. */
export function spoon(sheet: Sheet, x: number, y: number, length: number, angle: number): string {
  const steel = sheet.linear([
    [0, "#f4f7f9"],
    [0.5, "#b9c3ca"],
    [1, "#8d99a2"],
  ]);
  return group(
    `translate(${x} ${y}) rotate(${angle})`,
    `<path d="M0 -7C${length * 0.4} -7 ${length * 0.7} -12 ${length} -13Q${length + 16} 0 ${length} 13C${length * 0.7} 12 ${length * 0.4} 7 0 7Z" fill="${steel}"/>`,
  );
}
