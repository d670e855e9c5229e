import { darken, mix } from "../color.ts";
import { brand } from "../mark.ts";
import { group, path, rect } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";
import { text } from "../text.ts";
import { seal } from "./film.ts";
import type { Content, Pack } from "./pack.ts";
import { printWeight } from "./print.ts";

const one = { width: 158, height: 720 };
const outline = "M8 0H150L154 44Q164 360 154 676L150 720H8L4 676Q-6 360 4 44Z";

function words({ art, ink }: Content, hole: string): string {
  const line = { x: 0, y: 0, fill: ink, anchor: "start" } as const;
  return [
    group("translate(62 146) rotate(90)", brand({ x: 0, y: 0, size: 34, ink, hole })),
    group(
      "translate(54 250) rotate(90)",
      text(art.label, { ...line, size: 84, maxWidth: 236, tracking: -12 }),
    ),
    art.tagline
      ? group(
          "translate(22 252) rotate(90)",
          text(art.tagline, { ...line, size: 25, maxWidth: 256, weight: 500 }),
        )
      : "",
  ].join("");
}

function oneStick(sheet: Sheet, content: Content, shade: number): string {
  const { palette, art } = content;
  const { dark } = palette;
  const base = mix(palette.main, dark, shade);
  const { width, height } = one;
  const body = sheet.linear(
    `0 ${mix(palette.flesh, "#ffffff", 0.1)}, .35 ${base}, 1 ${mix(base, dark, 0.3)}`,
  );
  const round = sheet.linear(
    `0 ${dark} .7, .14 ${dark} .04, .27 #fff .55, .4 #fff .06, .75 ${dark} .04, 1 ${dark} .74`,
    "across",
  );
  return sheet.clipped(
    outline,
    rect(0, 0, width, height, body),
    path(`M0 590C50 560 100 622 158 586V${height}H0Z`, "#fff", 'opacity="0.9"'),
    sheet.sprite(art.subject, { x: 66, y: 596, size: 112, rotate: -10 }),
    sheet.sprite(art.companion ?? art.subject, {
      piece: "cut",
      x: 106,
      y: 628,
      size: 84,
      rotate: 12,
    }),
    rect(0, 0, width, height, round),
    words(content, base),
    seal(0, width, 40),
    seal(height - 40, width, 40),
  );
}

/** Three sticks of flavoured ice, fanned out; the front one is read. */
function draw(sheet: Sheet, content: Content): string {
  const { palette, art } = content;
  return [
    group("translate(92 44) rotate(-10 79 720) scale(0.95)", oneStick(sheet, content, 0.2)),
    group("translate(316 44) rotate(10 79 720) scale(0.95)", oneStick(sheet, content, 0.1)),
    group(
      "translate(190 26)",
      path(outline, darken(palette.dark, 0.3), 'opacity="0.3" transform="translate(10 8)"'),
      oneStick(sheet, content, 0),
    ),
    printWeight(art.weight, 269, 694, 26, palette.dark, "#ffffff"),
  ].join("");
}

export const stick: Pack = { width: 560, height: 760, draw };
