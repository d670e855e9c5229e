import { darken, lighten } from "../color.ts";
import { ellipse, group, path } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { type Dish, type RecipeArt, toppings } from "./dish.ts";

const heap = [
  [330, 96, 190, -16],
  [470, 92, 190, 12],
  [250, 132, 180, -4],
  [400, 128, 210, 4],
  [540, 134, 180, 18],
  [330, 166, 170, 10],
  [470, 170, 170, -12],
] as const;

/** A wide plate: sauce, the main thing heaped in the middle, garnish at the rim. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const china = sheet.radial([
    [0, "#ffffff"],
    [0.72, "#f4f6f7"],
    [0.78, "#dbe2e6"],
    [0.84, "#ffffff"],
    [1, "#e3e9ec"],
  ]);
  const sauce = sheet.radial([
    [0, lighten(art.color, 0.2)],
    [0.7, art.color],
    [1, darken(art.color, 0.12)],
  ]);
  const side = toppings({ ...art, subject: art.companions[0] ?? art.subject }, 4);
  return [
    ellipse(400, 226, 392, 122, "#b5c1c8"),
    ellipse(400, 212, 396, 122, china),
    path(
      "M160 214C150 160 300 130 420 136C560 132 668 176 640 226C616 276 480 292 380 284C270 286 168 268 160 214Z",
      sauce,
    ),
    ...heap.map(([x, y, size, rotate]) =>
      group(
        "",
        ellipse(
          x + 6,
          y + size * 0.34,
          size * 0.4,
          size * 0.1,
          darken(art.color, 0.6),
          'opacity="0.35"',
        ),
        sheet.sprite(art.subject, { piece: "cut", x, y, size, rotate }),
      ),
    ),
    ...[
      [150, 196, 110, -20],
      [650, 200, 116, 16],
      [220, 252, 96, 30],
      [590, 258, 100, -24],
    ].map(([x = 0, y = 0, size = 0, rotate = 0], index) =>
      sheet.sprite(side[index] ?? art.subject, { piece: "cut", x, y, size, rotate }),
    ),
    sheet.sprite("hortela", { piece: "leaf", x: 400, y: 72, size: 70, rotate: -30 }),
    sheet.sprite("hortela", { piece: "leaf", x: 440, y: 66, size: 64, rotate: 30 }),
  ].join("");
}

export const plate: Dish = { width: 800, height: 350, draw };
