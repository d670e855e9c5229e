/** A recipe: the dish on a wooden board, what went into it around. */
import { mix } from "../color.ts";
import { dishes } from "../dishes/all.ts";
import type { Dish, RecipeArt } from "../dishes/dish.ts";
import type { Tint } from "../palette.ts";
import { ellipse, group, round } from "../shapes.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import type { Picture } from "../svg.ts";
import { backdrop, iceCube, lying, shadow, snowfall } from "./stage.ts";

const linen: Tint = {
  glow: "#fffdf9",
  wall: "#f1e9df",
  table: "#e8ddcf",
  edge: "#d6c7b4",
  shadow: "#3d2a1c",
};

/** The kitchen's own tint, leaning towards the dish. */
export const kitchenTint = (color: string): Tint => ({
  ...linen,
  wall: mix(linen.wall, color, 0.2),
  table: mix(linen.table, color, 0.16),
  edge: mix(linen.edge, color, 0.26),
});

export function board(sheet: Sheet, tint: Tint, x: number, y: number, rx: number): string {
  const ry = rx * 0.24;
  const wood = sheet.linear(
    [
      [0, "#d9ab72"],
      [0.5, "#c8935a"],
      [1, "#b27d46"],
    ],
    0,
    0,
    1,
    0.3,
  );
  const grain = [0.86, 0.7, 0.5, 0.28].map((share) =>
    ellipse(
      x - rx * 0.06,
      y,
      rx * share,
      ry * share,
      "none",
      'stroke="#9c6a38" stroke-opacity="0.3" stroke-width="3"',
    ),
  );
  return (
    shadow(sheet, tint, x + 14, y + 34, rx * 1.12, ry * 1.25, 0.5) +
    ellipse(x, y + 22, rx, ry, "#8a5c30") +
    ellipse(x, y, rx, ry, wood) +
    grain.join("")
  );
}

export function served(
  sheet: Sheet,
  tint: Tint,
  dish: Dish,
  art: RecipeArt,
  x: number,
  y: number,
  width: number,
): string {
  const scale = width / dish.width;
  return (
    shadow(sheet, tint, x + 10, y - 12, width * 0.5, width * 0.07, 0.7) +
    group(
      `translate(${round(x - width / 2)} ${round(y - dish.height * scale)}) scale(${round(scale * 1000) / 1000})`,
      dish.draw(sheet, art),
    )
  );
}

const widths: Record<RecipeArt["dish"], number> = {
  bowl: 600,
  glass: 520,
  jug: 600,
  plate: 760,
  pan: 720,
  cake: 580,
  popsicle: 560,
  cup: 560,
};

export function recipeScene(slug: string, art: RecipeArt): Picture {
  const sheet = createSheet();
  const tint = kitchenTint(art.color);
  const stage = { width: 1200, height: 900, horizon: 560, lightX: 560, lightY: 300 };
  const [first, second] = [
    art.subject,
    art.companions.find((kind) => kind !== "gelo") ?? art.subject,
  ];
  const markup = [
    backdrop(sheet, tint, stage),
    snowfall(sheet, stage, 10, slug),
    lying(sheet, tint, first, "whole", 190, 700, 230, -10),
    lying(sheet, tint, second, "whole", 1010, 690, 220, 12),
    board(sheet, tint, 600, 740, 430),
    served(sheet, tint, dishes[art.dish], art, 600, 780, widths[art.dish]),
    lying(sheet, tint, first, "cut", 160, 830, 180, -8),
    lying(sheet, tint, second, "cut", 1050, 830, 190, 14),
    iceCube(sheet, tint, 292, 800, 70, 12),
    iceCube(sheet, tint, 926, 826, 62, 34),
  ];
  return { width: 1200, height: 900, sheet, markup: markup.join("") };
}
