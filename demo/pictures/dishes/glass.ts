import { darken, lighten } from "../color.ts";
import { ellipse, group, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { type Dish, glassLight, type RecipeArt } from "./dish.ts";

const inside = "M30 60L62 500Q64 520 90 520H210Q236 520 238 500L270 60Z";

/** One tall glass of drink over ice, a slice on its rim; `turn` mirrors the garnish. */
export function tallGlass(sheet: Sheet, art: RecipeArt, fruit: string): string {
  const drink = sheet.linear([
    [0, lighten(art.color, 0.42)],
    [0.3, art.color],
    [1, darken(art.color, 0.16)],
  ]);
  return [
    path("M206 -96L222 -92L150 470L138 470Z", "#ffffff", 'opacity="0.9"'),
    path("M214 -94L222 -92L150 470L146 470Z", "#c9d6de"),
    path("M14 20L52 512Q56 540 90 540H210Q244 540 248 512L286 20Z", "#ffffff", 'opacity="0.42"'),
    `<g clip-path="${sheet.clip(`<path d="${inside}"/>`)}">`,
    rect(0, 84, 300, 440, drink, 0, 'opacity="0.94"'),
    ...[
      [100, 110, 112, 12],
      [200, 130, 118, -18],
      [140, 220, 104, 40],
      [214, 262, 96, 8],
      [104, 330, 92, -24],
    ].map(([x = 0, y = 0, size = 0, rotate = 0]) =>
      sheet.sprite("gelo", { x, y, size, rotate, opacity: 0.55 }),
    ),
    ...[
      [96, 420, 112, -12],
      [196, 390, 118, 20],
    ].map(([x = 0, y = 0, size = 0, rotate = 0], index) =>
      sheet.sprite(index ? fruit : art.subject, {
        piece: "cut",
        x,
        y,
        size,
        rotate,
        opacity: 0.85,
      }),
    ),
    "</g>",
    `<g clip-path="${sheet.clip('<path d="M14 20L52 512Q56 540 90 540H210Q244 540 248 512L286 20Z"/>')}">`,
    glassLight(sheet, 14, 20, 272, 520),
    "</g>",
    ellipse(150, 86, 124, 18, lighten(art.color, 0.5), 'opacity="0.9"'),
    ellipse(
      150,
      22,
      136,
      22,
      "#ffffff",
      'fill-opacity="0.18" stroke="#ffffff" stroke-width="5" stroke-opacity="0.9"',
    ),
    sheet.sprite(art.subject, { piece: "cut", x: 36, y: 36, size: 150, rotate: -16 }),
    art.companions.includes("hortela")
      ? sheet.sprite("hortela", { x: 190, y: 10, size: 130, rotate: 14 })
      : "",
  ].join("");
}

/** Two glasses, the farther one smaller. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const companion = art.companions.find((kind) => kind !== "gelo") ?? art.subject;
  return (
    group("translate(330 60) scale(0.82)", tallGlass(sheet, art, companion)) +
    group("translate(40 100)", tallGlass(sheet, art, companion))
  );
}

export const glass: Dish = { width: 600, height: 640, draw };
