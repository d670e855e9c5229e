/** A category's wide picture: its goods at the right, the left 45 % calm for a text. */
import type { CategorySlug } from "#demo/types.ts";
import { heroTints } from "../palette.ts";
import { createSheet } from "../sheet.ts";
import type { Picture } from "../svg.ts";
import { backdrop, snowfall } from "./stage.ts";
import { arrange } from "./still-life.ts";

const still: Record<CategorySlug, string> = {
  polpas: `
    pack:cupuaçu 1424 600 390, pack:maracujá 880 640 460 -4, pack:caju 1150 610 500 1,
    pack:goiaba 1310 740 430 4, pack:açaí 1030 760 460 -2,
    whole:graviola 770 730 210 -8, cut:maracuja 860 826 176 -10, whole:acai 1190 850 200 6, cut:goiaba 1370 852 160 10,
    whole:caju 1490 790 220 8, whole:acerola 990 868 140 -6, cut:pitaya 1490 872 140 14,
    ice 740 850 84 12, ice 1090 884 76 34, ice 1270 884 66 8`,
  "frutas-congeladas": `
    pack:abacaxi 900 650 470 -3, pack:mirtilo 1370 650 470 3, pack:morango 1135 740 570,
    whole:manga 770 730 210 -10, cut:abacaxi 870 820 184 -8, whole:pitaya 1490 760 210 8, cut:kiwi 1380 816 170 8,
    whole:morango 1000 842 156 -12, cut:morango 1100 868 134 12, whole:mirtilo 1260 850 156 4,
    whole:framboesa 1490 872 150 12, cut:banana 760 872 130,
    ice 940 884 70 26, ice 1180 884 64 8, ice 1350 884 60 40`,
  "gelo-saborizado": `
    pack:gelo 880 640 480 -2, pack:gelinho 1390 640 480, pack:copo-melancia 1130 660 400,
    pack:copo-maracujá 1300 760 420, pack:copo-morango 1000 770 410,
    cut:melancia 800 800 180 -8, cut:limao 1160 846 150 8, whole:morango 880 866 140 -10, cut:maracuja 1450 820 170 10,
    whole:hortela 1390 858 120 8, cut:tangerina 1510 876 120, cut:abacaxi 1060 880 110 6,
    ice 750 720 110 12, ice 740 860 90 30, ice 970 884 76 8, ice 1260 884 90 44, ice 1500 730 96 4`,
  pescados: `
    pack:tilápia 1380 620 480 3, pack:bacalhau 1140 590 470, pack:camarão 900 660 500 -3, pack:postas 1190 790 320,
    whole:lagosta 780 790 220 -12, whole:salmao 1440 830 270 -4, cut:camarao 900 860 150 8, cut:limao 1010 876 124 -8,
    whole:ostra 1330 876 140 6, whole:mexilhao 1500 886 120 10,
    ice 730 870 90 30, ice 830 886 70 8, ice 1130 886 78 44, ice 1230 876 62 12, ice 1520 740 90 8`,
};

export function categoryScene(slug: CategorySlug): Picture {
  const sheet = createSheet();
  const tint = heroTints[slug];
  const stage = { width: 1600, height: 900, horizon: 580, lightX: 1150, lightY: 360 };
  const markup =
    backdrop(sheet, tint, stage) +
    snowfall(sheet, stage, 26, slug) +
    arrange(sheet, tint, still[slug]);
  return { width: 1600, height: 900, sheet, markup };
}
