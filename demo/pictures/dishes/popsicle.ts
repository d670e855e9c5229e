import { darken, lighten } from "../color.ts";
import { ellipse, group, path, places, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { company, type Dish, type RecipeArt } from "./dish.ts";

const ice = "M10 110C10 40 50 4 100 4C150 4 190 40 190 110V350Q190 376 164 376H36Q10 376 10 350Z";
const bed = places(
  "250 500 110 30, 390 502 112 60, 160 524 120 10, 470 522 118 80, 320 530 130 20, 240 548 96 50, 400 550 100 8",
);
const bits = places("78 118 124 -16, 138 216 116 22, 66 304 118 40");

function lolly(sheet: Sheet, art: RecipeArt, color: string): string {
  const kinds = [art.subject, company(art)[0] ?? art.subject];
  const body = sheet.linear(`0 ${lighten(color, 0.32)}, .5 ${color}, 1 ${darken(color, 0.1)}`);
  const dark = darken(color, 0.5);
  const light = sheet.linear(
    `0 ${dark} .4, .16 #fff .45, .3 #fff .06, .8 ${dark} 0, 1 ${dark} .5`,
    "across",
  );
  return [
    path("M82 370H118V510Q118 530 100 530Q82 530 82 510Z", "#e3bf8a"),
    path("M106 370H118V510Q118 530 106 529Z", "#c79d63"),
    sheet.clipped(
      ice,
      rect(0, 0, 200, 380, body),
      ...bits.map((bit, index) => sheet.sprite(kinds[index % 2] ?? "", { ...bit, piece: "cut" })),
      rect(0, 0, 200, 380, light),
      stroke("M64 60V340M136 60V340", "#ffffff", 18, 'opacity="0.2"'),
      path(ice, "#ffffff", 'opacity="0.1"'),
    ),
  ].join("");
}

/** Three ice lollies, their sticks in ice. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const pale = lighten(art.color, 0.34);
  return (
    ellipse(320, 566, 300, 40, "#aebfc8") +
    ellipse(320, 556, 300, 40, sheet.linear("0 #ffffff, 1 #dfe8ec", "across")) +
    group("translate(60 60) rotate(-14 100 500)", lolly(sheet, art, pale)) +
    group("translate(380 60) rotate(14 100 500)", lolly(sheet, art, pale)) +
    group("translate(220 30)", lolly(sheet, art, art.color)) +
    bed.map((cube) => sheet.sprite("gelo", cube)).join("")
  );
}

export const popsicle: Dish = { width: 640, height: 606, draw };
