/** Wide pictures: one composition per aspect ratio, nothing important near an edge. */
import { brand } from "../mark.ts";
import { heroTints, type Tint } from "../palette.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import { group, rect, ellipse } from "../shapes.ts";
import type { Picture } from "../svg.ts";
import { text } from "../text.ts";
import { lay, tableTop, topDishes } from "./recipe.ts";
import { arrange } from "./still-life.ts";

/** `flat` is the page's own colour: it continues beyond the picture without a seam. */
export const grounds = {
  polpas: "#7d1145",
  "frutas-congeladas": "#ffc83d",
  "gelo-saborizado": "#b8e0f8",
  pescados: "#0d4a52",
} as const;

export function flatStage(
  sheet: Sheet,
  width: number,
  height: number,
  ground: string,
  glow: string,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
): string {
  return (
    rect(0, 0, width, height, ground) +
    ellipse(cx, cy, rx, ry, sheet.radial(`0 ${glow} .85, .45 ${glow} .45, 1 ${glow} 0`))
  );
}
const compose = (
  width: number,
  height: number,
  ground: string,
  glow: string,
  tint: Tint,
  list: string,
  light: [number, number, number, number],
): Picture => {
  const sheet = createSheet();
  return {
    width,
    height,
    sheet,
    markup: flatStage(sheet, width, height, ground, glow, ...light) + arrange(sheet, tint, list),
  };
};
const snow: Tint = {
  glow: "#ffffff",
  wall: "#dcefe9",
  table: "#cfe6df",
  edge: "#a9d0c6",
  shadow: "#0f3a34",
};
export const homeGround = "#dff1e8";

export const homeTall = () =>
  compose(
    1080,
    1350,
    homeGround,
    "#ffffff",
    snow,
    `pack:manga 290 850 680 -3, pack:salmão 790 850 680 3, pack:morango 540 1150 630, pack:maracujá 160 1170 350 -2, pack:copo-limão 925 1170 330, cut:maracuja 300 1220 150 0, whole:caju 400 1240 130 -8, whole:abacaxi 720 1230 190 6, cut:goiaba 840 1230 130 8, ice 510 1240 76 10, ice 620 1240 70 30`,
    [540, 620, 640, 760],
  );
export const homeSquare = () =>
  compose(
    1200,
    1200,
    homeGround,
    "#ffffff",
    snow,
    `pack:manga 345 800 640 -3, pack:salmão 855 800 640 3, pack:morango 600 1060 600, pack:maracujá 200 1070 370 -2, pack:copo-limão 1000 1070 350, cut:maracuja 350 1120 150 0, whole:caju 450 1140 130 -8, whole:abacaxi 780 1130 190 6, cut:goiaba 900 1130 130 8, ice 560 1130 76 10, ice 680 1136 70 30, ice 90 1110 80 20`,
    [600, 560, 680, 680],
  );
export const homeWide = () =>
  compose(
    1680,
    600,
    homeGround,
    "#ffffff",
    snow,
    `pack:maracujá 270 510 370, pack:manga 560 525 430, pack:morango 880 535 460, pack:salmão 1200 525 430, pack:copo-limão 1475 510 330, whole:caju 130 520 130 -8, cut:maracuja 400 566 100 0, whole:morangoLimpo 720 570 90 -6, cut:goiaba 1040 566 110 8, cut:limao 1350 564 100 8, whole:abacaxi 1610 530 170 6, ice 640 566 60 10, ice 1130 566 58 30`,
    [840, 300, 900, 420],
  );

export const premiumFruits = () =>
  compose(
    1200,
    1200,
    grounds["frutas-congeladas"],
    "#fff3c4",
    heroTints["frutas-congeladas"],
    `
  whole:abacaxi 350 770 480 -6, whole:graviola 860 740 340 8, cut:mamao 610 780 400 14, whole:manga 190 880 290 -14,
  whole:pitaya 1010 880 290 8, whole:caju 470 920 270 -8, cut:maracuja 740 950 260 6, cut:goiaba 950 1010 230 10,
  whole:morango 320 1010 210 -10, cut:kiwi 170 1040 180 -8, whole:framboesaSolta 560 1030 120 6, whole:mirtiloSolto 660 1056 100 6,
  ice 450 1040 84 12, ice 800 1050 80 34`,
    [600, 620, 660, 600],
  );

