import { lighten } from "../color.ts";
import { ellipse, path, places, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { company, type Dish, heap, type RecipeArt } from "./dish.ts";

const body = "M90 140V404C90 434 200 456 345 456C490 456 600 434 600 404V140Z";
const glaze =
  "M90 140V180C96 226 126 222 134 190C146 176 160 250 186 248C214 246 206 196 232 200C252 204 250 276 284 274C316 272 300 206 330 204C360 204 352 252 382 252C414 252 404 200 430 198C456 196 450 262 482 258C510 254 504 190 526 190C548 192 560 226 584 214Q600 206 600 140Z";
const spots = places(
  "180 92 150 -16, 286 66 160 8, 404 64 160 -6, 510 90 150 14, 236 124 150 20, 346 118 166 0, 456 124 152 -14",
);

/** A cake on a stand: crumb, cream, glaze running down, fruit on top. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const { color } = art;
  const round = sheet.linear("0 #5a2a10 .4, .2 #fff .25, .45 #fff 0, 1 #5a2a10 .4", "across");
  const stand = sheet.linear("0 #b5c1c8, .3 #ffffff, 1 #a3b1b9", "across");
  return [
    path("M300 430H390L410 500Q460 520 470 534H220Q230 520 280 500Z", stand),
    ellipse(345, 432, 340, 54, "#a3b1b9"),
    ellipse(345, 420, 340, 54, stand),
    sheet.clipped(
      body,
      path(body, "#f6d99c"),
      path("M90 330C180 376 510 376 600 330V366C510 412 180 412 90 366Z", "#eec67f"),
      path("M90 240C180 286 510 286 600 240V286C510 332 180 332 90 286Z", "#fffaf0"),
      path("M90 258C180 304 510 304 600 258V272C510 318 180 318 90 272Z", color),
      path(glaze, color),
      rect(90, 120, 510, 340, round),
    ),
    ellipse(345, 140, 255, 62, lighten(color, 0.12)),
    ellipse(330, 132, 190, 38, lighten(color, 0.3), 'opacity="0.6"'),
    heap(sheet, color, [art.subject, ...company(art)], spots, "whole"),
    sheet.sprite("hortela", { x: 345, y: 44, size: 84 }),
  ].join("");
}

export const cake: Dish = { width: 690, height: 540, draw };
