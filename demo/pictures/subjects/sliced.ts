import { circle, ellipse, group, path, places, ring, stroke } from "../shapes.ts";
import { flat, fluent, footed, leaf, plump, type Subject, shine, slim } from "./drawing.ts";
export const abacate: Subject = {
  whole: plump(
    path(
      "M40 8C56 2 66 16 74 32C86 52 92 70 80 84C66 100 38 98 24 82C10 66 18 42 26 26C30 16 33 10 40 8Z",
      "#3d7a35",
    ),
    ...ring(16, 50, 58, 24, 28, 8).map(({ x, y }) => circle(x, y, 1.1, "#5c9a48")),
    stroke("M38 9L35 2", "#6d4c2b", 4),
    shine(44, 52, 40, 0.4),
  ),
  cut: flat(fluent("avocado")),
  leaf: flat(leaf(6, 62, 88, -14)),
};

export const kiwi: Subject = {
  whole: plump(
    ellipse(50, 52, 46, 40, "#8d6a3c"),
    stroke(
      "M18 40l4 6M34 26l3 6M52 24l2 6M70 32l1 6M28 58l4 5M46 50l3 6M64 52l2 6M80 56l0 6M40 74l3 5M60 76l1 5",
      "#6f5029",
      1.8,
    ),
    shine(42, 50, 42, 0.25),
  ),
  cut: flat(
    circle(50, 50, 46, "#7c5a30"),
    circle(50, 50, 42.5, "#8fc63a"),
    circle(50, 50, 33, "#a9d94e"),
    ...ring(24, 50, 50, 30).map(({ angle }) =>
      group(`translate(50 50) rotate(${angle})`, stroke("M14 0H36", "#c8ea80", 1.4)),
    ),
    ellipse(50, 50, 12, 13, "#f4f8d4"),
    ...ring(20, 50, 50, 19.5, 19.5, 5).map(({ x, y, angle }) =>
      ellipse(x, y, 2.8, 1.5, "#241c14", `transform="rotate(${angle} ${x} ${y})"`),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14)),
};

export const melancia: Subject = {
  whole: slim(fluent("watermelon")),
  cut: flat(
    path("M50 4L98 84Q50 108 2 84Z", "#1f8a45"),
    path("M50 6L93 80Q50 101 7 80Z", "#d9f2b4"),
    path("M50 6L88 75Q50 94 12 75Z", "#f5414f"),
    ...places("50 36, 40 54, 60 54, 50 68, 30 70, 70 70").map(({ x, y }) =>
      ellipse(x, y, 2.2, 3.6, "#2b1a1a"),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14)),
};

export const melao: Subject = {
  whole: plump(
    ellipse(50, 54, 47, 40, "#f2cf3a"),
    stroke(
      "M50 14C34 30 34 78 50 94M50 14C66 30 66 78 50 94M50 14C14 28 12 76 50 94M50 14C86 28 88 76 50 94",
      "#dcae1f",
      1.8,
    ),
    stroke("M50 14C50 8 54 5 60 4", "#7c8a3a", 4),
    shine(42, 52, 42, 0.5),
  ),
  cut: footed(
    86,
    flat(
      path("M4 34C14 78 66 100 96 56L88 46C64 66 34 58 18 26Z", "#e6bb2a"),
      path("M9 33C20 70 64 88 91 52L86 45C64 64 36 56 20 27Z", "#f6f0b8"),
      path("M16 31C28 60 60 70 87 47L80 38C62 52 40 46 26 22Z", "#fbe7a0"),
      ...places("32 36, 42 44, 54 48, 66 46").map(({ x, y }) =>
        ellipse(x, y, 3.4, 1.8, "#e0b95c", `transform="rotate(30 ${x} ${y})"`),
      ),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14)),
};

export const pitaya: Subject = {
  whole: plump(
    ...[
      [20, 30, -140],
      [84, 34, -36],
      [10, 58, 175],
      [92, 62, 8],
      [50, 12, -92],
      [34, 16, -118],
      [66, 16, -62],
    ].map(([x = 0, y = 0, angle = 0]) =>
      group(
        `translate(${x} ${y}) rotate(${angle})`,
        path("M-8 -8Q10 -8 20 0Q8 8 -8 8Z", "#7cbf4a"),
      ),
    ),
    ellipse(50, 56, 40, 42, "#e8327c"),
    ...[
      [34, 40, -100],
      [60, 38, -70],
      [26, 62, -150],
      [50, 58, -90],
      [74, 60, -40],
      [38, 80, -110],
      [62, 82, -64],
    ].map(([x = 0, y = 0, angle = 0]) =>
      group(
        `translate(${x} ${y}) rotate(${angle})`,
        path("M-9 -10Q6 -11 12 -3L21 0L12 4Q4 11 -9 10Z", "#f0508f"),
        path("M11 -4L22 0L11 4Z", "#8fca55"),
      ),
    ),
    shine(42, 52, 38, 0.35),
  ),
  cut: flat(
    ...ring(9, 50, 50, 44, 44, 12).map(({ x, y, angle }) =>
      group(`translate(${x} ${y}) rotate(${angle})`, path("M-6 -7L10 0L-6 7Z", "#8fca55")),
    ),
    circle(50, 50, 45, "#f0609c"),
    circle(50, 50, 40.5, "#ffd9e8"),
    circle(50, 50, 38.5, "#d4266f"),
    circle(50, 50, 26, "#dd3a80"),
    ...[...ring(8, 50, 50, 10), ...ring(14, 50, 50, 20, 20, 9), ...ring(20, 50, 50, 30, 30, 3)].map(
      ({ x, y, angle }) =>
        ellipse(x, y, 1.9, 1.3, "#2a2028", `transform="rotate(${angle} ${x} ${y})"`),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14)),
};
