/** The wide pictures of the home page, of the recipes page and of shared links. */
import type { RecipeArt } from "../dishes/dish.ts";
import { brand } from "../mark.ts";
import { heroTints, type Tint } from "../palette.ts";
import { createSheet } from "../sheet.ts";
import type { Picture } from "../svg.ts";
import { text } from "../text.ts";
import { board, kitchenTint, served } from "./recipe.ts";
import { backdrop, type Stage, snowfall } from "./stage.ts";
import { arrange } from "./still-life.ts";

const snow: Tint = {
  glow: "#ffffff",
  wall: "#dcefe9",
  table: "#cfe6df",
  edge: "#a9d0c6",
  shadow: "#0f3a34",
};

const range = `
  pack:balde-de-açaí 1412 740 400, pack:manga 232 750 560 -3, pack:salmão 1070 770 570 3, pack:morango 650 790 670,
  pack:maracujá 400 950 430 -3, pack:acerola 890 960 420 3, pack:copo-limão 1190 950 380,
  whole:pitaya 130 880 260 -10, whole:caju 1460 900 270 10, cut:kiwi 190 1010 210 -8, cut:maracuja 330 1084 220 8,
  whole:morango 655 1010 220 -10, cut:camarao 1090 1076 200 10, cut:goiaba 1410 1064 220 8, whole:acai 790 1130 230 4,
  cut:limao 1250 1130 180 -8, whole:hortela 520 1130 160 -12, whole:mirtilo 140 1160 190 6,
  ice 330 1170 100 12, ice 960 1150 110 34, ice 1110 1170 86 8, ice 640 1160 84 46, ice 1530 1150 120 20, ice 50 1010 100 40`;

const premium = `
  whole:abacaxi 330 620 450 -6, whole:graviola 850 590 330 8, cut:mamao 590 630 390 14, whole:manga 150 710 300 -14,
  whole:pitaya 1040 710 300 8, whole:caju 470 750 280 -8, cut:maracuja 720 780 280 6, cut:goiaba 930 830 250 10,
  whole:morango 300 820 230 -10, cut:kiwi 130 860 190 -8, whole:framboesa 550 866 190 6, whole:mirtilo 1090 866 190 6,
  ice 430 876 90 12, ice 810 884 84 34, ice 1010 884 70 8, ice 220 884 66 40`;

const shared = `
  pack:morango 772 470 390 -4, pack:salmão 1074 470 370 4, pack:maracujá 922 560 296,
  whole:caju 660 580 150 -8, cut:maracuja 780 606 130 8, cut:goiaba 1050 606 140 10, whole:pitaya 1140 580 140 8,
  ice 960 616 60 12, ice 590 606 60 30`;

export function homeHero(): Picture {
  const sheet = createSheet();
  const stage: Stage = { width: 1600, height: 1200, horizon: 690, lightX: 720, lightY: 420 };
  const markup =
    backdrop(sheet, snow, stage) + snowfall(sheet, stage, 34, "home") + arrange(sheet, snow, range);
  return { width: 1600, height: 1200, sheet, markup };
}

export function premiumFruits(): Picture {
  const sheet = createSheet();
  const tint = heroTints["frutas-congeladas"];
  const stage: Stage = { width: 1200, height: 900, horizon: 560, lightX: 600, lightY: 320 };
  const markup =
    backdrop(sheet, tint, stage) +
    snowfall(sheet, stage, 26, "premium") +
    arrange(sheet, tint, premium);
  return { width: 1200, height: 900, sheet, markup };
}

const juice: RecipeArt = {
  dish: "jug",
  subject: "acerola",
  companions: ["laranja"],
  color: "#ec5a2b",
};
const stew: RecipeArt = {
  dish: "pan",
  subject: "pescada",
  companions: ["camarao", "limao"],
  color: "#e8912d",
};
const acai: RecipeArt = {
  dish: "bowl",
  subject: "acai",
  companions: ["banana", "morango"],
  color: "#4b1f49",
};

export function recipesHero(): Picture {
  const sheet = createSheet();
  const tint = kitchenTint("#f2a63b");
  const stage: Stage = { width: 1600, height: 900, horizon: 540, lightX: 1130, lightY: 320 };
  const markup = [
    backdrop(sheet, tint, stage),
    snowfall(sheet, stage, 12, "recipes"),
    board(sheet, tint, { x: 1150, y: 700, size: 880 }),
    served(sheet, tint, juice, { x: 1350, y: 670, size: 460 }),
    served(sheet, tint, stew, { x: 970, y: 690, size: 560 }),
    served(sheet, tint, acai, { x: 1230, y: 840, size: 460 }),
    arrange(
      sheet,
      tint,
      `cut:maracuja 780 850 190 -8, whole:morango 960 876 150 -10, cut:camarao 890 880 120 8,
      cut:limao 1500 850 170 10, whole:hortela 1400 876 110, ice 700 860 76 12, ice 1030 884 60 34`,
    ),
  ];
  return { width: 1600, height: 900, sheet, markup: markup.join("") };
}

/** The picture of a shared link, with the shop's name and what it sells. */
export function openGraph(): Picture {
  const sheet = createSheet();
  const stage: Stage = { width: 1200, height: 630, horizon: 420, lightX: 900, lightY: 260 };
  const line = { x: 72, size: 38, fill: "#14402f", weight: 500, anchor: "start" } as const;
  const markup = [
    backdrop(sheet, snow, stage),
    snowfall(sheet, stage, 14, "og"),
    arrange(sheet, snow, shared),
    brand({ x: 72, y: 256, size: 104, ink: "#14532d", hole: "#f4fbf8", anchor: "start" }),
    text("Polpas, frutas congeladas,", { ...line, y: 344 }),
    text("gelo saborizado e pescados", { ...line, y: 394 }),
  ];
  return { width: 1200, height: 630, sheet, markup: markup.join("") };
}
