/** A category's wide picture: its goods at the right, the left 45 % calm for a text. */
import type { CategorySlug } from "#demo/types.ts";
import { heroTints } from "../palette.ts";
import { createSheet } from "../sheet.ts";
import type { Picture } from "../svg.ts";
import { backdrop, snowfall } from "./stage.ts";
import { arrange, fruit, ice, pack, type Thing } from "./still-life.ts";

const polpas: Thing[] = [
  pack("polpas", ["tub", "cupuacu", "Cupuaçu", "Creme pronto", "5 kg"], 1420, 610, 430),
  pack("polpas", ["box", "maracuja", "Maracujá", "48 sachês de 100 g", "4,8 kg"], 930, 640, 470),
  pack("polpas", ["sachet", "caju", "Caju", "Colhido maduro", "100 g"], 1180, 660, 450, 3),
  pack("polpas", ["sachet", "goiaba", "Goiaba", "Vermelha", "100 g"], 1360, 740, 430, -4),
  pack("polpas", ["sachet", "acai", "Açaí", "Médio, sem açúcar", "100 g"], 1060, 760, 440, -3),
  fruit("graviola", "whole", 790, 720, 210, -8),
  fruit("maracuja", "cut", 850, 812, 180, -10),
  fruit("acai", "whole", 1220, 830, 210, 6),
  fruit("goiaba", "cut", 1400, 840, 170, 10),
  fruit("caju", "whole", 1530, 800, 220, 8),
  fruit("acerola", "whole", 976, 850, 150, -6),
  fruit("pitaya", "cut", 1545, 872, 120, 14),
  ice(740, 820, 84),
  ice(1110, 872, 78, 34),
  ice(1310, 876, 66, 8),
];

const frutas: Thing[] = [
  pack(
    "frutas-congeladas",
    ["bag", "abacaxi", "Abacaxi", "Pérola em cubos", "1 kg"],
    900,
    660,
    520,
    -2,
  ),
  pack(
    "frutas-congeladas",
    ["bag", "mirtilo", "Mirtilo", "Blueberry inteiro", "1 kg"],
    1420,
    650,
    520,
    2,
  ),
  pack(
    "frutas-congeladas",
    ["bag", "morango", "Morango", "Inteiro, sem cabinho", "1 kg"],
    1160,
    730,
    580,
  ),
  fruit("manga", "whole", 770, 720, 210, -10),
  fruit("abacaxi", "cut", 860, 810, 190, -8),
  fruit("pitaya", "whole", 1540, 760, 210, 8),
  fruit("kiwi", "cut", 1420, 812, 180, 8),
  fruit("morango", "whole", 1010, 826, 160, -12),
  fruit("morango", "cut", 1110, 858, 140, 12),
  fruit("mirtilo", "whole", 1280, 838, 160, 4),
  fruit("framboesa", "whole", 1530, 866, 150, 12),
  fruit("banana", "cut", 750, 866, 130, 0),
  ice(950, 880, 72, 26),
  ice(1210, 876, 66, 8),
  ice(1360, 880, 60, 40),
];

const gelo: Thing[] = [
  pack("gelo-saborizado", ["bag", "gelo", "Gelo", "Água filtrada", "5 kg"], 900, 650, 500, -2),
  pack("gelo-saborizado", ["stick", "manga", "Manga", "Gelinho cremoso", "70 g"], 1440, 660, 500),
  pack(
    "gelo-saborizado",
    ["cup", "melancia", "Melancia", "Gelo saborizado", "200 g"],
    1130,
    690,
    420,
  ),
  pack(
    "gelo-saborizado",
    ["cup", "maracuja", "Maracujá", "Gelo saborizado", "200 g"],
    1330,
    760,
    420,
  ),
  pack(
    "gelo-saborizado",
    ["cup", "morango", "Morango", "Gelo saborizado", "200 g"],
    1010,
    780,
    400,
  ),
  fruit("melancia", "cut", 800, 790, 180, -8),
  fruit("limao", "cut", 1180, 836, 150, 8),
  fruit("morango", "whole", 880, 860, 140, -10),
  fruit("maracuja", "cut", 1500, 820, 170, 10),
  fruit("hortela", "whole", 1420, 850, 130, 8),
  fruit("tangerina", "cut", 1560, 876, 120, 0),
  ice(750, 700, 110),
  ice(740, 850, 90, 30),
  ice(1110, 880, 84, 8),
  ice(1270, 880, 90, 44),
  ice(1190, 740, 80, 16),
  ice(1550, 740, 96, 4),
];

const pescados: Thing[] = [
  pack("pescados", ["vacuum", "salmao", "Salmão", "Filé com pele", "1 kg"], 1400, 620, 500, 2),
  pack("pescados", ["bag", "camarao", "Camarão", "Sete-barbas limpo", "1 kg"], 930, 640, 500, -2),
  pack("pescados", ["box", "bacalhau", "Bacalhau", "Lombo dessalgado", "1 kg"], 1180, 630, 430),
  pack("pescados", ["tray", "posta", "Salmão", "Postas de 3 cm", "1 kg"], 1210, 790, 330),
  fruit("lagosta", "whole", 800, 770, 230, -12),
  fruit("salmao", "whole", 1480, 800, 290, -4),
  fruit("camarao", "cut", 930, 850, 150, 8),
  fruit("limao", "cut", 1060, 872, 130, -8),
  fruit("ostra", "whole", 1380, 872, 150, 6),
  fruit("mexilhao", "whole", 1520, 880, 130, 10),
  ice(730, 860, 90, 30),
  ice(850, 886, 76, 8),
  ice(1180, 884, 78, 44),
  ice(1270, 872, 66, 12),
  ice(1570, 720, 96, 8),
];

const still: Record<CategorySlug, Thing[]> = {
  polpas,
  "frutas-congeladas": frutas,
  "gelo-saborizado": gelo,
  pescados,
};

export function categoryScene(slug: CategorySlug): Picture {
  const sheet = createSheet();
  const tint = heroTints[slug];
  const stage = { width: 1600, height: 900, horizon: 580, lightX: 1180, lightY: 360 };
  const markup =
    backdrop(sheet, tint, stage) +
    snowfall(sheet, stage, 26, slug) +
    arrange(sheet, tint, still[slug]);
  return { width: 1600, height: 900, sheet, markup };
}
