import { darken, lighten, mix } from "../color.ts";
import { ellipse, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { printFruit, printSnow, printWeight, printWords } from "./print.ts";

const width = 560;
const height = 620;
const wall = `M22 84L64 572C66 604 170 620 280 620C390 620 494 604 496 572L538 84Z`;

/** A round tub with a lid; the label is printed around it. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, ink, art } = content;
  const body = sheet.linear([
    [0, palette.main],
    [1, mix(palette.main, palette.dark, 0.4)],
  ]);
  const round = sheet.linear(
    [
      [0, "#000", 0.42],
      [0.12, "#000", 0.12],
      [0.27, "#fff", 0.3],
      [0.42, "#fff", 0.02],
      [0.7, "#000", 0.04],
      [0.9, "#000", 0.26],
      [1, "#000", 0.46],
    ],
    0,
    0,
    1,
    0,
  );
  const halo = sheet.radial([
    [0, palette.light, 0.95],
    [0.6, palette.light, 0.5],
    [1, palette.light, 0],
  ]);
  const lid = sheet.linear(
    [
      [0, darken(palette.light, 0.18)],
      [0.28, "#ffffff"],
      [0.6, lighten(palette.light, 0.4)],
      [1, darken(palette.light, 0.3)],
    ],
    0,
    0,
    1,
    0,
  );
  const words = printWords(content, {
    x: width / 2,
    width: width - 190,
    top: 128,
    ink,
    hole: palette.main,
  });
  return [
    `<g clip-path="${sheet.clip(`<path d="${wall}"/>`)}">`,
    rect(0, 0, width, height, body),
    `<circle cx="280" cy="452" r="220" fill="${halo}"/>`,
    printSnow(width, height, 536, "#ffffff"),
    printFruit(sheet, content, 280, 440, 280),
    words.markup,
    printWeight(art.weight, 414, 568, 29, palette.dark, "#ffffff"),
    path("M20 84Q280 138 540 84L538 108Q280 162 24 108Z", "#000", 'opacity="0.16"'),
    rect(0, 0, width, height, round),
    "</g>",
    path("M8 46V84C8 116 130 134 280 134C430 134 552 116 552 84V46Z", lid),
    ellipse(280, 46, 272, 46, lighten(palette.light, 0.5)),
    ellipse(
      280,
      46,
      250,
      39,
      sheet.linear(
        [
          [0, palette.light],
          [1, "#ffffff"],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    ellipse(280, 48, 216, 31, darken(palette.light, 0.06), 'opacity="0.6"'),
    path(
      "M8 62C30 96 140 112 280 112C420 112 530 96 552 62",
      "none",
      'stroke="#000" stroke-opacity="0.1" stroke-width="4"',
    ),
  ].join("");
}

export const tub: Pack = { width, height, draw };