const range: Record<string, { tall: string; square: string; wide: string; glow: string }> = {
  polpas: {
    glow: "#b02a6c",
    square: `pack:maracujá 345 800 640 -3, pack:goiaba 855 800 640 3, pack:açaí 600 1060 600, whole:caju 190 1010 250 -8, cut:goiaba 1000 1020 230 8, whole:acerola 330 1080 170 -4, whole:graviola 880 1090 180 8, ice 420 1100 80 10, ice 1060 1080 70 30`,
    tall: `pack:maracujá 290 880 680 -3, pack:goiaba 790 880 680 3, pack:açaí 540 1180 630, whole:caju 171 1130 250 -8, cut:goiaba 900 1140 230 8, whole:acerola 297 1200 170 -4, whole:graviola 792 1210 180 8, ice 378 1220 80 10, ice 954 1200 70 30`,
    wide: `pack:caju 390 520 430, pack:maracujá 690 520 430, pack:açaí 990 520 430, pack:goiaba 1290 520 430, whole:caju 215 530 140 -8, cut:maracuja 540 566 110 0, whole:acerola 840 570 110 -4, cut:goiaba 1140 568 110 8, whole:graviola 1470 540 160 8, ice 300 566 62 10, ice 1390 570 58 30`,
  },
  "frutas-congeladas": {
    glow: "#fff0b4",
    square: `pack:abacaxi 345 800 640 -3, pack:mirtilo 855 800 640 3, pack:morango 600 1060 600, whole:manga 200 1010 250 -8, whole:mangaCubo 340 1080 130 0, whole:pitaya 1000 1020 240 8, whole:mirtiloSolto 850 1080 100 4, whole:mirtiloSolto 930 1100 90 30, whole:morangoLimpo 440 1110 100 10, ice 1070 1090 70 30`,
    tall: `pack:abacaxi 290 880 680 -3, pack:mirtilo 790 880 680 3, pack:morango 540 1180 630, whole:manga 180 1130 250 -8, whole:mangaCubo 306 1200 130 0, whole:pitaya 900 1140 240 8, whole:mirtiloSolto 765 1200 100 4, whole:mirtiloSolto 837 1220 90 30, whole:morangoLimpo 396 1230 100 10, ice 963 1210 70 30`,
    wide: `pack:manga 390 520 430, pack:abacaxi 690 520 430, pack:morango 990 520 430, pack:mirtilo 1290 520 430, whole:manga 210 540 150 -8, whole:abacaxiCubo 540 564 84 0, whole:morangoLimpo 840 570 90 -6, whole:mirtiloSolto 1140 566 76 8, whole:pitaya 1470 540 160 8, ice 300 566 62 10, ice 1390 570 58 30`,
  },
  "gelo-saborizado": {
    glow: "#f4fbff",
    square: `pack:gelo 345 780 640 -3, pack:copo-maracujá 880 720 550 3, pack:copo-morango 600 1060 560, whole:limao 190 1000 210 -8, cut:limao 330 1070 170 8, cut:tangerina 1000 1020 220 8, cut:maracuja 860 1080 160 0, whole:morango 440 1110 120 -8, ice 1080 1080 90 30`,
    tall: `pack:gelo 290 880 680 -3, pack:copo-maracujá 800 790 590 3, pack:copo-morango 540 1180 590, whole:limao 171 1120 210 -8, cut:limao 297 1190 170 8, cut:tangerina 900 1140 220 8, cut:maracuja 774 1200 160 0, whole:morango 396 1230 120 -8, ice 972 1200 90 30`,
    wide: `pack:gelo 390 520 430, pack:copo-melancia 690 520 400, pack:copo-maracujá 990 520 400, pack:copo-morango 1290 520 400, whole:limao 215 535 130 -8, cut:melancia 540 566 100 0, cut:maracuja 840 568 110 8, whole:morango 1140 570 100 -6, cut:tangerina 1470 550 150 8, ice 300 566 62 10, ice 1390 570 58 30`,
  },
  pescados: {
    glow: "#2f8f95",
    square: `pack:camarão 345 800 640 -3, pack:tilápia 855 800 640 3, pack:salmão 600 1060 600, cut:limao 200 1010 220 -8, whole:camaraoLimpo 340 1080 160 0, whole:ostraConcha 1000 1020 200 8, whole:mexilhaoCarne 860 1090 150 8, ice 440 1100 80 10, ice 1090 1080 80 30`,
    tall: `pack:camarão 290 880 680 -3, pack:tilápia 790 880 680 3, pack:salmão 540 1180 630, cut:limao 180 1130 220 -8, whole:camaraoLimpo 306 1200 160 0, whole:ostraConcha 900 1140 200 8, whole:mexilhaoCarne 774 1210 150 8, ice 396 1220 80 10, ice 981 1200 80 30`,
    wide: `pack:camarão 390 520 430, pack:tilápia 690 520 430, pack:salmão 990 520 430, pack:bacalhau 1345 520 370, cut:limao 210 540 140 -8, whole:camaraoLimpo 540 566 110 0, whole:ostraConcha 850 568 100 8, whole:mexilhaoCarne 1150 566 100 8, cut:limao 1560 556 110 8, ice 300 566 62 10, ice 1390 570 58 30`,
  },
};
const at = (
  slug: keyof typeof grounds,
  w: number,
  h: number,
  list: string,
  light: [number, number, number, number],
) => compose(w, h, grounds[slug], range[slug]!.glow, heroTints[slug], list, light);
export const categorySquare = (slug: keyof typeof grounds) =>
  at(slug, 1200, 1200, range[slug]!.square, [600, 600, 640, 620]);
