import { darken, mix } from "../color.ts";
import { seededRandom } from "../random.ts";
import { ellipse, path, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { creases, filmLight, seal } from "./film.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight, printWords } from "./print.ts";

const width = 580;
const height = 780;
const outline = `M22 0H558L562 120C580 300 586 560 566 700C540 766 460 780 290 780C120 780 40 766 14 700C-6 560 0 300 18 120Z`;
const window =
  "M70 452C150 404 430 396 510 446C540 520 536 622 500 690C400 730 180 730 80 690C44 622 40 520 70 452Z";

/** Frozen pieces pressed against the window. */
function filling(sheet: Sheet, { art }: Content): string {
  const random = seededRandom(`${art.subject}${art.companion ?? ""}${art.label}`);
  const pieces = [];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 5; column += 1) {
      const subject = art.companion && random() < 0.42 ? art.companion : art.subject;
      pieces.push(
        sheet.sprite(subject, {
          piece: random() < 0.55 ? "cut" : "whole",
          finish: "frozen",
          x: 72 + column * 110 + (row % 2) * 44 + random() * 26 - 13,
          y: 448 + row * 78 + random() * 22 - 11,
          size: 132 + random() * 34,
          rotate: random() * 300 - 150,
        }),
      );
    }
  }
  return pieces.join("");
}

/** A stand-up pouch with a zip and a window on the frozen pieces. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, ink, art } = content;
  const body = sheet.linear([
    [0, mix(palette.main, "#ffffff", 0.1)],
    [0.55, palette.main],
    [1, mix(palette.main, palette.dark, 0.5)],
  ]);
  const words = printWords(content, {
    x: width / 2,
    width: width - 150,
    top: 136,
    ink,
    hole: palette.main,
  });
  const glass = sheet.linear(
    [
      [0, "#fff", 0.5],
      [0.3, "#fff", 0.05],
      [1, "#fff", 0.16],
    ],
    0,
    0,
    1,
    1,
  );
  return [
    `<g clip-path="${sheet.clip(`<path d="${outline}"/>`)}">`,
    rect(0, 0, width, height, body),
    `<g clip-path="${sheet.clip(`<path d="${window}"/>`)}">`,
    rect(0, 380, width, 400, mix(palette.light, palette.dark, 0.22)),
    filling(sheet, content),
    path(window, glass),
    stroke(window, darken(palette.dark, 0.3), 10, 'opacity="0.28"'),
    "</g>",
    stroke(window, "#ffffff", 5, 'opacity="0.9"'),
    words.markup,
    printWeight(art.weight, width / 2, 706, 32, "#ffffff", palette.dark),
    creases(width, 118, 1, 44),
    filmLight(sheet, width, height),
    ellipse(width / 2, 800, 300, 60, "#000", 'opacity="0.16"'),
    seal(0, width, 62),
    stroke(`M0 92H${width}M0 104H${width}`, "#000", 3, 'opacity="0.16"'),
    stroke(`M0 95H${width}M0 107H${width}`, "#fff", 2.4, 'opacity="0.4"'),
    "</g>",
    path(
      outline,
      "none",
      `stroke="${darken(palette.main, 0.4)}" stroke-opacity="0.3" stroke-width="2"`,
    ),
  ].join("");
}

export const bag: Pack = { width, height, draw };
