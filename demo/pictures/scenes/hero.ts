/** The wide pictures of the home page, of the recipes page and of shared links. */
import { brand } from "../mark.ts";
import { heroTints, type Tint } from "../palette.ts";
import { createSheet } from "../sheet.ts";
import type { Picture } from "../svg.ts";
import { text } from "../text.ts";
import { board, kitchenTint, served } from "./recipe.ts";
import { backdrop, type Stage, snowfall } from "./stage.ts";
import { arrange, fruit, ice, pack, type Thing } from "./still-life.ts";

const snow: Tint = {
  glow: "#ffffff",
  wall: "#dcefe9",
  table: "#cfe6df",
  edge: "#a9d0c6",
  shadow: "#0f3a34",
};

const range: Thing[] = [
  pack(
    "frutas-congeladas",
    ["bag", "manga", "Manga", "Palmer em cubos", "1 kg"],
    330,
    760,
    620,
    -3,
  ),
  pack("polpas", ["tub", "acai", "Açaí puro", "Médio, sem açúcar", "5 kg"], 1290, 770, 500),
  pack(
    "frutas-congeladas",
    ["bag", "morango", "Morango", "Inteiro, sem cabinho", "1 kg"],
    700,
    800,
    680,
  ),
  pack("pescados", ["vacuum", "salmao", "Salmão", "Filé com pele", "1 kg"], 1040, 820, 600, 2),
  pack("polpas", ["sachet", "maracuja", "Maracujá", "Sem semente", "100 g"], 470, 920, 470, -3),
  pack("polpas", ["sachet", "acerola", "Acerola", "Polpa integral", "100 g"], 860, 940, 450, 3),
  pack("gelo-saborizado", ["cup", "limao", "Limão", "com hortelã", "200 g"], 1240, 960, 400),
  fruit("pitaya", "whole", 150, 860, 270, -10),
  fruit("caju", "whole", 1470, 900, 270, 10),
  fruit("kiwi", "cut", 230, 990, 220, -8),
  fruit("maracuja", "cut", 400, 1060, 230, 8),
  fruit("morango", "whole", 640, 1030, 210, -10),
  fruit("camarao", "cut", 1080, 1050, 210, 10),
  fruit("goiaba", "cut", 1440, 1060, 220, 8),
  fruit("acai", "whole", 800, 1110, 220, 4),
  fruit("limao", "cut", 1260, 1120, 180, -8),
  fruit("hortela", "whole", 540, 1130, 150, -12),
  fruit("mirtilo", "whole", 120, 1130, 190, 6),
  ice(300, 1120, 120),
  ice(960, 1130, 110, 34),
  ice(1120, 1160, 90, 8),
  ice(660, 1150, 84, 46),
  ice(1540, 1130, 120, 20),
  ice(60, 980, 100, 40),
];

export function homeHero(): Picture {
  const sheet = createSheet();
  const stage: Stage = { width: 1600, height: 1200, horizon: 700, lightX: 780, lightY: 420 };
  return {
    width: 1600,
    height: 1200,
    sheet,
    markup:
      backdrop(sheet, snow, stage) +
      snowfall(sheet, stage, 34, "home") +
      arrange(sheet, snow, range),
  };
}

const premium: Thing[] = [
  fruit("abacaxi", "whole", 330, 640, 430, -6),
  fruit("graviola", "whole", 860, 600, 330, 8),
  fruit("mamao", "cut", 600, 640, 380, 14),
  fruit("manga", "whole", 160, 720, 290, -14),
  fruit("pitaya", "whole", 1040, 720, 290, 8),
  fruit("caju", "whole", 480, 750, 270, -8),
  fruit("maracuja", "cut", 720, 780, 270, 6),
  fruit("goiaba", "cut", 930, 830, 240, 10),
  fruit("morango", "whole", 300, 820, 230, -10),
  fruit("kiwi", "cut", 130, 850, 190, -8),
  fruit("framboesa", "whole", 560, 860, 190, 6),
  fruit("mirtilo", "whole", 1100, 860, 190, 6),
  ice(430, 870, 90),
  ice(810, 880, 84, 34),
  ice(1010, 880, 70, 8),
  ice(220, 884, 66, 40),
];

