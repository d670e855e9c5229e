import { lighten } from "../color.ts";
import { paletteOf } from "../palette.ts";
import { ellipse, group, path, places, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { company, type Dish, glassLight, heap, type RecipeArt } from "./dish.ts";

const bowl = "M20 40C24 190 60 300 150 330C240 300 276 190 280 40Z";
const foot = "M138 320H162V430C164 452 230 452 236 470Q150 492 64 470C70 452 136 452 138 430Z";
const fruit = places("96 10 124 -18, 204 10 124 18, 150 -8 130 0");

/** Mousse in a stemmed glass, a layer of cream and one of syrup between. */
function coupe(sheet: Sheet, art: RecipeArt): string {
  const { main } = paletteOf(art.subject);
  return [
    path(foot, sheet.linear("0 #c9d6de, .3 #ffffff, 1 #b3c2cb", "across")),
    sheet.clipped(
      bowl,
      rect(0, 30, 300, 320, lighten(art.color, 0.12)),
      path("M0 130C80 110 200 152 300 124V170C200 196 100 156 0 180Z", "#fffaf0"),
      path("M0 178C100 154 200 194 300 168V206C200 232 100 190 0 216Z", main),
      path("M0 214C100 188 200 230 300 204V350H0Z", art.color),
      glassLight(sheet, 20, 30, 260, 310),
    ),
    ellipse(150, 42, 130, 26, lighten(art.color, 0.3)),
    ellipse(150, 42, 130, 26, "none", 'stroke="#fff" stroke-width="5"'),
    heap(sheet, art.color, [art.subject, ...company(art)], fruit),
    sheet.sprite("hortela", { x: 176, y: -66, size: 84, rotate: 10 }),
  ].join("");
}

/** Two dessert coupes. */
function draw(sheet: Sheet, art: RecipeArt): string {
  return (
    group("translate(330 90) scale(0.86)", coupe(sheet, art)) +
    group("translate(20 92)", coupe(sheet, art))
  );
}

export const cup: Dish = { width: 600, height: 575, draw };
