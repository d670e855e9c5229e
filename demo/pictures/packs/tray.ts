import { mix } from "../color.ts";
import { path, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight, printWords } from "./print.ts";

const width = 780;
const height = 540;
const rim = "M70 20H710Q744 20 750 52L778 440Q780 478 744 478H36Q0 478 2 440L30 52Q36 20 70 20Z";
const well = "M92 50H688Q712 50 716 74L738 414Q740 440 712 440H68Q40 440 42 414L64 74Q68 50 92 50Z";
const lip = "M2 440Q0 478 36 478H744Q780 478 778 440L770 512Q766 540 734 540H46Q14 540 10 512Z";

/** Pieces laid in two rows, overlapping like tiles. */
function goods(sheet: Sheet, { art }: Content): string {
  const places = [
    [420, 150],
    [560, 146],
    [672, 160],
    [440, 330],
    [580, 326],
    [690, 340],
    [500, 240],
    [640, 244],
  ];
  return places
    .map(([x = 0, y = 0], index) =>
      sheet.sprite(index % 3 === 2 && art.companion ? art.companion : art.subject, {
        piece: "cut",
        x,
        y,
        size: 220,
        rotate: (index % 2 ? 12 : -14) + index * 3,
      }),
    )
    .join("");
}

/** A fish tray under film, with a paper sleeve that carries the label. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art, ink } = content;
  const foam = sheet.linear([
    [0, "#22323a"],
    [1, "#101a20"],
  ]);
  const paper = sheet.linear([
    [0, mix(palette.main, "#ffffff", 0.06)],
    [1, mix(palette.main, palette.dark, 0.42)],
  ]);
  const gloss = sheet.linear(
    [
      [0, "#fff", 0.5],
      [0.5, "#fff", 0.06],
      [1, "#fff", 0.3],
    ],
    0,
    0,
    1,
    1,
  );
  const words = printWords(content, { x: 216, width: 250, top: 78, ink, hole: palette.main });
  return [
    path(lip, "#0a1216"),
    path(rim, foam),
    path(well, "#2f424b"),
    `<g clip-path="${sheet.clip(`<path d="${well}"/>`)}">`,
    rect(
      300,
      40,
      450,
      410,
      sheet.linear([
        [0, "#6d8792"],
        [1, "#3c535d"],
      ]),
    ),
    goods(sheet, content),
    "</g>",
    `<g clip-path="${sheet.clip(`<path d="${rim}"/>`)}">`,
    path("M470 20L560 20L380 478L250 478Z", gloss, 'opacity="0.5"'),
    path("M610 20L640 20L500 478L450 478Z", gloss, 'opacity="0.6"'),
    path("M700 20H790V478H756Z", "#fff", 'opacity="0.12"'),
    "</g>",
    stroke("M80 34H700Q728 36 734 60L760 440", "#ffffff", 4, 'opacity="0.55"'),
    path(
      "M62 12H352L366 490L366 544H40L44 490Z",
      "#000",
      'opacity="0.3" transform="translate(8 4)"',
    ),
    path("M64 12H352L370 486H40Z", paper),
    path("M40 486H370L366 544H46Z", mix(palette.main, palette.dark, 0.66)),
    words.markup,
    sheet.sprite(art.subject, { x: 205, y: 352, size: 220 }),
    printWeight(art.weight, 205, 452, 28, "#ffffff", palette.dark),
    path(
      "M64 12H352L370 486H40Z",
      sheet.linear(
        [
          [0, "#fff", 0.24],
          [0.4, "#fff", 0],
          [1, "#000", 0.18],
        ],
        0,
        0,
        1,
        0.6,
      ),
    ),
  ].join("");
}

export const tray: Pack = { width, height, draw };
