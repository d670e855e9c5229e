import { darken, lighten, mix } from "../color.ts";
import { brand } from "../mark.ts";
import { group, path, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { printFruit, printSnow, printWeight, printWords } from "./print.ts";

const front = { width: 500, height: 590 };
const side = { width: 158, height: 590 };
const top = "M0 52L500 67L658 20L176 6Z";

function frontFace(sheet: Sheet, content: Content): string {
  const { palette, ink, art } = content;
  const { main, dark } = palette;
  const { width, height } = front;
  const paper = sheet.linear(
    `0 ${mix(main, "#ffffff", 0.12)}, 1 ${mix(main, dark, 0.14)}`,
    "diagonal",
  );
  return sheet.clipped(
    `M0 0H${width}V${height}H0Z`,
    rect(0, 0, width, height, paper),
    printSnow(width, height, 496),
    printFruit(sheet, content, width / 2, 406, 286),
    rect(0, 0, width, height, sheet.linear(`0 #fff .22, .4 #fff 0, 1 ${dark} .2`, "diagonal")),
    printWords(content, { x: width / 2, width: 376, top: 34, ink, hole: main }),
    printWeight(art.weight, width / 2, 540, 35, dark, "#ffffff"),
  );
}

function sideFace(sheet: Sheet, { palette, ink }: Content): string {
  const { main, dark } = palette;
  const { width, height } = side;
  const paper = sheet.linear(`0 ${mix(main, dark, 0.36)}, 1 ${mix(main, dark, 0.6)}`, "across");
  return (
    rect(0, 0, width, height, paper) +
    path(`M0 496C50 470 110 520 158 492V${height}H0Z`, mix("#ffffff", main, 0.22)) +
    group(
      "translate(98 260) rotate(-90)",
      brand({ x: 0, y: 0, size: 54, ink, hole: mix(main, dark, 0.48) }),
    ) +
    rect(0, 0, width, height, sheet.linear(`0 ${dark} .05, 1 ${dark} .3`, "across"))
  );
}

/** A carton seen from its left front corner: front, right side, top. */
function draw(sheet: Sheet, content: Content): string {
  const { main } = content.palette;
  return [
    group("matrix(1 0.03 0 1 0 52)", frontFace(sheet, content)),
    group("matrix(1 -0.3 0 1 500 67)", sideFace(sheet, content)),
    path(top, lighten(main, 0.3)),
    path(top, sheet.linear("0 #fff .35, 1 #fff 0", "across")),
    stroke("M86 30L582 43", darken(main, 0.3), 2, 'opacity="0.4"'),
    stroke("M500 67V655", "#fff", 2, 'opacity="0.35"'),
  ].join("");
}

export const box: Pack = { width: 660, height: 660, draw };
