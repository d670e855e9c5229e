import { darken, lighten, mix } from "../color.ts";
import { ellipse, path, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { printFruit, printSnow, printWeight, printWords } from "./print.ts";

const width = 560;
const height = 620;
const wall = "M22 84L64 572C66 604 170 620 280 620C390 620 494 604 496 572L538 84Z";

function lid(sheet: Sheet, light: string): string {
  const edge = sheet.linear(
    `0 ${darken(light, 0.18)}, .28 #ffffff, .6 ${lighten(light, 0.4)}, 1 ${darken(light, 0.3)}`,
    "across",
  );
  return [
    path("M8 46V80C8 112 130 130 280 130C430 130 552 112 552 80V46Z", edge),
    ellipse(280, 46, 272, 46, lighten(light, 0.5)),
    ellipse(280, 46, 250, 39, sheet.linear(`0 ${light}, 1 #ffffff`, "across")),
    ellipse(280, 48, 216, 31, darken(light, 0.06), 'opacity="0.6"'),
    stroke("M8 62C30 96 140 112 280 112C420 112 530 96 552 62", "#000", 4, 'opacity="0.1"'),
  ].join("");
}

/** A round tub with a lid; the label is printed around it. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, ink, art } = content;
  const { main, dark } = palette;
  const round = sheet.linear(
    `0 ${dark} .75, .12 ${dark} .2, .27 #fff .3, .42 #fff .02, .7 ${dark} .05, .9 ${dark} .4, 1 ${dark} .78`,
    "across",
  );
  return (
    sheet.clipped(
      wall,
      rect(0, 0, width, height, sheet.linear(`0 ${main}, 1 ${mix(main, dark, 0.34)}`)),
      printSnow(width, height, 540),
      printFruit(sheet, content, 280, 456, 262),
      path("M20 84Q280 138 540 84L538 108Q280 162 24 108Z", dark, 'opacity="0.3"'),
      rect(0, 0, width, height, round),
      printWords(content, { x: width / 2, width: 366, top: 156, ink, hole: main }),
      printWeight(art.weight, 280, 572, 32, dark, "#ffffff"),
    ) + lid(sheet, palette.light)
  );
}

export const tub: Pack = { width, height, draw };
