import { darken, lighten } from "../color.ts";
import { ellipse, group, path, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { type Dish, glassLight, type RecipeArt } from "./dish.ts";
import { tallGlass } from "./glass.ts";

const body =
  "M40 40C30 160 10 240 14 380Q18 520 70 560H330Q382 520 386 380C390 240 370 160 360 40Z";

/** A jug of juice with fruit in it and a poured glass beside it. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const drink = sheet.linear([
    [0, lighten(art.color, 0.36)],
    [0.35, art.color],
    [1, darken(art.color, 0.2)],
  ]);
  const companion = art.companions.find((kind) => kind !== "gelo") ?? art.subject;
  return [
    stroke("M372 130C500 110 510 400 380 400", "#ffffff", 34, 'opacity="0.5"'),
    stroke("M372 130C500 110 510 400 380 400", "#dfeaf0", 10, 'opacity="0.9"'),
    path(body, "#ffffff", 'opacity="0.4"'),
    `<g clip-path="${sheet.clip(`<path d="${body}"/>`)}">`,
    rect(0, 130, 400, 420, drink, 0, 'opacity="0.95"'),
    ...[
      [110, 160, 120, 10],
      [230, 170, 128, -22],
      [310, 180, 104, 34],
      [150, 270, 110, 50],
    ].map(([x = 0, y = 0, size = 0, rotate = 0]) =>
      sheet.sprite("gelo", { x, y, size, rotate, opacity: 0.6 }),
    ),
    ...[
      [110, 380, 150, -12],
      [250, 330, 150, 16],
      [290, 460, 140, 30],
      [160, 490, 130, 4],
    ].map(([x = 0, y = 0, size = 0, rotate = 0], index) =>
      sheet.sprite(index % 2 ? companion : art.subject, {
        piece: "cut",
        x,
        y,
        size,
        rotate,
        opacity: 0.88,
      }),
    ),
    glassLight(sheet, 10, 30, 380, 540),
    "</g>",
    ellipse(200, 132, 166, 26, lighten(art.color, 0.46), 'opacity="0.9"'),
    path("M40 40C20 30 6 26 -6 8C30 6 60 14 90 20Z", "#ffffff", 'opacity="0.7"'),
    ellipse(200, 40, 160, 26, "#ffffff", 'fill-opacity="0.2" stroke="#ffffff" stroke-width="6"'),
    group("translate(440 190) scale(0.72)", tallGlass(sheet, art, companion)),
  ].join("");
}

export const jug: Dish = { width: 660, height: 580, draw };
