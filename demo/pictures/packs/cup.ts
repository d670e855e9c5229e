import { lighten, mix } from "../color.ts";
import { brand } from "../mark.ts";
import { ellipse, group, path, places, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { piece } from "./piece.ts";
import { printWeight, printWords } from "./print.ts";

const width = 430;
const height = 600;
const wall = "M22 66L72 560C75 588 140 600 215 600C290 600 355 588 358 560L408 66Z";
const sleeve = "M34 206Q215 246 396 206L370 488Q215 528 60 488Z";
const cubes = places(
  "100 134 112 12, 215 152 120 -16, 330 130 108 24, 120 540 112 -20, 220 560 108 14, 312 540 104 40",
);

function ice(sheet: Sheet, { art, look }: Content): string {
  const kinds = look.fill ?? [`${art.subject}:cut`];
  const bits = places("344 536 112 14, 88 146 104 -20, 270 128 96 24");
  return (
    cubes.map((cube) => sheet.sprite("gelo-claro", cube)).join("") +
    bits
      .map((bit, index) =>
        piece(sheet, kinds.length ? (kinds[index % kinds.length] ?? "") : "", bit),
      )
      .join("")
  );
}

function lid(sheet: Sheet, { palette: { main }, ink }: Content): string {
  const foil = sheet.linear("0 #aeb9c2, .3 #ffffff, .55 #d3dbe1, .8 #ffffff, 1 #a3aeb8", "across");
  return [
    path("M6 40C6 74 20 84 215 88C410 84 424 74 424 40L420 70C400 96 30 96 10 70Z", "#c9d2da"),
    ellipse(215, 42, 210, 38, foil),
    ellipse(215, 42, 176, 28, main),
    group("translate(215 52) scale(1 .34)", brand({ x: 0, y: 0, size: 58, ink, hole: main })),
    ellipse(215, 42, 176, 28, sheet.linear("0 #fff .5, .5 #fff 0, 1 #000 .15", "across")),
  ].join("");
}

/** A clear cup of flavoured ice under a foil lid, the label on a paper sleeve. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art, ink } = content;
  const { main, dark, flesh } = palette;
  const drink = sheet.linear(
    `0 ${lighten(flesh, 0.5)}, .3 ${mix(flesh, main, 0.4)}, 1 ${mix(main, dark, 0.06)}`,
  );
  const round = sheet.linear(
    `0 ${dark} .5, .1 #fff .12, .2 #fff .5, .3 #fff .04, .75 #fff 0, .9 #fff .24, 1 ${dark} .5`,
    "across",
  );
  return (
    sheet.clipped(
      wall,
      rect(0, 0, width, height, drink),
      ice(sheet, content),
      path(sleeve, sheet.linear(`0 ${mix(main, dark, 0.04)}, 1 ${mix(main, dark, 0.26)}`)),
      path("M34 206Q215 246 396 206L395 217Q215 257 35 217Z", "#fff", 'opacity="0.4"'),
      path("M61 477Q215 517 369 477L370 488Q215 528 60 488Z", "#fff", 'opacity="0.4"'),
      rect(0, 0, width, height, round),
      printWords(content, { x: 215, width: 252, top: 250, ink, hole: main }),
      printWeight(art.weight, 215, 462, 27, "#ffffff", dark),
    ) + lid(sheet, content)
  );
}

export const cup: Pack = { width, height, draw };
