import { darken, lighten } from "../color.ts";
import { paletteOf } from "../palette.ts";
import { ellipse, path, places, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { company, type Dish, heap, leaves, type RecipeArt, steam } from "./dish.ts";

const fromTheSea = new Set([
  "salmao",
  "tilapia",
  "camarao",
  "lula",
  "polvo",
  "mexilhao",
  "sardinha",
  "atum",
  "bacalhau",
  "pescada",
  "cacao",
  "posta",
  "file",
]);
const main = places(
  "330 86 210 -14, 480 84 210 12, 250 128 200 -4, 400 122 230 4, 556 130 200 16, 330 164 190 8, 476 166 190 -10",
);
const onTop = places("310 38 124 -12, 400 20 130 4, 490 40 124 14, 350 74 128 10, 452 76 130 -8");
const rim = places("150 196 116 -20, 652 200 120 16, 216 254 104 30, 590 260 106 -24");

/** Three pancakes or slices of cake, syrup running down. */
function stack({ color }: RecipeArt, syrup: string): string {
  const layers = places("400 212 250 0, 400 146 240 0, 400 80 230 0").map(
    ({ x, y, size }) =>
      ellipse(x, y + 24, size, 68, darken(color, 0.4)) +
      ellipse(x, y + 12, size, 66, color) +
      ellipse(x, y, size, 64, lighten(color, 0.3)) +
      ellipse(x, y, size * 0.9, 56, darken(color, 0.16)),
  );
  const runs =
    "M250 66C300 30 500 30 556 70C566 96 556 120 546 140Q536 160 528 138C520 112 500 118 494 150Q482 212 470 150C462 118 430 116 420 136Q408 166 396 134C380 112 340 116 330 150Q318 196 308 146C300 116 262 112 250 66Z";
  return (
    layers.join("") +
    path(runs, syrup) +
    stroke("M290 70Q400 44 500 68", lighten(syrup, 0.45), 7, 'opacity="0.6"')
  );
}

/** A wide plate: from the sea on its sauce, or sweet in a stack with fruit on top. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const china = sheet.radial("0 #ffffff, .72 #f4f6f7, .78 #dbe2e6, .84 #ffffff, 1 #e3e9ec");
  const sauce = sheet.radial(
    `0 ${lighten(art.color, 0.2)}, .7 ${art.color}, 1 ${darken(art.color, 0.12)}`,
  );
  const around = company(art).filter((kind) => kind !== "hortela");
  const kinds = around.length ? around : [art.subject];
  const served = fromTheSea.has(art.subject)
    ? path(
        "M150 214C140 150 300 122 420 128C560 124 680 172 652 230C628 284 480 300 380 292C270 294 158 272 150 214Z",
        sauce,
      ) +
      heap(sheet, art.color, [art.subject], main, "cut", "grilled") +
      steam(sheet, 400, 40) +
      leaves(sheet, places("330 60 60, 420 40 66, 500 96 60, 280 150 56, 560 176 56, 410 190 60"))
    : stack(art, paletteOf(art.subject).main) +
      heap(sheet, art.color, [art.subject], onTop) +
      leaves(sheet, places("392 -24 70, 436 -20 60"));
  return [
    ellipse(400, 226, 392, 122, "#b5c1c8"),
    ellipse(400, 212, 396, 122, china),
    served,
    heap(sheet, "#8c9aa3", kinds, rim),
  ].join("");
}

export const plate: Dish = { width: 800, height: 350, draw };
