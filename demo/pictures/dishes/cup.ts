import { darken, lighten } from "../color.ts";
import { ellipse, group, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { type Dish, glassLight, type RecipeArt, toppings } from "./dish.ts";

const bowl = "M20 40C24 190 60 300 150 330C240 300 276 190 280 40Z";

function coupe(sheet: Sheet, art: RecipeArt): string {
  const kinds = toppings(art, 3);
  return [
    path(
      "M138 320H162V430C164 452 230 452 236 470Q150 492 64 470C70 452 136 452 138 430Z",
      sheet.linear(
        [
          [0, "#c9d6de"],
          [0.3, "#ffffff"],
          [1, "#b3c2cb"],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    `<g clip-path="${sheet.clip(`<path d="${bowl}"/>`)}">`,
    rect(0, 30, 300, 320, lighten(art.color, 0.3)),
    path("M0 150C80 130 200 176 300 146V210C200 236 100 190 0 216Z", "#fffaf0"),
    path("M0 214C100 188 200 234 300 208V350H0Z", art.color),
    path("M0 40H300V104C220 126 90 92 0 110Z", darken(art.color, 0.04)),
    glassLight(sheet, 20, 30, 260, 310),
    "</g>",
    ellipse(150, 42, 130, 26, lighten(art.color, 0.2)),
    ellipse(150, 42, 130, 26, "none", 'stroke="#fff" stroke-width="5" stroke-opacity="0.9"'),
    ...kinds.map((kind, index) =>
      sheet.sprite(kind, {
        piece: "cut",
        x: [100, 200, 150][index] ?? 150,
        y: [16, 16, 2][index] ?? 0,
        size: 112,
        rotate: (index - 1) * 18,
      }),
    ),
    sheet.sprite("hortela", { x: 176, y: -52, size: 76, rotate: 10 }),
  ].join("");
}

/** Two dessert coupes in layers. */
function draw(sheet: Sheet, art: RecipeArt): string {
  return (
    group("translate(330 70) scale(0.84)", coupe(sheet, art)) +
    group("translate(20 92)", coupe(sheet, art))
  );
}

export const cup: Dish = { width: 600, height: 575, draw };
