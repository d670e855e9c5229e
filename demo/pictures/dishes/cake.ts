import { darken, lighten } from "../color.ts";
import { ellipse, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { type Dish, type RecipeArt, toppings } from "./dish.ts";

/** A cake on a stand: crumb, cream, glaze running down, fruit on top. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const round = sheet.linear(
    [
      [0, "#000", 0.3],
      [0.2, "#fff", 0.25],
      [0.45, "#fff", 0],
      [1, "#000", 0.28],
    ],
    0,
    0,
    1,
    0,
  );
  const stand = sheet.linear(
    [
      [0, "#b5c1c8"],
      [0.3, "#ffffff"],
      [1, "#a3b1b9"],
    ],
    0,
    0,
    1,
    0,
  );
  const places = [
    [190, 96, 130, -16],
    [290, 76, 140, 8],
    [400, 72, 140, -6],
    [500, 92, 130, 14],
    [240, 128, 132, 20],
    [345, 126, 146, 0],
    [450, 126, 134, -14],
  ];
  const kinds = toppings(art, places.length);
  return [
    path("M300 430H390L410 500Q460 520 470 534H220Q230 520 280 500Z", stand),
    ellipse(345, 432, 340, 54, "#a3b1b9"),
    ellipse(345, 420, 340, 54, stand),
    path("M90 140V404C90 434 200 456 345 456C490 456 600 434 600 404V140Z", "#f3d9a8"),
    path("M90 240C180 286 510 286 600 240V286C510 332 180 332 90 286Z", "#fffaf0"),
    path("M90 258C180 304 510 304 600 258V272C510 318 180 318 90 272Z", art.color),
    path(
      "M90 140V180C96 226 126 222 134 190C146 176 160 250 186 248C214 246 206 196 232 200C252 204 250 276 284 274C316 272 300 206 330 204C360 204 352 252 382 252C414 252 404 200 430 198C456 196 450 262 482 258C510 254 504 190 526 190C548 192 560 226 584 214Q600 206 600 140Z",
      art.color,
    ),
    `<g clip-path="${sheet.clip('<path d="M90 140V404C90 434 200 456 345 456C490 456 600 434 600 404V140Z"/>')}">`,
    rect(90, 120, 510, 340, round),
    "</g>",
    ellipse(345, 140, 255, 62, lighten(art.color, 0.12)),
    ellipse(330, 132, 190, 38, lighten(art.color, 0.3), 'opacity="0.6"'),
    ...places.map(
      ([x = 0, y = 0, size = 0, rotate = 0], index) =>
        ellipse(
          x,
          y + size * 0.36,
          size * 0.4,
          size * 0.1,
          darken(art.color, 0.5),
          'opacity="0.35"',
        ) +
        sheet.sprite(kinds[index] ?? art.subject, {
          piece: index % 2 ? "whole" : "cut",
          x,
          y,
          size,
          rotate,
        }),
    ),
    sheet.sprite("hortela", { x: 345, y: 64, size: 84 }),
  ].join("");
}

export const cake: Dish = { width: 690, height: 540, draw };
