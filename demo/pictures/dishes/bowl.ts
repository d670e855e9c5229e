import { darken, lighten, mix } from "../color.ts";
import { ellipse, path, places, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { findSubject } from "../subjects/all.ts";
import { company, type Dish, garnish, heap, leaves, type RecipeArt, spoon } from "./dish.ts";

const many = places(
  "200 74 150 -20, 300 56 152 18, 400 60 150 -8, 492 84 140 20, 242 112 150 8, 346 106 164 -14, 452 118 150 12, 160 112 120 -24",
);
const sides = places("176 92 130 -20, 474 92 134 20, 226 122 120 8");

/** What has no cut face, a crab, comes whole and once; everything else in a heap. */
function topping(sheet: Sheet, art: RecipeArt): string {
  const others = company(art);
  if (findSubject(art.subject).cut) {
    return heap(sheet, art.color, [art.subject, ...others], many);
  }
  return (
    heap(sheet, art.color, others, sides) +
    garnish(sheet, art.color, art.subject, { x: 330, y: 64, size: 250, rotate: 0 }, "whole") +
    leaves(sheet, places("210 150, 300 172, 400 166, 470 146"))
  );
}

/** A stoneware bowl filled to the brim. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const { color } = art;
  const clay = sheet.linear("0 #8fa3ad, .18 #f8fafa, .5 #e3eaed, 1 #8497a1", "across");
  const cream = sheet.radial(
    `0 ${lighten(color, 0.16)}, .7 ${color}, 1 ${darken(color, 0.22)}`,
    0.42,
    0.35,
    0.7,
  );
  return [
    spoon(sheet, 500, 90, 250, -38),
    path("M8 118C18 300 150 400 320 400C490 400 622 300 632 118Z", clay),
    path("M230 396C250 384 390 384 410 396L404 418Q320 430 236 418Z", "#8497a1"),
    ellipse(320, 116, 312, 92, "#f7fafb"),
    ellipse(320, 118, 292, 80, mix(color, "#3a2030", 0.55)),
    ellipse(320, 126, 286, 74, cream),
    stroke(
      "M90 132C170 90 250 160 330 118S500 96 560 130",
      lighten(color, 0.22),
      9,
      'opacity="0.5"',
    ),
    topping(sheet, art),
    path("M12 150C30 300 160 392 320 394C240 380 90 320 60 160Z", "#ffffff", 'opacity="0.35"'),
  ].join("");
}

export const bowl: Dish = { width: 640, height: 424, draw };
