import { circle, ellipse, group, path, places, stroke } from "../shapes.ts";
import { fluent, type Subject, slim } from "./drawing.ts";

/** A peeled, cooked prawn curled like a comma, tail on. */
const prawn = (body: string, band: string) =>
  [
    path(
      "M20 30C40 4 84 12 92 46C96 72 78 92 56 92C52 92 50 86 54 84C66 82 76 72 74 56C72 40 52 34 38 46C30 54 14 44 20 30Z",
      body,
    ),
    stroke(
      "M40 20C44 28 46 34 46 41M60 16C60 26 60 32 58 41M78 26C74 34 70 40 66 45M88 44C82 48 78 50 73 53M89 64C84 64 80 64 74 63M78 80C74 76 72 74 69 71",
      band,
      3.2,
    ),
    path(
      "M56 92C46 98 34 98 26 92C34 92 38 88 42 84C36 86 28 82 26 76C36 80 46 80 55 84Z",
      "#e8432f",
    ),
  ].join("");

export const camarao: Subject = {
  whole: slim(fluent("shrimp", { "#f8312f": "#f2603d", "#ff822d": "#ff9460" })),
  cut: slim(prawn("#ffab86", "#f2704a")),
};

const tentacle = (d: string, color: string) => stroke(d, color, 5.4);

export const lula: Subject = {
  whole: slim(
    ...[
      "M40 66C34 78 24 80 20 92",
      "M44 68C40 82 36 86 36 97",
      "M50 68C50 82 48 88 50 98",
      "M56 68C60 82 64 86 64 97",
      "M60 66C66 78 76 80 80 92",
    ].map((d, index) => tentacle(d, index % 2 ? "#e3b3b8" : "#d9a0a8")),
    path("M50 2C36 14 30 30 32 52Q34 66 50 68Q66 66 68 52C70 30 64 14 50 2Z", "#f1d3d4"),
    path(
      "M50 2C40 8 22 18 16 34C24 38 30 38 34 34C36 24 42 12 50 2ZM50 2C60 8 78 18 84 34C76 38 70 38 66 34C64 24 58 12 50 2Z",
      "#e3b3b8",
    ),
    ...places("44 22, 54 30, 44 40, 58 46, 48 54, 52 16").map(({ x, y }) =>
      circle(x, y, 1.5, "#c98a94", 'opacity="0.7"'),
    ),
    circle(42, 60, 3, "#2b2530"),
    circle(58, 60, 3, "#2b2530"),
    circle(41, 59, 1, "#fff"),
    circle(57, 59, 1, "#fff"),
  ),
  cut: slim(
    ...(
      [
        [34, 38, 26],
        [66, 56, 27],
        [34, 76, 20],
      ] as const
    ).map(
      ([x, y, r]) =>
        `<circle cx="${x}" cy="${y}" r="${r - 6}" fill="none" stroke="#f7ece6" stroke-width="10"/><circle cx="${x}" cy="${y}" r="${r - 2.5}" fill="none" stroke="#e6c3c0" stroke-width="2.4"/>`,
    ),
  ),
};

const suckers = (points: number[][]) =>
  points
    .map(([x = 0, y = 0, r = 3]) => circle(x, y, r, "#fbe3dc") + circle(x, y, r * 0.45, "#d98a86"))
    .join("");

export const polvo: Subject = {
  whole: slim(
    ...[
      "M40 52C20 58 6 70 10 86C14 96 26 92 22 82",
      "M44 56C34 70 28 84 36 96",
      "M56 56C66 70 72 84 64 96",
      "M60 52C80 58 94 70 90 86C86 96 74 92 78 82",
      "M50 58C50 74 50 86 52 98",
    ].map((d, index) =>
      stroke(d, ["#a83a52", "#bd4a60", "#bd4a60", "#a83a52", "#cc5a6c"][index] ?? "#bd4a60", 10),
    ),
    suckers([
      [20, 68, 2.4],
      [13, 78, 2.2],
      [36, 74, 2.4],
      [34, 86, 2.2],
      [64, 74, 2.4],
      [67, 86, 2.2],
      [80, 68, 2.4],
      [87, 78, 2.2],
      [50, 72, 2.4],
      [51, 84, 2.2],
    ]),
    path("M50 4C72 4 80 22 76 38C74 50 66 60 50 60C34 60 26 50 24 38C20 22 28 4 50 4Z", "#c24c62"),
    ...places("40 18, 54 14, 64 24, 36 30, 50 26").map(({ x, y }) => circle(x, y, 1.8, "#a83a52")),
    ellipse(40, 43, 4, 3, "#f3d9b0"),
    ellipse(60, 43, 4, 3, "#f3d9b0"),
    ellipse(40, 43, 2.6, 1.2, "#2b1a20"),
    ellipse(60, 43, 2.6, 1.2, "#2b1a20"),
  ),
  cut: slim(
    stroke(
      "M10 88C14 50 34 22 62 20C86 20 94 44 80 58C68 68 52 60 54 48C56 40 66 40 68 47",
      "#bd4a60",
      15,
    ),
    suckers([
      [17, 76, 4.4],
      [22, 62, 4.4],
      [30, 49, 4.2],
      [40, 38, 4],
      [52, 31, 3.8],
      [64, 29, 3.4],
      [75, 33, 3.2],
      [80, 43, 3],
      [75, 53, 2.6],
      [66, 56, 2.2],
    ]),
  ),
};

