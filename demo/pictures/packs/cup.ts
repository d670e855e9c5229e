import { lighten, mix } from "../color.ts";
import { ellipse, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight, printWords } from "./print.ts";

const width = 430;
const height = 600;
const wall = "M22 66L72 560C75 588 140 600 215 600C290 600 355 588 358 560L408 66Z";
const sleeve = "M31 190Q215 232 399 190L370 470Q215 512 60 470Z";

/** A clear cup of flavoured ice under a foil lid. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art, ink } = content;
  const drink = sheet.linear([
    [0, lighten(palette.flesh, 0.5)],
    [0.3, mix(palette.flesh, palette.main, 0.4)],
    [1, mix(palette.main, palette.dark, 0.12)],
  ]);
  const round = sheet.linear(
    [
      [0, "#000", 0.3],
      [0.1, "#fff", 0.12],
      [0.2, "#fff", 0.5],
      [0.3, "#fff", 0.04],
      [0.75, "#fff", 0],
      [0.9, "#fff", 0.24],
      [1, "#000", 0.3],
    ],
    0,
    0,
    1,
    0,
  );
  const paper = sheet.linear([
    [0, mix(palette.main, palette.dark, 0.1)],
    [1, mix(palette.main, palette.dark, 0.34)],
  ]);
  const cubes = [
    [110, 130, 110, 12],
    [215, 150, 120, -16],
    [322, 128, 108, 24],
    [120, 520, 120, -20],
    [220, 545, 116, 14],
    [312, 522, 112, 40],
  ].map(([x = 0, y = 0, size = 0, rotate = 0]) =>
    sheet.sprite("gelo", { x, y, size, rotate, opacity: 0.72 }),
  );
  const words = printWords(content, { x: 215, width: 268, top: 238, ink, hole: palette.main });
  return [
    `<g clip-path="${sheet.clip(`<path d="${wall}"/>`)}">`,
    rect(0, 0, width, height, drink),
    ...cubes,
    sheet.sprite(art.subject, {
      piece: "cut",
      x: 350,
      y: 520,
      size: 120,
      rotate: 14,
      opacity: 0.95,
    }),
    sheet.sprite(art.companion ?? art.subject, {
      piece: "cut",
      x: 92,
      y: 140,
      size: 104,
      rotate: -20,
      opacity: 0.95,
    }),
    path(sleeve, paper),
    path("M31 190Q215 232 399 190L398 202Q215 244 32 202Z", "#fff", 'opacity="0.35"'),
    path("M61 458Q215 500 369 458L368 470Q215 512 62 470Z", "#fff", 'opacity="0.35"'),
    words.markup,
    printWeight(art.weight, 215, 454, 24, "#ffffff", palette.dark),
    rect(0, 0, width, height, round),
    "</g>",
    path("M6 40C6 74 20 84 215 88C410 84 424 74 424 40L420 70C400 96 30 96 10 70Z", "#c9d2da"),
    ellipse(
      215,
      42,
      210,
      38,
      sheet.linear(
        [
          [0, "#aeb9c2"],
          [0.3, "#ffffff"],
          [0.55, "#d3dbe1"],
          [0.8, "#ffffff"],
          [1, "#a3aeb8"],
        ],
        0,
        0,
        1,
        0.4,
      ),
    ),
    ellipse(215, 42, 176, 28, palette.main, 'opacity="0.9"'),
    ellipse(
      215,
      42,
      176,
      28,
      sheet.linear(
        [
          [0, "#fff", 0.5],
          [0.5, "#fff", 0],
          [1, "#000", 0.15],
        ],
        0,
        0,
        1,
        0.4,
      ),
    ),
  ].join("");
}

export const cup: Pack = { width, height, draw };
