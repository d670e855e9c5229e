import { darken, lighten } from "../color.ts";
import { circle, ellipse, path, ring } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { type Dish, type RecipeArt, toppings } from "./dish.ts";

/** A clay pan as moqueca comes to the table, broth to the rim. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const clay = sheet.linear(
    [
      [0, "#1c1512"],
      [0.2, "#6b5346"],
      [0.5, "#3a2c25"],
      [1, "#14100e"],
    ],
    0,
    0,
    1,
    0,
  );
  const broth = sheet.radial(
    [
      [0, lighten(art.color, 0.25)],
      [0.7, art.color],
      [1, darken(art.color, 0.25)],
    ],
    0.45,
    0.4,
    0.65,
  );
  const places = [
    [250, 96, 170, -14],
    [380, 78, 180, 10],
    [510, 96, 170, 18],
    [300, 142, 180, 8],
    [440, 142, 190, -8],
    [200, 140, 140, -24],
    [570, 144, 140, 22],
  ];
  const kinds = toppings(art, places.length);
  return [
    path(
      "M8 150C-40 150 -44 214 20 220L40 200C6 200 4 176 30 172ZM752 150C804 150 808 214 740 220L720 200C756 200 756 176 730 172Z",
      "#3a2c25",
    ),
    path("M20 130C24 290 120 360 380 360C640 360 736 290 740 130Z", clay),
    ellipse(380, 130, 360, 98, "#5b463b"),
    ellipse(380, 134, 338, 86, "#1c1512"),
    ellipse(380, 142, 332, 80, broth),
    ...ring(18, 380, 144, 270, 56, 7).map(({ x, y }, index) =>
      circle(x, y, 5 + (index % 4) * 3, lighten(art.color, 0.35), 'opacity="0.5"'),
    ),
    ...places.map(
      ([x = 0, y = 0, size = 0, rotate = 0], index) =>
        ellipse(
          x,
          y + size * 0.34,
          size * 0.44,
          size * 0.11,
          darken(art.color, 0.45),
          'opacity="0.45"',
        ) + sheet.sprite(kinds[index] ?? art.subject, { piece: "cut", x, y, size, rotate }),
    ),
    ...[
      [270, 70],
      [360, 128],
      [470, 72],
      [520, 176],
      [240, 176],
      [410, 196],
    ].map(([x = 0, y = 0], index) =>
      sheet.sprite("hortela", { piece: "leaf", x, y, size: 52, rotate: index * 61 }),
    ),
    path("M36 170C50 290 150 344 330 352C220 330 110 280 90 172Z", "#ffffff", 'opacity="0.13"'),
  ].join("");
}

export const pan: Dish = { width: 760, height: 364, draw };