export const categoryTall = (slug: keyof typeof grounds) =>
  at(slug, 1080, 1350, range[slug]!.tall, [540, 640, 620, 720]);
export const categoryWide = (slug: keyof typeof grounds) =>
  at(slug, 1680, 600, range[slug]!.wide, [840, 320, 860, 400]);

/** Dishes from above on one table; the left third is calm. */
export function recipesWide(): Picture {
  const sheet = createSheet();
  const at2 = (slug: string, x: number, y: number, scale: number) =>
    group(`translate(${x} ${y}) scale(${scale})`, topDishes[slug]?.(sheet) ?? "");
  return {
    width: 1680,
    height: 600,
    sheet,
    markup: [
      tableTop(sheet, 1680, 600, "#e9c48f", 0.6, 0.4),
      at2("moqueca-de-pescada-com-camarao", 900, 300, 0.66),
      at2("acai-na-tigela", 430, 310, 0.62),
      at2("suco-de-acerola-com-laranja", 1360, 300, 0.6),
      lay(sheet, "limao:cut", { x: 660, y: 120, size: 130 }),
      lay(sheet, "morango:whole", { x: 650, y: 490, size: 110 }),
      lay(sheet, "hortela:whole", { x: 1160, y: 500, size: 120 }),
      lay(sheet, "camaraoLimpo:whole", { x: 1150, y: 100, size: 110 }),
      lay(sheet, "banana:whole", { x: 160, y: 150, size: 190 }),
      lay(sheet, "laranja:cut", { x: 1590, y: 470, size: 140 }),
      lay(sheet, "bananaRodela:whole", { x: 170, y: 470, size: 90 }),
    ].join(""),
  };
}
export function openGraph(): Picture {
  const sheet = createSheet();
  const line = { x: 72, size: 38, fill: "#14402f", weight: 500, anchor: "start" } as const;
  return {
    width: 1200,
    height: 630,
    sheet,
    markup: [
      flatStage(sheet, 1200, 630, homeGround, "#ffffff", 880, 300, 460, 400),
      arrange(
        sheet,
        snow,
        `pack:morango 770 480 360 -2, pack:salmão 1035 480 360 2, pack:maracujá 905 580 280, cut:goiaba 1060 592 110 8, whole:caju 750 590 120 -8, ice 830 602 50 12`,
      ),
      brand({ x: 72, y: 256, size: 104, ink: "#14532d", hole: "#eef8f3", anchor: "start" }),
      text("Polpas, frutas congeladas,", { ...line, y: 344 }),
      text("gelo saborizado e pescados", { ...line, y: 394 }),
    ].join(""),
  };
}
