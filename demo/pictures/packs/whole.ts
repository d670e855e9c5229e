import { mix } from "../color.ts";
import { path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight, printWords } from "./print.ts";

const width = 760;
const height = 640;

/** A heap of the goods on ice in a shallow crate whose front carries the label. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art, ink } = content;
  const front = sheet.linear([
    [0, mix(palette.main, "#ffffff", 0.08)],
    [1, mix(palette.main, palette.dark, 0.4)],
  ]);
  const ice = [
    [110, 300],
    [230, 330],
    [350, 320],
    [470, 334],
    [590, 322],
    [670, 300],
    [170, 250],
    [600, 250],
  ].map(([x = 0, y = 0], index) =>
    sheet.sprite("gelo", { x, y, size: 150, rotate: index * 37, opacity: 0.96 }),
  );
  const goods = [
    [250, 170, 280, -14],
    [510, 160, 290, 12],
    [150, 250, 250, 8],
    [620, 250, 250, -10],
    [380, 220, 330, 0],
  ].map(([x = 0, y = 0, size = 0, rotate = 0], index) =>
    sheet.sprite(index === 1 && art.companion ? art.companion : art.subject, {
      finish: "frozen",
      x,
      y,
      size,
      rotate,
    }),
  );
  const words = printWords(content, { x: 330, width: 380, top: 372, ink, hole: palette.main });
  return [
    path("M40 330L70 250H690L720 330Z", mix(palette.dark, "#000000", 0.2)),
    ...ice.slice(0, 6),
    ...goods,
    ...ice.slice(6),
    path("M16 330H744L716 628Q714 640 700 640H60Q46 640 44 628Z", front),
    rect(8, 322, 744, 26, mix(palette.main, "#ffffff", 0.3), 8),
    words.markup,
    printWeight(art.weight, 620, 480, 38, "#ffffff", palette.dark),
    path(
      "M16 330H744L716 628Q714 640 700 640H60Q46 640 44 628Z",
      sheet.linear(
        [
          [0, "#fff", 0.2],
          [0.4, "#fff", 0],
          [1, "#000", 0.24],
        ],
        0,
        0,
        1,
        0.4,
      ),
    ),
  ].join("");
}

export const whole: Pack = { width, height, draw };
