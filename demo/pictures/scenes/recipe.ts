/** A recipe: the dish on a wooden board, what went into it around. */
import { lighten, luminance, mix } from "../color.ts";
import { dishes } from "../dishes/all.ts";
import { company, type RecipeArt } from "../dishes/dish.ts";
import { paletteOf, type Tint } from "../palette.ts";
import { ellipse, group, type Place, round } from "../shapes.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import type { Picture } from "../svg.ts";
import { backdrop, iceCube, lying, shadow, snowfall } from "./stage.ts";

const linen: Tint = {
  glow: "#fffdf8",
  wall: "#f6ecdd",
  table: "#efe2ce",
  edge: "#e0ccb0",
  shadow: "#3d2a1c",
};

/** The kitchen's own tint, leaning towards a colour of the dish. */
export function kitchenTint(toward: string): Tint {
  return {
    ...linen,
    wall: mix(linen.wall, toward, 0.34),
    table: mix(linen.table, toward, 0.28),
    edge: mix(linen.edge, toward, 0.4),
  };
}

/** A round wooden board, `size` wide. */
export function board(sheet: Sheet, tint: Tint, { x, y, size }: Omit<Place, "rotate">): string {
  const rx = size / 2;
  const ry = rx * 0.24;
  const wood = sheet.linear("0 #d9ab72, .5 #c8935a, 1 #b27d46", "diagonal");
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

/** A dish standing at (x, y), `size` wide. */
export function served(
  sheet: Sheet,
  tint: Tint,
  art: RecipeArt,
  { x, y, size }: Omit<Place, "rotate">,
): string {
  const dish = dishes[art.dish];
  const scale = size / dish.width;
  return (
    shadow(sheet, tint, x + 10, y - 12, size * 0.5, size * 0.07, 0.7) +
    group(
      `translate(${round(x - size / 2)} ${round(y - dish.height * scale)}) scale(${scale.toFixed(4)})`,
      dish.draw(sheet, art),
    )
  );
}

/** Low dishes stand farther back, so that the picture has its weight in the middle. */
const feet: Partial<Record<RecipeArt["dish"], number>> = { plate: 740, pan: 750 };

const widths: Record<RecipeArt["dish"], number> = {
  bowl: 720,
  glass: 620,
  jug: 730,
  plate: 900,
  pan: 860,
  cake: 710,
  popsicle: 680,
  cup: 680,
};

export function recipeScene(slug: string, art: RecipeArt): Picture {
  const sheet = createSheet();
  const { light } = paletteOf(art.subject);
  const tint = kitchenTint(luminance(art.color) < 0.15 ? light : lighten(art.color, 0.1));
  const stage = { width: 1200, height: 900, horizon: 540, lightX: 560, lightY: 300 };
  const first = art.subject;
  const second = company(art)[0] ?? first;
  const third = company(art)[1] ?? second;
  const size = widths[art.dish];
  const foot = feet[art.dish] ?? 800;
  const markup = [
    backdrop(sheet, tint, stage),
    snowfall(sheet, stage, 10, slug),
    lying(sheet, tint, first, "whole", { x: 140, y: 690, size: 270, rotate: -10 }),
    lying(sheet, tint, second, "whole", { x: 1060, y: 680, size: 260, rotate: 12 }),
    board(sheet, tint, { x: 600, y: foot - 60, size: 960 }),
    served(sheet, tint, art, { x: 600, y: foot, size }),
    lying(sheet, tint, first, "cut", { x: 120, y: 856, size: 210, rotate: -8 }),
    lying(sheet, tint, third, "cut", { x: 1086, y: 860, size: 220, rotate: 14 }),
    iceCube(sheet, tint, { x: 252, y: 836, size: 80, rotate: 12 }),
    iceCube(sheet, tint, { x: 950, y: 846, size: 70, rotate: 34 }),
  ];
  return { width: 1200, height: 900, sheet, markup: markup.join("") };
}
