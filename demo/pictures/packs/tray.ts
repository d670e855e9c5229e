import { mix } from "../color.ts";
import { path, places, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { piece } from "./piece.ts";
import { printWeight, printWords } from "./print.ts";

const rim = "M70 20H710Q744 20 750 52L778 440Q780 478 744 478H36Q0 478 2 440L30 52Q36 20 70 20Z";
const well = "M92 50H688Q712 50 716 74L738 414Q740 440 712 440H68Q40 440 42 414L64 74Q68 50 92 50Z";
const lip = "M2 440Q0 478 36 478H744Q780 478 778 440L770 512Q766 540 734 540H46Q14 540 10 512Z";
const sleeve = "M64 12H388L408 486H40Z";
const layouts: Record<number, string> = {
  4: "500 150 226 -10, 668 160 226 12, 520 334 226 8, 684 346 226 -12",
  5: "476 140 210 -10, 662 146 214 12, 470 340 210 8, 672 346 214 -12, 570 244 216 4",
  6: "468 130 200 -12, 600 124 200 10, 706 176 190 -6, 480 330 200 12, 610 340 200 -8, 704 346 190 8",
  8: "450 140 210 -14, 590 136 210 10, 690 170 200 -6, 470 340 210 12, 690 350 200 16, 600 330 214 -10, 530 236 216 4, 660 252 206 -16",
  16: "436 92 138 -34, 530 104 138 50, 618 88 138 -20, 700 106 132 74, 470 176 138 110, 556 190 138 -18, 646 172 138 32, 716 196 132 -60, 438 262 138 20, 524 274 138 -76, 612 258 138 46, 704 282 132 150, 462 356 138 -30, 550 366 138 70, 640 350 138 -54, 716 372 132 18",
};

/** A fish tray under film, with a paper sleeve that carries the label. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art, ink } = content;
  const { main, dark } = palette;
  const kinds = content.look.fill ?? [`${art.subject}:cut`];
  const goods = places(layouts[content.look.count ?? 8] ?? "").map((spot, index) =>
    piece(
      sheet,
      `${kinds[index % kinds.length]}${(kinds[0] ?? "").includes(":") ? "" : ":whole"}`,
      spot,
    ),
  );
  const gloss = sheet.linear("0 #fff .5, .5 #fff .06, 1 #fff .3", "diagonal");
  return [
    path(lip, "#0a1216"),
    path(rim, sheet.linear("0 #22323a, 1 #101a20")),
    path(well, "#2f424b"),
    sheet.clipped(well, rect(300, 40, 450, 410, sheet.linear("0 #6d8792, 1 #3c535d")), ...goods),
    sheet.clipped(
      rim,
      path("M520 20L600 20L440 478L320 478Z", gloss, 'opacity="0.4"'),
      path("M640 20L666 20L540 478L496 478Z", gloss, 'opacity="0.5"'),
      path("M706 20H790V478H760Z", "#fff", 'opacity="0.12"'),
    ),
    stroke("M80 34H700Q728 36 734 60L760 440", "#ffffff", 4, 'opacity="0.55"'),
    path(
      "M62 12H388L406 490L406 544H40L44 490Z",
      "#000",
      'opacity="0.3" transform="translate(8 4)"',
    ),
    path(sleeve, sheet.linear(`0 ${mix(main, "#ffffff", 0.08)}, 1 ${mix(main, dark, 0.28)}`)),
    path("M40 486H408L404 544H46Z", mix(main, dark, 0.56)),
    path(sleeve, sheet.linear(`0 #fff .24, .4 #fff 0, 1 ${dark} .2`, "diagonal")),
    printWords(content, { x: 225, width: 256, top: 56, ink, hole: main }),
    piece(sheet, content.look.print?.[0] ?? `${art.subject}:cut`, { x: 222, y: 326, size: 200 }),
    printWeight(art.weight, 224, 446, 32, "#ffffff", dark),
  ].join("");
}

export const tray: Pack = { width: 780, height: 540, draw };
