import type { Piece } from "../subjects/drawing.ts";
import { darken, mix } from "../color.ts";
import { seededRandom } from "../random.ts";
import { ellipse, path, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { findSubject } from "../subjects/all.ts";
import { filmLight, seal } from "./film.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight, printWords } from "./print.ts";

const width = 580;
const height = 780;
const outline =
  "M22 0H558L562 120C580 300 586 560 566 700C540 766 460 780 290 780C120 780 40 766 14 700C-6 560 0 300 18 120Z";
const window =
  "M66 462C160 428 420 428 514 462C540 530 536 626 500 690C400 730 180 730 80 690C44 626 40 530 66 462Z";

/** Frozen pieces pressed against the window. */
function filling(sheet: Sheet, { art, look }: Content): string {
  const kinds = look.fill ?? [`${art.subject}:cut`];
  const random = seededRandom(`${art.subject}${art.companion ?? ""}${art.label}`);
  return Array.from({ length: 20 }, (_, index) => {
    const [row, column] = [Math.floor(index / 5), index % 5];
    const [subject = "", kind] = (kinds[(index * 2 + row) % kinds.length] ?? "").split(":");
    const { long } = findSubject(subject);
    return sheet.sprite(subject, {
      piece: (kind ?? "whole") as Piece,
      finish: "frozen",
      x: 72 + column * 110 + (row % 2) * 44 + random() * 26 - 13,
      y: 462 + row * 76 + random() * 22 - 11,
      size: (138 + random() * 34) * (long ? 1.7 : 1),
      rotate: random() * (long ? 40 : 300) - (long ? 20 : 150),
      mirror: long && random() < 0.5,
    });
  }).join("");
}

const zip =
  stroke(`M0 92H${width}M0 104H${width}`, "#000", 3, 'opacity="0.16"') +
  stroke(`M0 95H${width}M0 107H${width}`, "#fff", 2.4, 'opacity="0.4"');

/** A stand-up pouch with a zip and a window on the frozen pieces. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, ink, art, look } = content;
  const { main, dark } = palette;
  const body = sheet.linear(
    `0 ${mix(main, "#ffffff", 0.12)}, .55 ${main}, 1 ${mix(main, dark, 0.28)}`,
  );
  const glass = sheet.linear("0 #fff .5, .3 #fff .05, 1 #fff .16", "diagonal");
  return (
    sheet.clipped(
      outline,
      rect(0, 0, width, height, body),
      sheet.clipped(
        window,
        rect(0, 380, width, 400, mix(palette.light, dark, 0.22)),
        filling(sheet, content),
        path(window, glass),
        stroke(window, darken(dark, 0.3), 10, 'opacity="0.28"'),
      ),
      stroke(window, "#ffffff", 5, 'opacity="0.9"'),
      filmLight(sheet, width, height, mix(dark, main, 0.3)),
      ellipse(width / 2, 800, 300, 60, dark, 'opacity="0.3"'),
      printWords(content, { x: width / 2, width: 424, top: 130, ink, hole: main }),
      printWeight(look.weight ?? art.weight, width / 2, 706, 36, "#ffffff", dark),
      seal(0, width, 62),
      zip,
    ) + stroke(outline, darken(main, 0.4), 2, 'opacity="0.3"')
  );
}

export const bag: Pack = { width, height, draw };
