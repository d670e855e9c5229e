import { circle, ellipse, group, path, places, ring, stroke } from "../shapes.ts";
import { flat, footed, leaf, plump, type Subject, shine, slim } from "./drawing.ts";

const soursop = "M46 10C62 2 84 16 90 38C96 62 78 92 54 96C30 98 8 78 10 50C11 30 28 16 46 10Z";

export const graviola: Subject = {
  whole: plump(
    path(soursop, "#5a9b3c"),
    ...places(
      "30 32, 48 26, 66 32, 20 48, 38 45, 56 43, 74 46, 26 64, 44 61, 63 60, 80 61, 34 79, 53 77, 70 76, 47 90",
    ).map(
      ({ x, y }) =>
        path(
          `M${x - 4} ${y - 1}Q${x - 1} ${y - 3} ${x + 4} ${y + 7}Q${x - 5} ${y + 5} ${x - 4} ${y - 1}Z`,
          "#3c7328",
        ) + circle(x - 1.6, y, 1.7, "#8cc463"),
    ),
    ...[
      [8, 44, 180],
      [12, 66, 160],
      [28, 87, 125],
      [60, 96, 80],
      [82, 78, 40],
      [93, 52, 0],
      [86, 28, -35],
      [26, 18, -140],
    ].map(([x = 0, y = 0, angle = 0]) =>
      group(`translate(${x} ${y}) rotate(${angle})`, path("M-4 -4L6 0L-4 4Z", "#4c8a33")),
    ),
    stroke("M46 11C44 6 46 3 50 0", "#7c5a36", 4.4),
    shine(38, 42, 40, 0.3),
  ),
  cut: flat(
    path(soursop, "#4c8a33"),
    path(
      "M47 16C61 9 79 21 84 40C89 61 74 86 54 90C34 91 15 75 16 51C17 35 31 21 47 16Z",
      "#fbfaf0",
    ),
    stroke("M50 22C46 44 48 66 53 84", "#e3e4cf", 5),
    ...[
      [36, 36, -30],
      [62, 34, 26],
      [28, 54, -60],
      [40, 56, -20],
      [64, 54, 30],
      [74, 54, 60],
      [36, 74, -40],
      [66, 74, 40],
    ].map(
      ([x = 0, y = 0, angle = 0]) =>
        ellipse(x, y, 7.6, 9.6, "#f0efdc", `transform="rotate(${angle} ${x} ${y})"`) +
        ellipse(x, y, 3, 5, "#2b211c", `transform="rotate(${angle} ${x} ${y})"`),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14, "#3c8a38")),
};

/** A large brown velvet pod; opened, white pulp around big seeds. */
export const cupuacu: Subject = {
  whole: footed(
    88,
    plump(
      ellipse(50, 52, 47, 33, "#8a5a34", 'transform="rotate(-18 50 52)"'),
      ellipse(50, 52, 40, 26, "#9c6a40", 'transform="rotate(-18 50 52)"'),
      ...[...ring(10, 50, 52, 20, 12, 10), ...ring(16, 50, 52, 34, 22, 4)].map(({ x, y }) =>
        circle(x, y, 1, "#6f4526"),
      ),
      stroke("M94 36L100 32", "#5d3a20", 5),
      shine(42, 48, 34, 0.25),
    ),
  ),
  cut: footed(
    88,
    flat(
      ellipse(50, 50, 48, 38, "#7c4f2c"),
      ellipse(50, 50, 43.5, 33.5, "#c79a68"),
      ellipse(50, 50, 40, 30, "#fdf6e6"),
      ...places("26 46, 44 38, 62 40, 76 52, 36 60, 54 60, 68 66").map(
        ({ x, y }) => ellipse(x, y, 10, 8.6, "#f1e3c4") + ellipse(x - 1, y - 1, 7, 6, "#fffaf0"),
      ),
      ...places("44 60, 64 52").map(({ x, y }) => ellipse(x, y, 4.6, 3.4, "#9c6a40")),
    ),
  ),
  leaf: flat(leaf(4, 66, 92, -18, "#3c8a38")),
};

const pod = (color: string, edge: string) =>
  path(
    "M8 24C20 8 34 20 42 34C50 46 66 50 82 44C92 40 98 50 94 58C84 74 56 76 38 62C22 52 2 40 8 24Z",
    color,
  ) + stroke("M16 28C26 34 36 46 46 56C58 64 74 64 88 54", edge, 2);

export const tamarindo: Subject = {
  whole: slim(
    group("translate(0 -12)", pod("#9c6a3c", "#7a4c26")),
    group("translate(2 22) rotate(-8 50 50)", pod("#b07c48", "#8a5a30")),
  ),
  cut: footed(
    72,
    slim(
      path(
        "M6 40C16 18 36 26 48 40C58 52 76 54 92 46L95 60C78 74 52 74 36 60C24 50 4 54 6 40Z",
        "#9c6a3c",
      ),
      path(
        "M14 41C22 30 36 36 46 48C58 60 76 62 88 55C76 68 54 68 39 56C28 47 12 50 14 41Z",
        "#5c2f17",
      ),
      ...places("28 43, 46 56, 66 62").map(
        ({ x, y }) =>
          ellipse(x, y, 6, 4.6, "#2d150b") + ellipse(x - 1.6, y - 1.4, 1.8, 1.1, "#8a5a44"),
      ),
    ),
  ),
  leaf: flat(
    stroke("M8 74C36 62 66 44 92 18", "#4f7a34", 2.6),
    ...Array.from(
      { length: 9 },
      (_, index) =>
        leaf(16 + index * 8, 70 - index * 5.8, 18, -80, "#6fb553") +
        leaf(16 + index * 8, 70 - index * 5.8, 18, 24, "#5fa846"),
    ),
  ),
};