export function premiumFruits(): Picture {
  const sheet = createSheet();
  const tint = heroTints["frutas-congeladas"];
  const stage: Stage = { width: 1200, height: 900, horizon: 560, lightX: 600, lightY: 320 };
  return {
    width: 1200,
    height: 900,
    sheet,
    markup:
      backdrop(sheet, tint, stage) +
      snowfall(sheet, stage, 26, "premium") +
      arrange(sheet, tint, premium),
  };
}

export function recipesHero(): Picture {
  const sheet = createSheet();
  const tint = kitchenTint("#f2a63b");
  const stage: Stage = { width: 1600, height: 900, horizon: 540, lightX: 1150, lightY: 320 };
  const markup = [
    backdrop(sheet, tint, stage),
    snowfall(sheet, stage, 12, "recipes"),
    board(sheet, tint, { x: 1180, y: 720, size: 840 }),
    served(
      sheet,
      tint,
      { dish: "jug", subject: "acerola", companions: ["laranja", "gelo"], color: "#ec5a2b" },
      { x: 1400, y: 680, size: 420 },
    ),
    served(
      sheet,
      tint,
      { dish: "pan", subject: "pescada", companions: ["camarao", "limao"], color: "#e8912d" },
      { x: 1010, y: 700, size: 520 },
    ),
    served(
      sheet,
      tint,
      { dish: "bowl", subject: "acai", companions: ["banana", "morango"], color: "#4b1f49" },
      { x: 1270, y: 840, size: 430 },
    ),
    arrange(sheet, tint, [
      fruit("maracuja", "cut", 830, 850, 180, -8),
      fruit("camarao", "cut", 960, 866, 150, 8),
      fruit("limao", "cut", 1530, 850, 160, 10),
      fruit("morango", "whole", 1010, 886, 120, -10),
      ice(740, 860, 76),
      ice(1060, 880, 60, 34),
    ]),
  ];
  return { width: 1600, height: 900, sheet, markup: markup.join("") };
}

const shared: Thing[] = [
  pack(
    "frutas-congeladas",
    ["bag", "morango", "Morango", "Inteiro, sem cabinho", "1 kg"],
    780,
    480,
    400,
    -3,
  ),
  pack("pescados", ["vacuum", "salmao", "Salmão", "Filé com pele", "1 kg"], 1060, 480, 390, 3),
  pack("polpas", ["sachet", "maracuja", "Maracujá", "Sem semente", "100 g"], 920, 550, 360),
  fruit("caju", "whole", 700, 580, 150, -8),
  fruit("maracuja", "cut", 810, 606, 130, 8),
  fruit("goiaba", "cut", 1050, 600, 140, 10),
  fruit("pitaya", "whole", 1140, 570, 150, 8),
  ice(960, 612, 60),
  ice(620, 600, 60, 30),
];

/** The picture of a shared link, with the shop's name and what it sells. */
export function openGraph(): Picture {
  const sheet = createSheet();
  const stage: Stage = { width: 1200, height: 630, horizon: 420, lightX: 900, lightY: 260 };
  const words =
    text("Polpas, frutas congeladas,", {
      x: 74,
      y: 330,
      size: 38,
      fill: "#14402f",
      weight: 500,
      anchor: "start",
    }) +
    text("gelo saborizado e pescados", {
      x: 74,
      y: 380,
      size: 38,
      fill: "#14402f",
      weight: 500,
      anchor: "start",
    });
  return {
    width: 1200,
    height: 630,
    sheet,
    markup:
      backdrop(sheet, snow, stage) +
      snowfall(sheet, stage, 14, "og") +
      arrange(sheet, snow, shared) +
      brand(310, 250, 124, "#14532d", "#f4fbf8") +
      words,
  };
}
