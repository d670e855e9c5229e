import { darken, lighten } from "../color.ts";
import { ellipse, group, path, places, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { company, type Dish, glassLight, type RecipeArt } from "./dish.ts";

const outer = "M14 20L52 512Q56 540 90 540H210Q244 540 248 512L286 20Z";
const inner = "M30 60L62 500Q64 520 90 520H210Q236 520 238 500L270 60Z";
const cubes = places(
  "100 112 116 12, 202 134 122 -18, 140 224 108 40, 214 266 100 8, 104 334 96 -24",
);

/** One tall glass of drink over ice, a slice on its rim. */
export function tallGlass(sheet: Sheet, art: RecipeArt): string {
  const { color, subject } = art;
  const fruit = company(art)[0] ?? subject;
  const drink = sheet.linear(`0 ${lighten(color, 0.4)}, .3 ${color}, 1 ${darken(color, 0.14)}`);
  const bits = places("96 424 118 -12, 198 394 122 20").map((bit, index) =>
    sheet.sprite(index ? fruit : subject, { ...bit, piece: "cut", opacity: 0.9 }),
  );
  return [
    path("M206 -96L222 -92L150 470L138 470Z", "#ffffff"),
    path("M214 -94L222 -92L150 470L146 470Z", "#c9d6de"),
    path(outer, "#ffffff", 'opacity="0.5"'),
    sheet.clipped(
      inner,
      rect(0, 84, 300, 440, drink),
      ...cubes.map((cube) => sheet.sprite("gelo-claro", cube)),
      ...bits,
    ),
    sheet.clipped(outer, glassLight(sheet, 14, 20, 272, 520)),
    ellipse(150, 86, 124, 18, lighten(color, 0.5), 'opacity="0.9"'),
    ellipse(150, 22, 136, 22, "#ffffff", 'fill-opacity="0.2" stroke="#ffffff" stroke-width="5"'),
    sheet.sprite(subject, { piece: "cut", x: 36, y: 36, size: 156, rotate: -16 }),
    sheet.sprite("hortela", { x: 192, y: 6, size: 130, rotate: 14 }),
  ].join("");
}

/** Two glasses, the farther one smaller. */
function draw(sheet: Sheet, art: RecipeArt): string {
  return (
    group("translate(330 100) scale(0.84)", tallGlass(sheet, art)) +
    group("translate(40 100)", tallGlass(sheet, art))
  );
}

export const glass: Dish = { width: 600, height: 640, draw };
