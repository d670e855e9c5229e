import type { Finish } from "../sprites.ts";
import type { Piece } from "../subjects/drawing.ts";
/** A recipe photographed from above: the dish on a board, what went into it around. */
import { darken, lighten } from "../color.ts";
import { circle, ellipse, group, path, places, rect, ring, round, stroke } from "../shapes.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import { findSubject } from "../subjects/all.ts";
import type { Picture } from "../svg.ts";

type Spot = { x: number; y: number; size: number; rotate?: number };
/** Seen from above things throw a soft shadow down to the right. */
export function drop(sheet: Sheet, x: number, y: number, r: number, strength = 0.42): string {
  const fade = sheet.radial(
    `0 #3d2413 ${strength}, .72 #3d2413 ${round(strength * 0.75)}, 1 #3d2413 0`,
  );
  return ellipse(x + r * 0.09, y + r * 0.12, r * 1.16, r * 1.16, fade);
}
export function lay(
  sheet: Sheet,
  name: string,
  { x, y, size, rotate = 0 }: Spot,
  finish: Finish = "fresh",
): string {
  const [subject = "", piece = "whole"] = name.split(":");
  if (!subject) return "";
  findSubject(subject);
  return (
    drop(
      sheet,
      x,
      y,
      size * 0.4,
      /banana:|Fatia|camarao|gengibre|cocoLasca|hortela/.test(name) ? 0.12 : 0.34,
    ) + sheet.sprite(subject, { x, y, size, rotate, piece: piece as Piece, finish })
  );
}
const put = (sheet: Sheet, name: string, s: Spot, finish: Finish = "fresh", opacity = 1) => {
  const [subject = "", piece = "whole"] = name.split(":");
  return sheet.sprite(subject, { ...s, piece: piece as Piece, finish, opacity });
};
const many = (sheet: Sheet, names: string[], list: string, finish: Finish = "fresh") =>
  places(list)
    .map((s, i) => put(sheet, names[i % names.length] ?? "", { ...s, size: s.size * 1 }, finish))
    .join("");

export function tableTop(
  sheet: Sheet,
  width: number,
  height: number,
  tone: string,
  x = 0.46,
  y = 0.36,
): string {
  return rect(
    0,
    0,
    width,
    height,
    sheet.radial(`0 ${lighten(tone, 0.55)}, .6 ${tone}, 1 ${darken(tone, 0.14)}`, x, y, 0.85),
  );
}
export function boardTop(sheet: Sheet, x: number, y: number, r: number): string {
  const wood = sheet.linear("0 #dcae76, .5 #cb965d, 1 #b9834b", "diagonal");
  const clip = `M${x - r} ${y}A${r} ${r} 0 1 1 ${x + r} ${y}A${r} ${r} 0 1 1 ${x - r} ${y}Z`;
  const grain = Array.from({ length: 13 }, (_, i) => {
    const gy = y - r + (i + 0.6) * ((r * 2) / 13);
    return stroke(
      `M${x - r} ${gy}Q${x - r * 0.3} ${gy + ((i % 3) - 1) * 16} ${x} ${gy}T${x + r} ${gy + (i % 2 ? 8 : -6)}`,
      "#9c6a38",
      2.4,
      'opacity="0.28"',
    );
  });
  return (
    drop(sheet, x, y, r, 0.5) +
    circle(x + 3, y + 8, r, "#8a5c30") +
    sheet.clipped(clip, circle(x, y, r, wood), ...grain) +
    `<circle cx="${x}" cy="${y}" r="${r - 5}" fill="none" stroke="#f1cf9d" stroke-opacity=".5" stroke-width="4"/>`
  );
}
function china(sheet: Sheet, r: number): string {
  return (
    drop(sheet, 0, 0, r, 0.5) +
    circle(0, 0, r, sheet.linear("0 #ffffff, 1 #dfe6e9", "diagonal")) +
    circle(0, 0, r * 0.76, sheet.linear("0 #d9e1e5, 1 #ffffff", "diagonal")) +
    circle(0, 0, r * 0.73, "#f7f9fa")
  );
}
function bowl(sheet: Sheet, r: number, fill: string, outer = "#ffffff"): string {
  return (
    drop(sheet, 0, 0, r, 0.55) +
    circle(
      0,
      0,
      r,
      sheet.linear(`0 ${lighten(outer, 0.4)}, 1 ${darken(outer, 0.16)}`, "diagonal"),
    ) +
    circle(
      0,
      0,
      r * 0.9,
      sheet.linear(`0 ${darken(outer, 0.26)}, 1 ${lighten(outer, 0.2)}`, "diagonal"),
    ) +
    circle(
      0,
      0,
      r * 0.86,
      sheet.radial(
        `0 ${lighten(fill, 0.1)}, .75 ${fill}, 1 ${darken(fill, 0.3)}`,
        0.46,
        0.42,
        0.56,
      ),
    )
  );
}
function glass(sheet: Sheet, r: number, fill: string): string {
  return (
    drop(sheet, 0, 0, r, 0.5) +
    circle(0, 0, r, "#ffffff", 'opacity=".75"') +
    circle(0, 0, r * 0.93, lighten(fill, 0.3)) +
    circle(
      0,
      0,
      r * 0.88,
      sheet.radial(`0 ${lighten(fill, 0.35)}, .8 ${fill}, 1 ${darken(fill, 0.18)}`, 0.45, 0.4, 0.6),
    )
  );
}
const rimLight = (r: number) =>
  `<path d="M${-r * 0.7} ${-r * 0.64}A${r * 0.95} ${r * 0.95} 0 0 1 ${r * 0.2} ${-r * 0.93}" fill="none" stroke="#fff" stroke-width="${r * 0.045}" stroke-linecap="round" opacity=".9"/>`;
