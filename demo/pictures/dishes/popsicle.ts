import { darken, lighten } from "../color.ts";
import { group, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Dish, RecipeArt } from "./dish.ts";

const ice = "M10 110C10 40 50 4 100 4C150 4 190 40 190 110V350Q190 376 164 376H36Q10 376 10 350Z";

function lolly(sheet: Sheet, art: RecipeArt, turned: boolean): string {
  const fruit = art.companions[0] ?? art.subject;
  const colors = turned ? lighten(art.color, 0.28) : art.color;
  const body = sheet.linear([
    [0, lighten(colors, 0.32)],
    [0.5, colors],
    [1, darken(colors, 0.14)],
  ]);
  const light = sheet.linear(
    [
      [0, "#000", 0.2],
      [0.16, "#fff", 0.45],
      [0.3, "#fff", 0.06],
      [0.8, "#000", 0],
      [1, "#000", 0.26],
    ],
    0,
    0,
    1,
    0,
  );
  return [
    path("M82 370H118V510Q118 530 100 530Q82 530 82 510Z", "#e3bf8a"),
    path("M106 370H118V510Q118 530 106 529Z", "#c79d63"),
    `<g clip-path="${sheet.clip(`<path d="${ice}"/>`)}">`,
    rect(0, 0, 200, 380, body),
    sheet.sprite(art.subject, {
      piece: "cut",
      x: 78,
      y: 120,
      size: 116,
      rotate: -16,
      opacity: 0.9,
    }),
    sheet.sprite(fruit, { piece: "cut", x: 136, y: 216, size: 108, rotate: 22, opacity: 0.9 }),
    sheet.sprite(art.subject, { piece: "cut", x: 66, y: 302, size: 112, rotate: 40, opacity: 0.9 }),
    rect(0, 0, 200, 380, light),
    path(
      "M64 60V340M136 60V340",
      "none",
      'stroke="#fff" stroke-opacity="0.22" stroke-width="18" stroke-linecap="round"',
    ),
    path(ice, "#ffffff", 'opacity="0.12"'),
    "</g>",
  ].join("");
}

/** Three ice lollies leaning on each other, sticks down. */
function draw(sheet: Sheet, art: RecipeArt): string {
  return (
    group("translate(60 60) rotate(-14 100 500)", lolly(sheet, art, true)) +
    group("translate(380 60) rotate(14 100 500)", lolly(sheet, art, true)) +
    group("translate(220 30)", lolly(sheet, art, false))
  );
}

export const popsicle: Dish = { width: 640, height: 560, draw };
