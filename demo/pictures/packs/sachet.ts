import { darken, mix } from "../color.ts";
import { rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { creases, filmLight, seal } from "./film.ts";
import type { Content, Pack } from "./pack.ts";
import { printFruit, printSnow, printWeight, printWords } from "./print.ts";

const width = 470;
const height = 640;
const outline = `M10 0H460L466 48Q474 ${height / 2} 466 ${height - 48}L460 ${height}H10L4 ${height - 48}Q-4 ${height / 2} 4 48Z`;

/** A flat sachet of pulp, sealed at both ends. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, ink, art } = content;
  const { main, dark } = palette;
  const body = sheet.linear(
    `0 ${mix(main, "#ffffff", 0.1)}, .6 ${main}, 1 ${mix(main, dark, 0.26)}`,
  );
  return (
    sheet.clipped(
      outline,
      rect(0, 0, width, height, body),
      printSnow(width, height, 532),
      printFruit(sheet, content, width / 2, 446, 286),
      creases(width, 46, 1),
      creases(width, height - 46, -1),
      filmLight(sheet, width, height, mix(dark, main, 0.3)),
      printWords(content, { x: width / 2, width: 352, top: 72, ink, hole: main }),
      printWeight(art.weight, width / 2, height - 82, 31, dark, "#ffffff"),
      seal(0, width, 46),
      seal(height - 46, width, 46),
    ) + stroke(outline, darken(main, 0.4), 2, 'opacity="0.35"')
  );
}

export const sachet: Pack = { width, height, draw };
