import { circle, ellipse, group, path, places, ring, stroke } from "../shapes.ts";
import { flat, fluent, leaf, plump, type Subject, shine, slim } from "./drawing.ts";

/** Amora and framboesa: rows of drupelets under a green calyx. */
function drupelets(x: number, y: number, scale: number, colors: [string, string, string]): string {
  const rows: [number, number, number][] = [
    [4, 30, 42],
    [5, 38, 44],
    [5, 46, 44],
    [5, 54, 40],
    [4, 62, 34],
    [3, 70, 24],
    [2, 78, 13],
  ];
  const beads = rows.flatMap(([count, top, width], row) =>
    Array.from({ length: count }, (_, index) => {
      const cx = 50 - width / 2 + (width / (count - 1)) * index;
      const color = colors[(row + index) % 3] ?? colors[0];
      return (
        circle(cx, top + (index % 2) * 2.4, 7.6, color) +
        shine(cx, top + (index % 2) * 2.4, 7.6, 0.55)
      );
    }),
  );
  const calyx = ring(5, 50, 23, 3, 2, 18).map(({ angle }) =>
    leaf(50, 24, 18, angle * 0.5 - 178 + (angle > 180 ? 90 : 0), "#5cae45"),
  );
  return group(
    `translate(${x} ${y}) scale(${scale})`,
    ...beads,
    ...calyx,
    stroke("M50 24C50 18 53 13 57 10", "#5f8f3a", 3),
  );
}

export const amora: Subject = {
  whole: slim(
    drupelets(-12, -8, 0.86, ["#3a1440", "#4d1c52", "#2c0f33"]),
    drupelets(30, 20, 0.84, ["#4d1c52", "#5f2463", "#3a1440"]),
  ),
  cut: slim(drupelets(-2, -2, 1.06, ["#3a1440", "#57205c", "#2c0f33"])),
  leaf: flat(leaf(8, 60, 84, -14, "#57b046")),
};

export const framboesa: Subject = {
  whole: slim(
    drupelets(-12, -8, 0.86, ["#e8285a", "#f24a72", "#d41c4c"]),
    drupelets(30, 20, 0.84, ["#f24a72", "#fb6d8d", "#e8285a"]),
  ),
  cut: slim(drupelets(-2, -2, 1.06, ["#e8285a", "#f75f82", "#d41c4c"])),
  leaf: flat(leaf(8, 60, 84, -14, "#57b046")),
};

const strawberrySeeds = [
  [34, 46],
  [50, 42],
  [66, 46],
  [27, 58],
  [42, 57],
  [58, 57],
  [73, 58],
  [35, 69],
  [50, 71],
  [65, 69],
  [43, 82],
  [57, 82],
] as const;

export const morango: Subject = {
  loose: ["whole", "cut"],
  whole: plump(
    path(
      "M50 28C66 18 90 26 90 48C90 70 66 92 50 97C34 92 10 70 10 48C10 26 34 18 50 28Z",
      "#ee2737",
    ),
    ...strawberrySeeds.map(([x, y]) => ellipse(x, y, 1.6, 2.5, "#ffd66b")),
    ...[-165, -130, -90, -50, -15].map((angle) =>
      leaf(50, 27, angle === -90 ? 18 : 28, angle, "#4fae3e"),
    ),
    leaf(50, 26, 26, 165, "#5fbf4a"),
    leaf(50, 26, 26, 15, "#5fbf4a"),
    leaf(50, 26, 17, 90, "#3f9b35"),
    shine(44, 56, 42, 0.5),
  ),
  cut: flat(
    path("M50 12C66 2 92 14 92 40C92 66 66 90 50 97C34 90 8 66 8 40C8 14 34 2 50 12Z", "#e21f31"),
    path(
      "M50 19C64 11 84 20 84 41C84 62 63 82 50 88C37 82 16 62 16 41C16 20 36 11 50 19Z",
      "#ff6a6f",
    ),
    path(
      "M50 26C60 22 70 30 69 44C68 58 58 70 50 76C42 70 32 58 31 44C30 30 40 22 50 26Z",
      "#ffd9d4",
    ),
    stroke(
      "M50 34V66M34 40L20 34M33 52L21 54M66 40L80 34M67 52L79 54M40 66L32 74M60 66L68 74",
      "#fff0ec",
      2.4,
    ),
  ),
  leaf: flat(leaf(8, 60, 84, -14, "#4fae3e")),
};

export const cereja: Subject = {
  whole: plump(
    fluent("cherries", { "#f92f60": "#d4112f", "#f8312f": "#d4112f" }),
    shine(22, 74, 20, 0.7),
    shine(76, 74, 20, 0.7),
  ),
  cut: flat(
    circle(50, 50, 44, "#b50d28"),
    circle(50, 50, 38, "#ef5468"),
    ellipse(50, 50, 17, 19, "#cfa070"),
    stroke("M50 34V66", "#a9784a", 2),
  ),
  leaf: flat(leaf(8, 60, 84, -14, "#57b046")),
};

const grapes = places(
  "30 40, 50 36, 70 40, 22 56, 41 55, 60 55, 78 57, 32 71, 51 71, 69 72, 42 86, 60 87",
);

export const uva: Subject = {
  whole: slim(
    stroke("M50 34C50 22 54 14 60 6", "#8a6a3c", 4),
    path("M50 22C40 4 18 4 8 14C14 18 12 22 8 28C18 26 22 32 24 38C32 30 44 32 50 22Z", "#5cae45"),
    stroke("M48 22C36 18 24 18 14 18M30 19L22 28", "#3f8a32", 1.6),
    ...grapes.map(
      ({ x, y }, index) =>
        circle(x, y, 12, ["#5c2a78", "#6f3690", "#4a2062"][index % 3] ?? "#5c2a78") +
        shine(x, y, 12, 0.6),
    ),
  ),
  cut: slim(
    ...(
      [
        [30, 64],
        [68, 68],
        [50, 34],
      ] as const
    ).map(
      ([x, y], index) =>
        circle(x, y, 21, ["#5c2a78", "#6f3690", "#4a2062"][index] ?? "#5c2a78") +
        shine(x, y, 21, 0.6),
    ),
  ),
  leaf: flat(leaf(8, 60, 84, -14, "#5cae45")),
};
