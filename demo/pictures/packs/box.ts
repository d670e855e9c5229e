import { darken, lighten, mix } from "../color.ts";
import { brand } from "../mark.ts";
import { group, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { printFruit, printSnow, printWeight, printWords } from "./print.ts";

const width = 660;
const height = 660;
const front = { width: 500, height: 590 };

/** A carton seen from its left front corner: front, right side, top. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, ink, art } = content;
  const face = sheet.linear(
    [
      [0, mix(palette.main, "#ffffff", 0.1)],
      [1, mix(palette.main, palette.dark, 0.18)],
    ],
    0,
    0,
    0.3,
    1,
  );
  const side = sheet.linear(
    [
      [0, mix(palette.main, palette.dark, 0.42)],
      [1, mix(palette.main, palette.dark, 0.68)],
    ],
    0,
    0,
    1,
    0,
  );
  const light = sheet.linear(
    [
      [0, "#fff", 0.22],
      [0.4, "#fff", 0],
      [1, "#000", 0.16],
    ],
    0,
    0,
    1,
    1,
  );
  const halo = sheet.radial([
    [0, palette.light, 0.95],
    [0.6, palette.light, 0.5],
    [1, palette.light, 0],
  ]);
  const words = printWords(content, {
    x: front.width / 2,
    width: front.width - 90,
    top: 34,
    ink,
    hole: palette.main,
  });
  return [
    group(
      "matrix(1 0.03 0 1 0 52)",
      `<g clip-path="${sheet.clip(`<rect width="${front.width}" height="${front.height}"/>`)}">`,
      rect(0, 0, front.width, front.height, face),
      `<circle cx="250" cy="400" r="240" fill="${halo}"/>`,
      printSnow(front.width, front.height, 496, "#ffffff"),
      printFruit(sheet, content, 250, 386, 310),
      words.markup,
      printWeight(art.weight, 402, 540, 31, palette.dark, "#ffffff"),
      rect(0, 0, front.width, front.height, light),
      "</g>",
    ),
    group(
      "matrix(1 -0.3 0 1 500 67)",
      rect(0, 0, 158, front.height, side),
      path(`M0 496C50 470 110 520 158 492V${front.height}H0Z`, "#ffffff", 'opacity="0.72"'),
      group("translate(98 290) rotate(-90)", brand(0, 0, 54, ink, palette.dark)),
      rect(
        0,
        0,
        158,
        front.height,
        sheet.linear(
          [
            [0, "#000", 0.05],
            [1, "#000", 0.26],
          ],
          0,
          0,
          1,
          0,
        ),
      ),
    ),
    path("M0 52L500 67L658 20L176 6Z", lighten(palette.main, 0.3)),
    path(
      "M0 52L500 67L658 20L176 6Z",
      sheet.linear(
        [
          [0, "#fff", 0.35],
          [1, "#fff", 0],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    path(
      "M86 30L582 43",
      "none",
      `stroke="${darken(palette.main, 0.3)}" stroke-opacity="0.4" stroke-width="2"`,
    ),
    path("M500 67V655", "none", 'stroke="#fff" stroke-opacity="0.35" stroke-width="2"'),
  ].join("");
}

export const box: Pack = { width, height, draw };
