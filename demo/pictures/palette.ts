import type { CategorySlug } from "#demo/types.ts";
import { type SubjectKey, subjectKey } from "./subjects/all.ts";

/** Colours a subject lends to its pack and its background. */
export type Palette = { main: string; dark: string; light: string; flesh: string };

const palette = (main: string, dark: string, light: string, flesh: string): Palette => ({
  main,
  dark,
  light,
  flesh,
});

export const palettes: Record<SubjectKey, Palette> = {
  acai: palette("#4f1d72", "#240a36", "#d9c0ea", "#6f378f"),
  acerola: palette("#e02434", "#7c0c1c", "#ffc9c4", "#ff8b4a"),
  abacaxi: palette("#ffca2e", "#855000", "#fff2bd", "#ffd84d"),
  abacate: palette("#6aa63a", "#25511f", "#e3f2bd", "#c3e85a"),
  amora: palette("#97205f", "#46082a", "#f5c9e0", "#b5397a"),
  banana: palette("#ffd944", "#805600", "#fff5c9", "#fff0bd"),
  caja: palette("#f99a16", "#7d3f04", "#ffe2b3", "#ffc94a"),
  caju: palette("#f2582b", "#7d1a10", "#ffd6bf", "#ffb52b"),
  cereja: palette("#c4122f", "#5f0618", "#ffc4cd", "#ef5468"),
  coco: palette("#2f9e8f", "#0b463f", "#e2f5f0", "#ffffff"),
  cupuacu: palette("#b87a42", "#4f2a0f", "#f9e9d0", "#fdf6e6"),
  framboesa: palette("#e6285c", "#7c0a2c", "#ffc9d8", "#fb6d8d"),
  goiaba: palette("#ec4d6b", "#7a1030", "#ffd0d6", "#f2637a"),
  graviola: palette("#4f9440", "#1f4a1f", "#dff0cc", "#fbfaf0"),
  hortela: palette("#2fa560", "#0d5230", "#c9f2d6", "#7fe094"),
  kiwi: palette("#86b83a", "#37530f", "#e9f5c4", "#a9d94e"),
  laranja: palette("#fb8c12", "#7c3a02", "#ffe0b5", "#ffa01f"),
  limao: palette("#79bb3c", "#285210", "#e6f6c4", "#c6e86a"),
  maca: palette("#d92332", "#6b0d17", "#ffd2cc", "#fff3d6"),
  "maca-verde": palette("#8cc63a", "#35560c", "#ecf7c8", "#f6f3cf"),
  mamao: palette("#fa8a34", "#7c3207", "#ffe0c4", "#ff7a3d"),
  manga: palette("#ffae1f", "#8a4400", "#ffeab8", "#ffbf2e"),
  maracuja: palette("#ffc61c", "#7d4a00", "#fff3bd", "#f6a60c"),
  melancia: palette("#f04352", "#17602f", "#ffd3d3", "#f5414f"),
  melao: palette("#e9cf4f", "#6b5a0d", "#fdf6cb", "#fbe7a0"),
  mirtilo: palette("#4256ad", "#1c2560", "#d3daf7", "#6a7ccc"),
  morango: palette("#ea2b3b", "#7c0a1a", "#ffcfcf", "#ff6a6f"),
  pessego: palette("#fb9560", "#7d2f12", "#ffe0cd", "#ffc46b"),
  pera: palette("#b9cc3f", "#4a560d", "#f2f7cb", "#fff8de"),
  tamarindo: palette("#96602f", "#42220d", "#f0dcc4", "#5c2f17"),
  tangerina: palette("#fb7418", "#7a2c02", "#ffdcc0", "#ff8f2e"),
  uva: palette("#7444b8", "#2f1160", "#e4d6f7", "#8d5fcc"),
  gengibre: palette("#d9a24a", "#6b4310", "#fbeccb", "#f7e0a0"),
  umbu: palette("#b4c23f", "#4c560d", "#f3f7c8", "#eef0b0"),
  jabuticaba: palette("#33203f", "#170a1e", "#e3cbe6", "#7c3a6a"),
  pitaya: palette("#e8327c", "#7a0c3c", "#ffcbe0", "#fff6fa"),
  salmao: palette("#f2683f", "#6b1d0a", "#ffd9c8", "#ff8457"),
  tilapia: palette("#eef4f3", "#0d5560", "#d2e8e8", "#fbe3dc"),
  camarao: palette("#f2704a", "#74210f", "#ffd9c9", "#ffab86"),
  lula: palette("#b5668a", "#4f1d38", "#f5dbe6", "#f7ece6"),
  polvo: palette("#a83a58", "#4a1024", "#f5cdd6", "#cc5a6c"),
  mexilhao: palette("#2b4590", "#0e1a45", "#cfdcf7", "#f5963d"),
  caranguejo: palette("#e2552f", "#6b1a0d", "#ffd6c6", "#ff9a6b"),
  lagosta: palette("#d6402c", "#64120f", "#ffcfc4", "#ff8a66"),
  sardinha: palette("#4a86c4", "#0f3058", "#d3e6f7", "#c6d7e0"),
  atum: palette("#b5304a", "#4a0d1d", "#f7ced3", "#c62b3f"),
  bacalhau: palette("#1f5596", "#0a2448", "#d8e8f5", "#fffaf0"),
  bolinho: palette("#1f5596", "#0a2448", "#d8e8f5", "#fbeccb"),
  pescada: palette("#c9a04a", "#57400f", "#faf0cf", "#fdf6ec"),
  cacao: palette("#5b7590", "#1a2a3c", "#d7e2ec", "#f6ddd0"),
  ostra: palette("#efe7d6", "#3d3a44", "#fbf6ea", "#f7dca0"),
  posta: palette("#fa9a78", "#7a2410", "#ffe2d6", "#f7a58a"),
  file: palette("#c5e8e4", "#0c4f58", "#eefaf8", "#fdebe2"),
  "gelo-claro": palette("#9fd4ee", "#0d4a78", "#f0faff", "#ffffff"),
  gelo: palette("#4aa8de", "#0d4a78", "#dcf2fd", "#bfe3f7"),
};

