import { darken, mix } from "../color.ts";
import { path, places, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight, printWords } from "./print.ts";

const front = "M16 330H744L716 628Q714 640 700 640H60Q46 640 44 628Z";
const ice = places(
  "110 306 150 10, 230 330 150 40, 350 322 150 80, 470 334 150 120, 590 322 150 150, 670 306 150 190, 150 240 120 20, 610 236 120 60",
);
const heap = places("400 120 430 -10, 350 200 440 8, 410 262 450 -4");

/** A heap of the goods on ice in a shallow crate whose front carries the label. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art, ink } = content;
  const { main, dark } = palette;
  const cubes = ice.map((cube) => sheet.sprite("gelo", cube));
  const goods = heap.map((place) => sheet.sprite(content.look.fill?.[0] ?? art.subject, place));
  return [
    path("M40 330L70 250H690L720 330Z", darken(dark, 0.2)),
    ...cubes.slice(0, 6),
    ...goods,
    ...cubes.slice(6),
    path(front, sheet.linear(`0 ${mix(main, "#ffffff", 0.08)}, 1 ${mix(main, dark, 0.3)}`)),
    rect(8, 322, 744, 26, mix(main, "#ffffff", 0.4), 8),
    path(front, sheet.linear(`0 #fff .2, .4 #fff 0, 1 ${dark} .24`, "diagonal")),
    printWords(content, { x: 310, width: 390, top: 372, ink, hole: main }),
    printWeight(art.weight, 610, 486, 44, dark, "#ffffff"),
  ].join("");
}

export const whole: Pack = { width: 760, height: 640, draw };
