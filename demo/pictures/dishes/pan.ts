import { darken, lighten } from "../color.ts";
import { circle, ellipse, path, places, ring } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { company, type Dish, heap, leaves, type RecipeArt, steam } from "./dish.ts";

const spots = places(
  "240 92 190 -14, 380 72 196 10, 524 94 186 18, 300 144 196 8, 446 142 206 -8, 190 140 150 -24, 578 146 150 22",
);
const herbs = places("270 66, 360 130, 474 68, 524 180, 240 180, 410 200");

/** A clay pan as moqueca comes to the table, broth to the rim. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const { color } = art;
  const clay = sheet.linear("0 #1c1512, .2 #7a5f50, .5 #3a2c25, 1 #14100e", "across");
  const broth = sheet.radial(
    `0 ${lighten(color, 0.25)}, .7 ${color}, 1 ${darken(color, 0.25)}`,
    0.45,
    0.4,
    0.65,
  );
  const bubbles = ring(18, 380, 144, 270, 56, 7).map(({ x, y }, index) =>
    circle(x, y, 5 + (index % 4) * 3, lighten(color, 0.35), 'opacity="0.5"'),
  );
  return [
    path(
      "M8 150C-40 150 -44 214 20 220L40 200C6 200 4 176 30 172ZM752 150C804 150 808 214 740 220L720 200C756 200 756 176 730 172Z",
      "#3a2c25",
    ),
    path("M20 130C24 290 120 360 380 360C640 360 736 290 740 130Z", clay),
    ellipse(380, 130, 360, 98, "#6b5346"),
    ellipse(380, 134, 338, 86, "#1c1512"),
    ellipse(380, 142, 332, 80, broth),
    ...bubbles,
    heap(sheet, color, [art.subject, ...company(art)], spots),
    leaves(sheet, herbs),
    steam(sheet, 380, 40),
    path("M36 170C50 290 150 344 330 352C220 330 110 280 90 172Z", "#ffffff", 'opacity="0.13"'),
  ].join("");
}

export const pan: Dish = { width: 760, height: 364, draw };
