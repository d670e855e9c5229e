import { darken, mix } from "../color.ts";
import { group, path, rect } from "../shapes.ts";
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
  const body = sheet.linear([
    [0, mix(palette.main, "#ffffff", 0.08)],
    [0.6, palette.main],
    [1, mix(palette.main, palette.dark, 0.55)],
  ]);
  const halo = sheet.radial([
    [0, palette.light, 0.95],
    [0.6, palette.light, 0.5],
    [1, palette.light, 0],
  ]);
  const words = printWords(content, {
    x: width / 2,
    width: width - 76,
    top: 74,
    ink,
    hole: palette.main,
  });
  return group(
    "",
    `<g clip-path="${sheet.clip(`<path d="${outline}"/>`)}">`,
    rect(0, 0, width, height, body),
    `<circle cx="${width / 2}" cy="430" r="230" fill="${halo}"/>`,
    printSnow(width, height, 532, "#ffffff"),
    printFruit(sheet, content, width / 2, 428, 300),
    words.markup,
    printWeight(art.weight, width - 82, height - 78, 28, palette.dark, "#ffffff"),
    creases(width, 46, 1),
    creases(width, height - 46, -1),
    filmLight(sheet, width, height),
    seal(0, width, 46),
    seal(height - 46, width, 46),
    "</g>",
    path(
      outline,
      "none",
      `stroke="${darken(palette.main, 0.4)}" stroke-opacity="0.35" stroke-width="2"`,
    ),
  );
}

export const sachet: Pack = { width, height, draw };
