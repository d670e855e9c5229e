/** The about page: orchard rows at dawn, the cold store and its truck. */
import { mix } from "../color.ts";
import { logo } from "../mark.ts";
import { seededRandom } from "../random.ts";
import { circle, ellipse, group, path, places, rect, round } from "../shapes.ts";
import { createSheet, type Sheet } from "../sheet.ts";
import type { Picture } from "../svg.ts";
import { text } from "../text.ts";

const [width, height] = [1600, 900];

function sky(sheet: Sheet): string {
  const air = sheet.linear("0 #8fc7de, .4 #d6e9e4, .62 #ffe2b8, .72 #ffc58f");
  const sun = sheet.radial("0 #fffbe6, .18 #fff1c2 .95, .5 #ffd894 .45, 1 #ffd894 0");
  return (
    rect(0, 0, width, height, air) +
    ellipse(520, 470, 520, 420, sun) +
    circle(520, 470, 58, "#fffaf0") +
    path(
      "M0 500C180 420 300 440 460 470C640 410 820 400 980 452C1160 400 1400 396 1600 450V640H0Z",
      "#a9b8a4",
      'opacity="0.75"',
    ) +
    path(
      "M0 540C240 480 420 500 640 520C860 470 1100 480 1300 510Q1480 480 1600 500V660H0Z",
      "#7f9f80",
      'opacity="0.85"',
    )
  );
}

type Row = { near: number; leaf: string; fruit: string };

/** Crown of lit globes on a trunk, with fruit and a long morning shadow. */
function tree(x: number, y: number, size: number, row: Row, random: () => number): string {
  const at = (dx: number, dy: number) => [round(x + dx * size), round(y + dy * size)] as const;
  const globes = places(
    "-.4 -.58 .36, .42 -.58 .36, 0 -.5 .42, -.3 -.86 .36, .32 -.84 .37, 0 -1.04 .37, .02 -.74 .4",
  ).map((globe) => circle(...at(globe.x, globe.y), round(globe.size * size), row.leaf));
  const fruits = Array.from({ length: 11 }, () => {
    const [cx, cy] = at((random() - 0.5) * 1.2, -0.3 - random() * 0.95);
    const r = round(size * 0.052);
    return circle(cx, cy, r, row.fruit) + circle(cx - r * 0.3, cy - r * 0.3, r * 0.3, "#ffe9c7");
  });
  return [
    ellipse(
      x + size * 0.42,
      y + size * 0.02,
      size * 0.95,
      size * 0.12,
      "#1f3f1f",
      'opacity="0.34"',
    ),
    rect(x - size * 0.07, y - size * 0.36, size * 0.14, size * 0.38, "#6b4a30", 4),
    ...globes,
    ...fruits,
  ].join("");
}

/** Rows converge at the sun; the nearest trees are the largest. */
function orchard(sheet: Sheet): string {
  const random = seededRandom("pomar");
  return Array.from({ length: 7 }, (_, index) => {
    const near = index / 6;
    const green = mix("#b3c69a", "#3f8a3f", near);
    const lit = mix("#dfe3b0", "#a3d06f", near);
    const leaf = sheet.radial(
      `0 ${lit}, .55 ${green}, 1 ${mix(green, "#1f4a2a", 0.35)}`,
      0.36,
      0.28,
      0.8,
    );
    const row = { near, leaf, fruit: mix("#e9a76b", index % 2 ? "#f28a1f" : "#e2382f", near) };
    const y = round(566 + near ** 1.7 * 296);
    const size = round(34 + near ** 1.6 * 150);
    const gap = 70 + near ** 1.5 * 270;
    return Array.from({ length: 14 }, (__, column) => round(520 + (column - 6.5) * gap))
      .filter((x) => x > -size && x < 900 - near * 60)
      .map((x) => tree(x, y, size, row, random))
      .join("");
  }).join("");
}

function coldStore(sheet: Sheet): string {
  const wall = sheet.linear("0 #f7fbfb, 1 #c3d5d8", "across");
  const ribs = Array.from({ length: 22 }, (_, index) =>
    rect(960 + index * 28, 410, 3, 300, "#8faab0", 0, 'opacity="0.35"'),
  );
  return [
    path("M940 410L1260 330L1590 410V716H940Z", wall),
    path("M924 414L1260 324L1600 410V390L1260 300L916 398Z", "#15803d"),
    ...ribs,
    rect(1010, 520, 150, 196, "#2f4a52", 6),
    rect(1022, 532, 126, 184, "#dff1f7", 2),
    ...[0, 1, 2, 3].map((index) =>
      rect(1024 + index * 32, 532, 27, 180, "#b5dcec", 0, 'opacity="0.8"'),
    ),
    ellipse(1085, 722, 130, 20, "#eef9ff", 'opacity="0.75"'),
    group(
      "translate(1190 432) scale(0.62)",
      logo.replace("<svg ", '<svg width="100" height="100" '),
    ),
    text("Pomar", { x: 1262, y: 484, size: 58, fill: "#14532d", anchor: "start" }),
    rect(1500, 470, 60, 40, "#9db4ba", 4),
    circle(1516, 490, 12, "#6d868d"),
    circle(1544, 490, 12, "#6d868d"),
  ].join("");
}

function wheel(x: number, y: number): string {
  return circle(x, y, 40, "#1f2a30") + circle(x, y, 20, "#c9d6da") + circle(x, y, 8, "#6d7f86");
}

function truck(sheet: Sheet): string {
  const boxLight = sheet.linear("0 #ffffff, 1 #d3e2e6");
  return group(
    "translate(1120 560)",
    ellipse(230, 258, 260, 24, "#10231a", 'opacity="0.4"'),
    rect(0, 30, 320, 190, boxLight, 12),
    rect(0, 176, 320, 44, "#22c55e"),
    rect(0, 170, 320, 6, "#15803d"),
    rect(250, 4, 78, 46, "#b9c8cd", 8),
    text("Pomar", { x: 40, y: 128, size: 68, fill: "#14532d", anchor: "start" }),
    path("M326 76H394Q412 76 420 92L452 152Q460 166 460 184V220H326Z", "#15803d"),
    path("M346 94H388Q398 94 404 104L424 146H346Z", "#cfeaf5"),
    rect(452, 188, 14, 20, "#ffe9a8", 4),
    rect(322, 214, 140, 14, "#0f4a26", 4),
    wheel(84, 226),
    wheel(388, 226),
  );
}

export function orchardScene(): Picture {
  const sheet = createSheet();
  const grass = sheet.linear("0 #a9c47c, .35 #7fae5c, 1 #4a7d3c");
  const road = "M1600 720C1360 730 1180 760 1010 900H1600Z";
  const mist = sheet.linear("0 #fff6e2 0, .5 #fff6e2 .6, 1 #fff6e2 0");
  const warmth = sheet.radial("0 #ffd894 .42, 1 #ffd894 0", 0.32, 0.5, 0.55);
  const markup = [
    sky(sheet),
    path("M0 560C400 530 900 540 1600 550V900H0Z", grass),
    coldStore(sheet),
    path("M930 714H1600V760H900Z", "#b9b49a"),
    path(road, "#a8a28c"),
    orchard(sheet),
    rect(0, 520, width, 110, mist),
    truck(sheet),
    rect(0, 0, width, height, warmth),
  ];
  return { width, height, sheet, markup: markup.join("") };
}
