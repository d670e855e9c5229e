import { darken, lighten } from "../color.ts";
import { ellipse, group, path, places, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { company, type Dish, glassLight, type RecipeArt } from "./dish.ts";
import { tallGlass } from "./glass.ts";

const body =
  "M40 40C30 160 10 240 14 380Q18 520 70 560H330Q382 520 386 380C390 240 370 160 360 40Z";
const cubes = places("110 162 124 10, 230 172 132 -22, 310 184 108 34, 150 274 112 50");
const slices = places("110 384 156 -12, 254 334 156 16, 294 466 144 30, 164 492 136 4");
const handle = "M372 130C500 110 510 400 380 400";

/** A jug of juice with fruit in it and a poured glass beside it. */
function draw(sheet: Sheet, art: RecipeArt): string {
  const { color } = art;
  const drink = sheet.linear(`0 ${lighten(color, 0.34)}, .35 ${color}, 1 ${darken(color, 0.16)}`);
  const kinds = [art.subject, ...company(art)];
  return [
    stroke(handle, "#ffffff", 34, 'opacity="0.6"'),
    stroke(handle, "#b5cdd8", 12, 'opacity="0.8"'),
    path(body, "#ffffff", 'opacity="0.5"'),
    sheet.clipped(
      body,
      rect(0, 130, 400, 420, drink),
      ...cubes.map((cube) => sheet.sprite("gelo-claro", cube)),
      ...slices.map((slice, index) =>
        sheet.sprite(kinds[index % kinds.length] ?? art.subject, {
          ...slice,
          piece: "cut",
          opacity: 0.92,
        }),
      ),
      glassLight(sheet, 10, 30, 380, 540),
    ),
    ellipse(200, 132, 166, 26, lighten(color, 0.46), 'opacity="0.9"'),
    path("M40 40C20 30 6 26 -6 8C30 6 60 14 90 20Z", "#ffffff", 'opacity="0.7"'),
    ellipse(200, 40, 160, 26, "#ffffff", 'fill-opacity="0.2" stroke="#ffffff" stroke-width="6"'),
    group("translate(440 190) scale(0.72)", tallGlass(sheet, art)),
  ].join("");
}

export const jug: Dish = { width: 660, height: 580, draw };
