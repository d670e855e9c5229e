import { darken, lighten, mix } from "../color.ts";
import { ellipse, path } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { type Dish, type RecipeArt, spoon, toppings } from "./dish.ts";

/** A stoneware bowl filled to the brim, its toppings heaped on one side. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const clay = sheet.linear(
    [
      [0, "#8fa3ad"],
      [0.18, "#f4f7f8"],
      [0.5, "#dfe7ea"],
      [1, "#8497a1"],
    ],
    0,
    0,
    1,
    0,
  );
  const cream = sheet.radial(
    [
      [0, lighten(art.color, 0.16)],
      [0.7, art.color],
      [1, darken(art.color, 0.22)],
    ],
    0.42,
    0.35,
    0.7,
  );
  const kinds = toppings(
    { ...art, companions: art.companions.length ? art.companions : [art.subject] },
    8,
  ).map((kind, index) => ({ kind, index }));
  const places = [
    [200, 74, 150],
    [300, 58, 150],
    [400, 62, 150],
    [490, 86, 140],
    [240, 112, 150],
    [345, 108, 160],
    [450, 120, 150],
    [150, 112, 120],
  ];
  return [
    spoon(sheet, 500, 90, 250, -38),
    path("M8 118C18 300 150 400 320 400C490 400 622 300 632 118Z", clay),
    path("M230 396C250 384 390 384 410 396L404 418Q320 430 236 418Z", "#8497a1"),
    ellipse(320, 116, 312, 92, "#f7fafb"),
    ellipse(320, 118, 292, 80, mix(art.color, "#3a2030", 0.55)),
    ellipse(320, 126, 286, 74, cream),
    path(
      "M90 132C170 90 250 160 330 118S500 96 560 130",
      "none",
      `stroke="${lighten(art.color, 0.22)}" stroke-width="9" stroke-linecap="round" opacity="0.5"`,
    ),
    ...kinds.map(({ kind, index }) => {
      const [x = 0, y = 0, size = 0] = places[index] ?? [];
      return (
        ellipse(
          x + 6,
          y + size * 0.3,
          size * 0.42,
          size * 0.12,
          darken(art.color, 0.5),
          'opacity="0.4"',
        ) + sheet.sprite(kind, { piece: "cut", x, y, size, rotate: ((index * 47) % 50) - 25 })
      );
    }),
    path("M12 150C30 300 160 392 320 394C240 380 90 320 60 160Z", "#ffffff", 'opacity="0.35"'),
  ].join("");
}

export const bowl: Dish = { width: 640, height: 424, draw };