const herbs = (sheet: Sheet, list: string, size = 60) =>
  places(list)
    .map((s, i) => sheet.sprite("hortela", { x: s.x, y: s.y, size, rotate: i * 71, piece: "leaf" }))
    .join("");

/** Each dish is drawn around (0, 0), about 330 in radius. */
export const topDishes: Record<string, (sheet: Sheet) => string> = {
  "acai-na-tigela": (s) =>
    bowl(s, 320, "#43184a") +
    stroke(
      "M-190 60C-150 180 60 220 170 120M-200 -20C-170 -150 20 -210 130 -150",
      "#6d3577",
      14,
      'opacity=".55"',
    ) +
    many(
      s,
      ["bananaRodela:whole"],
      "-150 -60 104 0, -90 -130 104 40, -10 -160 104 80, -170 30 104 120, 70 -140 104 20",
    ) +
    many(s, ["morango:cut"], "120 -40 130 20, 60 50 130 -40, 140 70 120 70, -20 120 124 10") +
    many(s, ["acai:cut"], "-70 20 110 10, -110 130 100 60"),
  "casquinha-de-caranguejo": (s) =>
    [
      [-190, -100, -14],
      [190, -90, 10],
      [0, 130, 4],
    ]
      .map(([x = 0, y = 0, t = 0]) =>
        group(
          `translate(${x} ${y}) rotate(${t})`,
          drop(s, 0, 0, 170, 0.5) +
            circle(0, 0, 168, s.linear("0 #e8603c, 1 #a8321a", "diagonal")) +
            ring(22, 0, 0, 160)
              .map(({ x: a, y: b }) => circle(a, b, 18, "#d24a2a"))
              .join("") +
            circle(0, 0, 144, "#8f2a16") +
            circle(0, 0, 138, s.radial("0 #f7cf7a, .7 #e2a046, 1 #a86a22", 0.45, 0.4, 0.6)) +
            many(
              s,
              ["caranguejoCarne:whole"],
              "-34 -20 120 20, 46 16 116 120, -14 60 104 220",
              "grilled",
            ) +
            herbs(s, "-50 -60, 40 -50, 60 50, -40 50", 46),
        ),
      )
      .join(""),
  "cheesecake-de-frutas-vermelhas": (s) =>
    china(s, 350) +
    drop(s, 0, 0, 262, 0.4) +
    circle(0, 0, 262, "#c98f4e") +
    circle(0, 0, 252, s.radial("0 #fff8e6, .8 #fdf0cf, 1 #e9cf9a", 0.45, 0.4, 0.6)) +
    path(
      "M-200 -70C-190 -180 -60 -220 40 -200C150 -190 214 -100 200 10C214 90 150 190 50 196C-20 222 -120 190 -170 120C-226 70 -196 0 -200 -70Z",
      s.radial("0 #d62c4e, .7 #b3203f, 1 #7d1029", 0.42, 0.38, 0.7),
    ) +
    many(
      s,
      ["framboesaSolta:whole", "mirtiloSolto:whole", "morango:cut", "amoraSolta:whole"],
      "-110 -90 104 -20, -20 -130 96 20, 80 -90 122 30, 130 0 100 60, 70 90 106 -30, -30 120 100 10, -120 60 122 -40, -140 -20 96 0, 0 -20 106 40, -50 40 92 0, 50 20 98 90, 20 -70 92 10",
    ) +
    herbs(s, "-80 -20, 100 -140, 10 150", 62),
  "gim-tonica-de-gengibre": (s) =>
    [
      [-170, 60, 0],
      [180, -80, 40],
    ]
      .map(([x = 0, y = 0, t = 0]) =>
        group(
          `translate(${x} ${y}) rotate(${t}) scale(1.14)`,
          glass(s, 176, "#d9eab0") +
            many(s, ["gelo-claro:whole"], "-60 -50 130 10, 56 -60 120 40, -10 66 130 80") +
            put(s, "limao:cut", { x: 62, y: 44, size: 150, rotate: 20 }) +
            put(s, "gengibre:cut", { x: -72, y: 40, size: 110, rotate: -10 }) +
            put(s, "hortela:whole", { x: -6, y: -60, size: 120, rotate: 30 }) +
            rimLight(176),
        ),
      )
      .join(""),
  "limonada-de-melancia": (s) =>
    group(
      "translate(-130 -20)",
      path(
        "M220 -50C330 -60 330 60 220 50L214 26C280 30 280 -30 214 -26Z",
        "#ffffff",
        'opacity=".85"',
      ) +
        glass(s, 236, "#f0637a") +
        path("M-60 -236L0 -276L60 -236Z", "#fff", 'opacity=".8"') +
        many(
          s,
          ["gelo-claro:whole"],
          "-90 -80 130 10, 80 -100 130 50, 0 100 140 80, 120 40 120 20",
        ) +
        put(s, "limao:cut", { x: -70, y: 60, size: 150, rotate: 10 }) +
        put(s, "melancia:cut", { x: 50, y: -10, size: 150, rotate: -30 }) +
        put(s, "hortela:whole", { x: -30, y: -60, size: 120 }) +
        rimLight(236),
    ) +
    group(
      "translate(240 130)",
      glass(s, 134, "#f0637a") +
        many(s, ["gelo-claro:whole"], "-40 -30 100 10, 44 30 100 50") +
        put(s, "limao:cut", { x: 30, y: -40, size: 104, rotate: 20 }) +
        put(s, "hortela:leaf", { x: -40, y: 44, size: 84 }) +
        rimLight(134),
    ),
  "moqueca-de-pescada-com-camarao": (s) =>
    path("M-392 -60C-440 -60 -440 60 -392 60ZM392 -60C440 -60 440 60 392 60Z", "#3a2c25") +
    drop(s, 0, 0, 366, 0.6) +
    circle(0, 0, 366, s.linear("0 #6b5346, 1 #241a15", "diagonal")) +
    circle(0, 0, 336, "#1c1512") +
    circle(0, 0, 328, s.radial("0 #f6ab4a, .7 #e8912d, 1 #a85a12", 0.45, 0.4, 0.6)) +
    ring(20, 0, 0, 288, 280, 9)
      .map(({ x, y }, i) => circle(x, y, 7 + (i % 4) * 4, "#fbc77a", 'opacity=".55"'))
      .join("") +
    many(
      s,
      ["tomate:whole", "pimentao:whole"],
      "-190 -90 150 0, 170 -130 160 20, 190 110 150 40, -160 150 160 10, 0 220 140 0",
    ) +
    many(s, ["pescada:cut"], "-110 -20 260 -14, 90 -60 260 16, 20 100 260 -8") +
    many(
      s,
      ["camaraoLimpo:whole"],
      "-30 -160 150 20, 180 20 150 120, -170 60 150 -60, 90 190 140 60, -60 150 140 200",
    ) +
    herbs(s, "-90 -110, 40 -20, 130 -160, -20 30, 110 70, -130 10, 30 170", 64),
  "mousse-de-maracuja": (s) =>
    [
      [-185, -60],
      [185, -80],
      [0, 150],
    ]
      .map(([x = 0, y = 0]) =>
        group(
          `translate(${x} ${y})`,
          glass(s, 165, "#f9df86") +
            stroke(
              "M-100 20C-60 -70 60 -80 100 0M-70 70C-20 110 50 100 90 50",
              "#fff3c0",
              12,
              'opacity=".8"',
            ) +
            path(
              "M-74 -6C-70 -66 0 -84 54 -58C96 -30 90 40 44 62C-6 88 -80 60 -74 -6Z",
              "#f6a60c",
            ) +
            put(s, "maracujaPolpa:whole", { x: -4, y: 0, size: 132 }) +
            put(s, "hortela:leaf", { x: 46, y: -46, size: 80, rotate: -30 }) +
            rimLight(165),
        ),
      )
      .join(""),
  "panquecas-de-banana-com-mirtilo": (s) =>
    china(s, 360) +
    [
      [-60, -40, 214],
      [70, -10, 214],
      [-6, 40, 214],
    ]
      .map(
        ([x = 0, y = 0, r = 0]) =>
          drop(s, x, y, r, 0.3) +
          circle(x, y, r, "#c98a3e") +
          circle(
            x,
            y - 3,
            r - 10,
            s.radial("0 #e9b66a, .72 #dc9f4e, .9 #c98a3e, 1 #f3d59a", 0.5, 0.5, 0.5),
          ),
      )
      .join("") +
    path(
      "M-120 -40C-110 -120 0 -140 80 -110C160 -90 170 10 110 60C60 130 -60 130 -110 70C-150 30 -130 0 -120 -40Z",
      "#3d2a78",
      'opacity=".85"',
    ) +
    many(
      s,
      ["mirtiloSolto:whole"],
      "-70 -60 82 0, 0 -90 84 40, 70 -50 82 80, -90 20 80 120, -10 -10 86 200, 70 30 82 10, 0 70 80 60, -70 80 70 20",
    ) +
    many(s, ["bananaRodela:whole"], "-230 110 92 0, -180 190 92 30, 210 120 92 60, 140 190 92 10") +
    herbs(s, "30 -30, -30 40", 64),
  "picole-de-manga-com-coco": (s) =>
    drop(s, 0, 0, 350, 0.4) +
    rect(-350, -300, 700, 600, s.linear("0 #ffffff, 1 #dfe6e9", "diagonal"), 60) +
    rect(-322, -272, 644, 544, "#eef3f5", 44) +
    many(
      s,
      ["gelo:whole"],
      "-270 -220 110 10, 270 -210 100 50, -280 200 100 30, 280 210 110 80, 0 232 90 20, -110 228 80 60",
    ) +
    [
      [-190, 0, -10],
      [0, -20, 2],
      [190, 0, 10],
    ]
      .map(([x = 0, y = 0, t = 0], i) =>
        group(
          `translate(${x} ${y}) rotate(${t})`,
          drop(s, 0, -30, 110, 0.3) +
            path("M-16 110H16V230Q16 246 0 246Q-16 246 -16 230Z", "#e3bf8a") +
            path(
              "M-84 -100C-84 -190 -50 -220 0 -220C50 -220 84 -190 84 -100V110Q84 132 62 132H-62Q-84 132 -84 110Z",
              s.linear("0 #ffca5a, .6 #f6a623, 1 #e0901a", "diagonal"),
            ) +
            stroke("M-34 -150V90M34 -150V90", "#fff", 16, 'opacity=".22"') +
            many(
              s,
              ["cocoLasca:whole", "mangaCubo:whole"],
              i === 1
                ? "-26 -120 80 30, 36 -40 70 10, -20 50 76 60"
                : "20 -130 76 80, -34 -30 74 20, 30 50 70 130",
            ),
        ),
      )
      .join(""),
  "polvo-com-batatas-ao-murro": (s) =>
    china(s, 366) +
    ellipse(0, 10, 236, 210, s.radial("0 #d9703a .9, .7 #c2562f .75, 1 #c2562f 0")) +
    many(
      s,
      ["batata:whole"],
      "-190 -110 150 10, 0 -205 150 60, 195 -90 150 120, 190 110 150 20, -195 90 150 80, -10 205 150 40",
      "grilled",
    ) +
    many(s, ["polvo:cut"], "-80 -60 300 -20, 90 -10 300 110, -20 90 290 215") +
    herbs(s, "-110 0, 60 -110, 120 30, -40 130, -10 20", 62) +
    put(s, "limao:cut", { x: 220, y: 200, size: 120 }),
  "suco-de-acerola-com-laranja": (s) =>
    group(
      "translate(-130 -20)",
      path(
        "M220 -50C330 -60 330 60 220 50L214 26C280 30 280 -30 214 -26Z",
        "#ffffff",
        'opacity=".85"',
      ) +
        glass(s, 236, "#ec5a2b") +
        path("M-60 -236L0 -276L60 -236Z", "#fff", 'opacity=".8"') +
        many(
          s,
          ["gelo-claro:whole"],
          "-90 -80 130 10, 80 -100 130 50, 0 100 140 80, 120 40 120 20",
        ) +
        put(s, "laranja:cut", { x: -60, y: 50, size: 170, rotate: 10 }) +
        put(s, "acerola:cut", { x: 70, y: -30, size: 120, rotate: -30 }) +
        put(s, "hortela:whole", { x: -40, y: -80, size: 110 }) +
        rimLight(236),
    ) +
    group(
      "translate(240 130)",
      glass(s, 134, "#ec5a2b") +
        many(s, ["gelo-claro:whole"], "-40 -30 100 10, 44 30 100 50") +
        put(s, "laranja:cut", { x: 24, y: -36, size: 120, rotate: 20 }) +
        put(s, "hortela:leaf", { x: -40, y: 44, size: 84 }) +
        rimLight(134),
    ),
  "tilapia-com-molho-de-maracuja": (s) =>
    china(s, 366) +
    path(
      "M-230 -40C-210 -150 -40 -190 90 -160C210 -140 260 -20 220 80C190 180 40 210 -70 180C-190 160 -250 60 -230 -40Z",
      s.radial("0 #ffd257, .7 #f7b21f, 1 #d98f0c"),
    ) +
    many(s, ["file:cut"], "-60 -70 340 -10, 60 70 340 8", "grilled") +
    many(s, ["maracujaPolpa:whole"], "-40 10 130 20, 110 -30 110 90") +
    herbs(s, "-130 -110, 80 -100, 10 90, 170 60, -100 70", 66) +
    put(s, "maracuja:cut", { x: -210, y: 190, size: 140 }),
};
const around: Record<string, [tone: string, list: string]> = {
  "acai-na-tigela": [
    "#efe0ea",
    "acai:whole 150 170 280 -20; banana:whole 1050 190 300 20; morango:whole 1070 730 190 10; acai:cut 130 720 200 0; bananaRodela:whole 250 806 110 0",
  ],
  "casquinha-de-caranguejo": [
    "#f4e3c6",
    "limao:cut 120 180 200 0; limao:whole 1080 170 200 10; hortela:whole 1080 740 200 20; tomate:whole 120 740 180 0",
  ],
  "cheesecake-de-frutas-vermelhas": [
    "#f6dfe2",
    "morango:whole 130 180 180 -10; framboesaSolta:whole 280 110 110 20; amoraSolta:whole 1080 160 130 0; mirtiloSolto:whole 1000 90 90 0; mirtiloSolto:whole 130 740 110 0; framboesaSolta:whole 230 810 110 60; morango:cut 1080 740 160 0",
  ],
  "gim-tonica-de-gengibre": [
    "#e3edcf",
    "gengibreRaiz:whole 140 190 270 -10; limao:whole 1070 740 190 0; limao:cut 930 810 150 0; gengibre:cut 130 730 150 0; hortela:whole 1080 170 190 20; gelo:whole 280 810 100 10",
  ],
  "limonada-de-melancia": [
    "#f8dadb",
    "melanciaFatia:whole 150 170 300 -20; limao:cut 1090 170 190 0; hortela:whole 1070 760 170 30; limao:whole 130 740 170 0; gelo:whole 260 810 100 20",
  ],
  "moqueca-de-pescada-com-camarao": [
    "#f3dfbf",
    "cocoMetade:whole 130 170 220 0; limao:cut 1090 170 180 0; tomate:whole 120 750 170 0; camaraoLimpo:whole 1090 730 180 30; hortela:whole 1010 810 120 0",
  ],
  "mousse-de-maracuja": [
    "#f9ecc4",
    "maracuja:whole 140 180 220 0; maracuja:cut 1070 750 200 0; maracuja:whole 1090 180 180 20; maracuja:cut 120 740 170 0; hortela:leaf 240 810 120 10",
  ],
  "panquecas-de-banana-com-mirtilo": [
    "#eadfd0",
    "banana:whole 150 170 280 -10; mirtiloSolto:whole 1070 150 110 0; mirtiloSolto:whole 1000 80 90 0; mirtiloSolto:whole 130 740 110 0; bananaRodela:whole 1070 750 130 0; bananaRodela:whole 980 820 110 0",
  ],
  "picole-de-manga-com-coco": [
    "#fbe8c0",
    "manga:whole 130 180 240 -10; cocoMetade:whole 1080 730 220 0; mangaCubo:whole 130 740 150 0; cocoLasca:whole 1090 170 150 20",
  ],
  "polvo-com-batatas-ao-murro": [
    "#ecd9cf",
    "batata:whole 130 180 180 10; limao:cut 1080 740 180 0; hortela:whole 1080 170 190 20; batata:whole 120 740 160 60; batata:whole 250 812 120 0",
  ],
  "suco-de-acerola-com-laranja": [
    "#fbdcc4",
    "laranja:whole 140 180 220 0; acerola:whole 1070 180 230 10; laranja:cut 120 740 180 0; acerola:cut 1080 760 140 0; gelo:whole 960 820 100 20",
  ],
  "tilapia-com-molho-de-maracuja": [
    "#f8e9bf",
    "maracuja:whole 130 180 210 0; maracuja:cut 1080 740 190 0; hortela:whole 1080 170 190 20; limao:cut 120 740 160 0",
  ],
};
export function recipeScene(slug: string, _art: unknown): Picture {
  const sheet = createSheet();
  const [tone, list] = around[slug] ?? ["#f3e3cf", ""];
  const things = list.split(";").map((e) => {
    const [name = "", x, y, size, rotate] = e.trim().split(" ");
    return lay(sheet, name, {
      x: Number(x),
      y: Number(y),
      size: Number(size),
      rotate: Number(rotate),
    });
  });
  const onBoard = !["moqueca-de-pescada-com-camarao"].includes(slug);
  return {
    width: 1200,
    height: 900,
    sheet,
    markup: [
      tableTop(sheet, 1200, 900, tone),
      onBoard ? boardTop(sheet, 600, 450, 418) : boardTop(sheet, 600, 450, 418),
      ...things,
      group("translate(600 446) scale(1.0)", topDishes[slug]?.(sheet) ?? ""),
    ].join(""),
  };
}
