import { mix } from "../color.ts";
import { path, places, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { folds, seal } from "./film.ts";
import type { Content, Pack } from "./pack.ts";
import { piece } from "./piece.ts";
import { printWeight, printWords } from "./print.ts";

const width = 560;
const height = 740;
const outline = "M16 0H544Q560 0 560 16V724Q560 740 544 740H16Q0 740 0 724V16Q0 0 16 0Z";
const pocket =
  "M56 322C60 306 80 298 120 296H440C480 298 500 306 504 322C520 430 518 560 504 654C496 676 470 682 440 682H120C90 682 64 676 56 654C42 560 40 430 56 312Z";
const header = "M0 0H560V272C520 258 480 250 360 270S120 248 0 272Z";
const clinging =
  "60 312 -32 -30, 120 288 -10 -26, 500 312 34 -32, 440 288 12 -28, 58 650 -34 50, 504 652 34 52, 46 480 -32 6, 514 470 32 -8, 280 682 4 24, 180 682 -6 26, 390 682 8 26";

const layouts: Record<number, string> = {
  1: "280 486 420 -4",
  2: "276 410 370 -6, 286 566 370 6",
  3: "150 474 320 -12, 282 484 330 0, 414 474 320 12",
  4: "186 410 280 -14, 378 404 280 12, 192 566 280 10, 380 568 280 -10",
  5: "176 404 262 -16, 384 400 262 14, 186 566 262 10, 388 566 262 -12, 284 484 270 0",
};

function goods(sheet: Sheet, { art, look }: Content): string {
  const kinds = look.fill ?? [`${art.subject}:cut`];
  return places(layouts[look.count ?? 5] ?? "")
    .map((spot, index) =>
      piece(
        sheet,
        `${kinds[index % kinds.length]}${(kinds[0] ?? "").includes(":") ? "" : ":whole"}`,
        spot,
      ),
    )
    .join("");
}

/** A clear vacuum pack: header card above, the goods clung to by film below. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art, ink } = content;
  const { main, dark } = palette;
  const board = sheet.linear(`0 ${mix(dark, main, 0.5)}, 1 ${mix(dark, main, 0.14)}`, "diagonal");
  const card = sheet.linear(`0 ${mix(main, "#ffffff", 0.1)}, 1 ${mix(main, dark, 0.2)}`);
  const edges = sheet.linear(
    `0 ${dark} .4, .08 #fff .16, .3 #fff 0, .9 ${dark} 0, 1 ${dark} .46`,
    "across",
  );
  return (
    sheet.clipped(
      outline,
      rect(0, 0, width, height, board),
      rect(0, 0, width, height, "#ffffff", 0, 'opacity="0.16"'),
      path(pocket, sheet.radial("0 #dff3f6 .8, 1 #dff3f6 .34")),
      sheet.clipped(pocket, goods(sheet, content)),
      path(pocket, sheet.linear("0 #fff .6, .5 #fff .04, 1 #fff .3", "diagonal"), 'opacity="0.5"'),
      stroke(pocket, "#ffffff", 3, 'opacity="0.6"'),
      folds(clinging),
      path(header, "#000", 'opacity="0.25" transform="translate(0 8)"'),
      path(header, card),
      rect(0, 0, width, height, edges),
      printWords(content, { x: width / 2, width: 366, top: 42, ink, hole: main }),
      printWeight(content.look.weight ?? art.weight, width / 2, 690, 34, "#ffffff", dark),
      seal(0, width, 30),
      seal(height - 26, width, 26),
    ) + stroke(outline, "#ffffff", 2, 'opacity="0.35"')
  );
}

export const vacuum: Pack = { width, height, draw };