const shellOutline = "M50 4C76 14 94 44 88 72C82 92 64 98 50 97C36 98 18 92 12 72C6 44 24 14 50 4Z";

/** A closed shell, its growth lines following the edge. */
const shell = (color: string, line: string) =>
  path(shellOutline, color) +
  stroke(shellOutline, line, 2.2) +
  stroke("M50 16C68 26 82 46 77 68C72 84 60 88 50 88", line, 1.8) +
  stroke("M50 30C62 38 71 52 68 65C64 76 57 78 50 78", line, 1.8) +
  stroke("M46 10C32 24 24 46 27 66", "#8fa6cf", 4, 'opacity="0.55"');

const openShell = [
  shell("#24304f", "#4a6191"),
  path(
    "M50 14C72 22 84 46 78 70C74 86 60 90 50 90C40 90 26 86 22 70C16 46 28 22 50 14Z",
    "#dfe6f2",
  ),
  path(
    "M50 28C64 34 74 52 70 70C66 82 58 84 50 84C42 84 34 82 30 70C26 52 36 34 50 28Z",
    "#f5963d",
  ),
  path("M50 38C58 44 62 58 58 70Q50 76 42 70C38 58 42 44 50 38Z", "#ffbf73"),
  stroke(
    "M50 28C64 34 74 52 70 70C66 82 58 84 50 84C42 84 34 82 30 70C26 52 36 34 50 28Z",
    "#c9661a",
    2,
  ),
].join("");

export const mexilhao: Subject = {
  whole: slim(
    group("translate(-2 2) rotate(-34 50 50) scale(0.72)", shell("#24304f", "#4a6191")),
    group("translate(40 4) rotate(26 30 50) scale(0.66)", shell("#2c3a60", "#5670a6")),
    group("translate(26 34) rotate(-6 30 30) scale(0.64)", openShell),
  ),
  cut: slim(openShell),
};

export const caranguejo: Subject = {
  whole: slim(fluent("crab", { "#f8312f": "#e8502f", "#ca0b4a": "#b8321f", "#533566": "#1d1a22" })),
};
export const lagosta: Subject = {
  whole: slim(fluent("lobster", { "#f8312f": "#e2432b", "#ca0b4a": "#b02a20" })),
  cut: slim(
    path(
      "M12 20C40 -4 88 6 94 44C98 72 76 90 50 88C46 86 46 76 52 72C64 68 70 58 66 50C60 38 44 42 36 50C24 58 4 40 12 20Z",
      "#d63f2c",
    ),
    path("M12 20C4 40 24 58 36 50C40 46 42 44 46 43C34 38 24 30 12 20Z", "#fff0e6"),
    stroke(
      "M34 9C40 20 44 30 46 41M54 6C56 20 56 30 55 42M74 14C70 26 66 34 61 44M88 30C80 38 74 44 67 50M92 52C84 54 76 56 67 55M84 72C78 68 72 64 63 62",
      "#9f2a1e",
      3.4,
    ),
    path(
      "M54 72C44 66 34 66 24 72C32 74 36 76 40 79C30 80 22 86 18 94C28 92 36 90 42 88C40 92 40 96 44 99C50 96 54 92 56 88Z",
      "#b9321f",
    ),
  ),
};
export const ostra: Subject = { whole: slim(fluent("oyster")) };
