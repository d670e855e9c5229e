import { circle, ellipse, group, path, ring, stroke } from "../shapes.ts";
import { flat, leaf, plump, type Subject, shine, slim } from "./drawing.ts";

function pearl(cx: number, cy: number, r: number, color: string, light: string): string {
  return (
    circle(cx, cy, r, color) +
    circle(cx - r * 0.2, cy - r * 0.2, r * 0.68, light, 'opacity="0.5"') +
    shine(cx, cy, r, 0.75)
  );
}

const acaiPearls: [number, number, number][] = [
  [30, 40, 10],
  [46, 34, 10.5],
  [63, 36, 10],
  [75, 47, 9.5],
  [22, 55, 9.5],
  [38, 52, 11],
  [55, 51, 11.5],
  [70, 61, 10],
  [30, 69, 10.5],
  [47, 68, 11.5],
  [62, 74, 10.5],
  [41, 83, 10],
  [54, 88, 9],
];

/** Açaí is known by its branch: dark pearls close together on a fan of pale stalks, and a palm leaf. */
export const acai: Subject = {
  whole: slim(
    stroke(
      "M56 4C54 16 50 24 47 40M56 6C46 18 34 26 28 40M57 6C62 18 70 30 74 46M56 8C52 30 50 50 46 66M58 8C66 30 68 50 64 70",
      "#b08d4f",
      2.6,
    ),
    group(
      "translate(56 6)",
      path("M0 0C14 -6 32 -4 42 8C28 4 14 4 0 4ZM0 2C14 4 28 14 33 27C20 14 10 8 -2 4Z", "#3c9a3f"),
    ),
    ...acaiPearls.map(([x, y, r], index) =>
      pearl(x, y, r, index % 3 === 1 ? "#3d1a4f" : "#2b0f3a", "#5b2c74"),
    ),
  ),
  cut: slim(
    ...(
      [
        [24, 66, 17],
        [58, 70, 18],
        [42, 42, 17],
        [78, 46, 15],
      ] as const
    ).map(
      ([x, y, r]) =>
        pearl(x, y, r, "#2b0f3a", "#5b2c74") +
        circle(x + r * 0.1, y + r * 0.45, r * 0.13, "#8d6aa3", 'opacity="0.7"'),
    ),
  ),
  leaf: flat(
    stroke("M6 86C34 70 62 46 92 12", "#2f7f33", 3.4),
    ...Array.from({ length: 9 }, (_, index) => {
      const [x, y] = [14 + index * 8.6, 82 - index * 8];
      return (
        leaf(x, y, 34 - index, -88 + index * 3, "#46a548") +
        leaf(x, y, 34 - index, 22 - index * 3, "#3c9a3f")
      );
    }),
  ),
};

function blueberry(x: number, y: number, r: number, color: string): string {
  const crown = ring(5, x + 3, y - 4, r * 0.36, r * 0.36, 20).map((point) =>
    group(
      `translate(${point.x} ${point.y}) rotate(${point.angle}) scale(${r / 25})`,
      path("M-3 -5L6 0L-3 5Z", "#2a3270"),
    ),
  );
  return [
    circle(x, y, r, color),
    ...crown,
    circle(x + 3, y - 4, r * 0.3, "#1f265c"),
    shine(x - 3, y - 2, r, 0.5),
  ].join("");
}

export const mirtilo: Subject = {
  whole: slim(
    leaf(60, 22, 36, -20, "#4a9e46"),
    blueberry(32, 38, 26, "#3f4f9d"),
    blueberry(70, 48, 24, "#4d5fb3"),
    blueberry(44, 74, 25, "#36448c"),
  ),
  cut: slim(blueberry(34, 60, 29, "#4456a8"), blueberry(72, 46, 25, "#3a4894")),
  leaf: flat(leaf(8, 60, 84, -14, "#4a9e46")),
};

/** Cherries of Barbados: glossy, with three shallow lobes and very short stalks. */
function acerolaBerry(x: number, y: number, r: number, color: string): string {
  return group(
    `translate(${x} ${y}) scale(${r / 30})`,
    path(
      "M-4 -26C-22 -32 -34 -14 -31 4C-29 20 -18 30 -6 28Q0 31 7 28C20 30 30 18 31 3C33 -14 22 -31 5 -26Q0 -22 -4 -26Z",
      color,
    ),
    stroke("M0 -24C-6 -10 -7 8 -5 24M2 -24C12 -14 18 2 15 20", "#a80f1c", 1.6, 'opacity="0.5"'),
    ellipse(-15, -10, 6.5, 4, "#fff", 'opacity="0.7" transform="rotate(-40 -15 -10)"'),
    ...ring(5, 1, -24, 5, 2.6).map((point) => circle(point.x, point.y, 2.6, "#4d8b31")),
  );
}

