import { mix } from "../color.ts";
import { path, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { seal } from "./film.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight, printWords } from "./print.ts";

const width = 560;
const height = 740;
const outline = "M16 0H544Q560 0 560 16V724Q560 740 544 740H16Q0 740 0 724V16Q0 0 16 0Z";
const pocket =
  "M56 300C60 284 80 276 120 274H440C480 276 500 284 504 300C520 420 518 560 504 654C496 676 470 682 440 682H120C90 682 64 676 56 654C42 560 40 420 56 300Z";

/** Folds where the film clings to what it holds. */
const folds = [
  [60, 300, 28, 268],
  [120, 276, 110, 246],
  [500, 300, 534, 266],
  [440, 276, 452, 244],
  [58, 650, 24, 700],
  [504, 652, 538, 704],
  [46, 480, 14, 486],
  [514, 470, 546, 462],
  [280, 682, 284, 706],
  [180, 682, 174, 708],
  [390, 682, 398, 708],
]
  .map(
    ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) =>
      stroke(`M${x1} ${y1}L${x2} ${y2}`, "#fff", 3, 'opacity="0.55"') +
      stroke(`M${x1 + 6} ${y1 + 2}L${x2 + 4} ${y2 + 2}`, "#04222a", 3, 'opacity="0.25"'),
  )
  .join("");

/** A clear vacuum pack: header card above, the goods clung to by film below. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art, ink } = content;
  const board = sheet.linear(
    [
      [0, mix(palette.dark, palette.main, 0.55)],
      [1, palette.dark],
    ],
    0,
    0,
    1,
    1,
  );
  const card = sheet.linear([
    [0, mix(palette.main, "#ffffff", 0.08)],
    [1, mix(palette.main, palette.dark, 0.28)],
  ]);
  const gloss = sheet.linear(
    [
      [0, "#fff", 0.6],
      [0.5, "#fff", 0.04],
      [1, "#fff", 0.3],
    ],
    0,
    0,
    1,
    1,
  );
  const pieces = [
    [180, 400, -16],
    [380, 394, 14],
    [190, 560, 10],
    [384, 564, -12],
    [284, 480, 0],
  ].map(([x = 0, y = 0, rotate = 0], index) =>
    sheet.sprite(index === 4 && art.companion ? art.companion : art.subject, {
      piece: "cut",
      finish: "frozen",
      x,
      y,
      size: 268,
      rotate,
    }),
  );
  const words = printWords(content, { x: width / 2, width: 400, top: 60, ink, hole: palette.main });
  return [
    `<g clip-path="${sheet.clip(`<path d="${outline}"/>`)}">`,
    rect(0, 0, width, height, board),
    rect(0, 0, width, height, "#ffffff", 0, 'opacity="0.14"'),
    path(
      pocket,
      sheet.radial([
        [0, "#dff3f6", 0.75],
        [1, "#dff3f6", 0.3],
      ]),
    ),
    `<g clip-path="${sheet.clip(`<path d="${pocket}"/>`)}">`,
    ...pieces,
    "</g>",
    path(pocket, gloss, 'opacity="0.55"'),
    stroke(pocket, "#ffffff", 3, 'opacity="0.6"'),
    folds,
    path(
      "M150 288C110 380 100 520 120 650L160 650C140 520 150 390 196 288Z",
      "#fff",
      'opacity="0.28"',
    ),
    rect(0, 0, width, 262, card),
    path(
      "M0 262C120 236 240 282 360 258S520 244 560 262V240H0Z",
      mix(palette.main, palette.dark, 0.28),
    ),
    words.markup,
    printWeight(art.weight, width - 96, 690, 30, "#ffffff", palette.dark),
    rect(
      0,
      0,
      width,
      height,
      sheet.linear(
        [
          [0, "#000", 0.2],
          [0.08, "#fff", 0.16],
          [0.3, "#fff", 0],
          [0.9, "#000", 0],
          [1, "#000", 0.26],
        ],
        0,
        0,
        1,
        0,
      ),
    ),
    seal(0, width, 30),
    seal(height - 26, width, 26),
    "</g>",
    path(outline, "none", 'stroke="#fff" stroke-opacity="0.35" stroke-width="2"'),
  ].join("");
}

export const vacuum: Pack = { width, height, draw };