export const paletteOf = (subject: string): Palette => palettes[subjectKey(subject)]!;

/** What a category's pictures stand on: `glow` in the light behind the goods, `wall`, and the `table`. */
export type Tint = { glow: string; wall: string; table: string; edge: string; shadow: string };

export const tints: Record<CategorySlug, Tint> = {
  polpas: {
    glow: "#fff4f8",
    wall: "#f3cfdf",
    table: "#e9b8cf",
    edge: "#d999b8",
    shadow: "#5a0f3a",
  },
  "frutas-congeladas": {
    glow: "#fffbe9",
    wall: "#ffe6a6",
    table: "#fbd67f",
    edge: "#f0bd55",
    shadow: "#6b3f00",
  },
  "gelo-saborizado": {
    glow: "#fafeff",
    wall: "#cfeafa",
    table: "#b5dcf3",
    edge: "#93c8e8",
    shadow: "#0d3f66",
  },
  pescados: {
    glow: "#5fb3b6",
    wall: "#1f777e",
    table: "#145e66",
    edge: "#0a4149",
    shadow: "#02191d",
  },
};

/** The deep side of the tints, for wide pictures that carry a text. */
export const heroTints: Record<CategorySlug, Tint> = {
  polpas: {
    glow: "#c23a7d",
    wall: "#8f1850",
    table: "#7d1145",
    edge: "#560a2f",
    shadow: "#2a0216",
  },
  "frutas-congeladas": {
    glow: "#fff0b8",
    wall: "#ffd152",
    table: "#ffc02e",
    edge: "#f2a51a",
    shadow: "#6b3f00",
  },
  "gelo-saborizado": {
    glow: "#f4fbff",
    wall: "#bfe4f9",
    table: "#a6d8f4",
    edge: "#7fc0e6",
    shadow: "#0d3f66",
  },
  pescados: {
    glow: "#3d9499",
    wall: "#0f565e",
    table: "#0d4a52",
    edge: "#06333a",
    shadow: "#021417",
  },
};