export const acerola: Subject = {
  whole: slim(
    stroke("M50 8C46 20 36 26 32 36M50 8C58 20 66 26 70 34M50 8C50 30 50 40 51 52", "#6b8c3a", 2.6),
    leaf(50, 10, 44, 8, "#3f9b35"),
    leaf(48, 10, 40, 168, "#57b046"),
    acerolaBerry(29, 56, 25, "#e01a26"),
    acerolaBerry(71, 54, 25, "#d3121f"),
    acerolaBerry(50, 74, 25, "#ee2a33"),
  ),
  cut: slim(
    path(
      "M46 10C22 2 4 24 7 50C10 76 30 94 50 92C72 94 92 76 93 48C95 24 78 2 56 10Q50 16 46 10Z",
      "#d3121f",
    ),
    path(
      "M46 19C28 14 14 32 16 51C18 70 34 84 50 83C68 84 83 70 84 49C85 30 72 14 56 19Q50 23 46 19Z",
      "#ff8b4a",
    ),
    ...ring(3, 50, 50, 15, 14, -90).map(({ x, y, angle }) =>
      group(
        `translate(${x} ${y}) rotate(${angle})`,
        path("M-8 -7Q8 -10 13 0Q8 10 -8 7Q-12 0 -8 -7Z", "#f6d9a0"),
        stroke("M-4 0H8", "#d9ad62", 2),
      ),
    ),
  ),
  leaf: flat(leaf(8, 60, 84, -14)),
};

/** Jabuticaba grows on the trunk itself. */
export const jabuticaba: Subject = {
  whole: slim(
    path("M2 30C24 20 60 14 98 18L98 36C66 32 30 38 4 50Z", "#8d6748"),
    stroke("M6 38C30 28 62 24 96 27M20 36C40 30 52 28 66 28", "#6f4d34", 1.8),
    leaf(80, 20, 20, -50, "#57b046"),
    leaf(64, 18, 18, -110, "#3f9b35"),
    ...(
      [
        [24, 52, 19],
        [76, 48, 19],
        [50, 46, 20],
        [36, 77, 19],
        [66, 76, 20],
      ] as const
    ).map(
      ([x, y, r]) =>
        pearl(x, y, r, "#1f1026", "#4a2350") + circle(x + 4, y + r - 4, 1.6, "#7c5a80"),
    ),
  ),
  cut: slim(
    circle(50, 50, 44, "#241229"),
    circle(50, 50, 38, "#7c3a6a"),
    circle(50, 50, 35, "#f6eef2"),
    ellipse(44, 50, 13, 17, "#e0cbb0", 'transform="rotate(-14 44 50)"'),
    ellipse(60, 54, 9, 13, "#d4b894", 'transform="rotate(16 60 54)"'),
    circle(36, 34, 5, "#fff"),
  ),
  leaf: flat(leaf(8, 60, 84, -14)),
};

export const umbu: Subject = {
  whole: plump(
    leaf(50, 14, 34, -14, "#57b046"),
    ...(
      [
        [32, 42, 26],
        [70, 50, 25],
        [46, 72, 25],
      ] as const
    ).map(
      ([x, y, r], index) =>
        ellipse(x, y, r, r * 1.04, ["#c3cf4a", "#d9d759", "#b4c943"][index] ?? "#c3cf4a") +
        circle(x, y - r + 3, 2, "#5f7a2a") +
        shine(x, y, r, 0.5),
    ),
  ),
  cut: flat(
    circle(50, 50, 45, "#b4c943"),
    circle(50, 50, 39, "#eef0b0"),
    ellipse(50, 50, 17, 21, "#cfae6b"),
    stroke("M44 38Q40 50 44 62M52 36Q50 50 53 64M59 42Q60 50 58 60", "#a9854a", 1.8),
  ),
  leaf: flat(leaf(8, 60, 84, -14, "#57b046")),
};
