import { mix } from "../color.ts";
import { brand } from "../mark.ts";
import { group, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { text } from "../text.ts";
import { seal } from "./film.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight } from "./print.ts";

const width = 560;
const height = 760;
const one = { width: 158, height: 720 };
const outline = "M8 0H150L154 44Q164 360 154 676L150 720H8L4 676Q-6 360 4 44Z";

function oneStick(sheet: Sheet, content: Content, shade: number): string {
  const { palette, art, ink } = content;
  const base = mix(palette.main, palette.dark, shade);
  const body = sheet.linear([
    [0, mix(palette.flesh, "#ffffff", 0.1)],
    [0.35, base],
    [1, mix(base, palette.dark, 0.35)],
  ]);
  const round = sheet.linear(
    [
      [0, "#000", 0.4],
      [0.14, "#000", 0.02],
      [0.27, "#fff", 0.55],
      [0.4, "#fff", 0.06],
      [0.75, "#000", 0.02],
      [1, "#000", 0.42],
    ],
    0,
    0,
    1,
    0,
  );
  return [
    `<g clip-path="${sheet.clip(`<path d="${outline}"/>`)}">`,
    rect(0, 0, one.width, one.height, body),
    path(`M0 560C50 530 100 592 158 556V${one.height}H0Z`, "#fff", 'opacity="0.9"'),
    sheet.sprite(art.companion ?? art.subject, {
      piece: "cut",
      x: 108,
      y: 604,
      size: 92,
      rotate: 12,
    }),
    sheet.sprite(art.subject, { x: 64, y: 574, size: 124, rotate: -10 }),
    group("translate(56 96) rotate(90)", brand(56, 0, 34, ink, base)),
    group(
      "translate(56 270) rotate(90)",
      text(art.label, {
        x: 0,
        y: 0,
        size: 84,
        maxWidth: 250,
        fill: ink,
        anchor: "start",
        tracking: -12,
      }),
    ),
    art.tagline
      ? group(
          "translate(28 272) rotate(90)",
          text(art.tagline, {
            x: 0,
            y: 0,
            size: 23,
            maxWidth: 244,
            fill: ink,
            anchor: "start",
            weight: 500,
          }),
        )
      : "",
    rect(0, 0, one.width, one.height, round),
    seal(0, one.width, 40),
    seal(one.height - 40, one.width, 40),
    "</g>",
  ].join("");
}

/** Three sticks of flavoured ice, fanned out; the front one is read. */
function draw(sheet: Sheet, content: Content): string {
  return [
    group("translate(62 44) rotate(-12 79 720) scale(0.95)", oneStick(sheet, content, 0.22)),
    group("translate(346 44) rotate(12 79 720) scale(0.95)", oneStick(sheet, content, 0.12)),
    group(
      "translate(190 26)",
      path(outline, "#000", 'opacity="0.16" transform="translate(10 8)"'),
      oneStick(sheet, content, 0),
    ),
    printWeight(content.art.weight, 269, 694, 24, content.palette.dark, "#ffffff"),
  ].join("");
}

export const stick: Pack = { width, height, draw };
