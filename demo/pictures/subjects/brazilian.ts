import { circle, ellipse, group, path, ring, stroke } from "../shapes.ts";
import { flat, leaf, plump, type Subject, shine } from "./drawing.ts";

/** The cashew apple hangs with its kidney-shaped nut below: that is what makes it caju. */
function cashew(apple: string, cheek: string): string {
  return (
    leaf(50, 8, 36, -12, "#4fa53e") +
    leaf(48, 8, 26, 190, "#3f9b35") +
    path(
      "M42 8C48 4 56 4 60 9C70 22 84 40 80 58C77 72 64 77 50 76C35 75 22 68 22 53C22 36 34 20 42 8Z",
      apple,
    ) +
    path(
      "M60 9C70 22 84 40 80 58C78 68 71 73 62 75C70 52 66 28 55 6Q58 6 60 9Z",
      cheek,
      'opacity="0.7"',
    ) +
    path(
      "M42 74C34 78 32 88 40 95C49 102 66 98 70 87C72 80 66 76 61 78C57 80 58 84 53 84C48 84 48 78 50 75Z",
      "#8a7a63",
    ) +
    stroke("M42 79C39 84 41 91 47 93", "#b3a58d", 2.6) +
    shine(44, 44, 30, 0.6)
  );
}

export const caju: Subject = {
  whole: plump(cashew("#f5512c", "#d62b22")),
  cut: plump(cashew("#ffb52b", "#f5772c")),
  leaf: flat(leaf(6, 62, 88, -14, "#4fa53e")),
};

export const caja: Subject = {
  whole: plump(
    stroke("M52 4C48 18 38 24 32 32M52 4C60 16 68 22 72 30M52 4C52 22 51 34 52 44", "#8a7a3c", 2.6),
    leaf(52, 6, 40, 14, "#4fa53e"),
    leaf(50, 6, 36, 162, "#5cb54a"),
    ...(
      [
        [28, 54, -14],
        [73, 52, 12],
        [50, 70, 2],
      ] as const
    ).map(([x, y, turn]) =>
      group(
        `rotate(${turn} ${x} ${y})`,
        ellipse(x, y, 20, 25, "#fba81c"),
        ellipse(x + 5, y + 8, 11, 13, "#f78a12", 'opacity="0.5"'),
        shine(x, y, 22, 0.6),
      ),
    ),
  ),
  cut: flat(
    ellipse(50, 50, 40, 46, "#f7960f"),
    ellipse(50, 50, 35, 41, "#ffc94a"),
    ellipse(50, 51, 19, 25, "#d9a55a"),
    stroke("M40 36Q36 50 42 68M49 30Q46 52 50 72M58 36Q60 52 56 68", "#a97635", 2.2),
  ),
  leaf: flat(leaf(6, 62, 88, -14, "#5cb54a")),
};

export const maracuja: Subject = {
  whole: plump(
    circle(50, 54, 43, "#f9c11c"),
    ...[...ring(9, 50, 54, 22, 22, 10), ...ring(14, 50, 54, 34, 34)].map(({ x, y }) =>
      circle(x, y, 0.9, "#dc9d0c"),
    ),
    stroke("M50 13C50 8 53 5 58 3", "#7d8a3a", 4),
    leaf(54, 8, 30, 14, "#4fa53e"),
    shine(46, 52, 42, 0.6),
  ),
  cut: flat(
    circle(50, 50, 47, "#f2b50f"),
    circle(50, 50, 43, "#fff3cf"),
    path(
      "M50 13C72 12 89 30 87 51C88 73 70 88 50 87C28 88 12 72 13 50C12 28 29 13 50 13Z",
      "#f6a60c",
    ),
    ...[...ring(6, 50, 50, 11, 11, 12), ...ring(12, 50, 50, 25, 25, 4)].map(({ x, y, angle }) =>
      group(
        `translate(${x} ${y}) rotate(${angle})`,
        ellipse(0, 0, 7.4, 5, "#ffc933"),
        ellipse(0.6, 0, 3.8, 2.7, "#1f1a1c"),
        ellipse(-0.6, -0.8, 1, 0.6, "#8a8086"),
      ),
    ),
  ),
  leaf: flat(leaf(6, 62, 88, -14, "#4fa53e")),
};

export const goiaba: Subject = {
  whole: plump(
    path(
      "M50 12C66 12 72 26 82 40C94 58 88 92 50 94C12 92 6 58 18 40C28 26 34 12 50 12Z",
      "#a9c94a",
    ),
    path(
      "M64 18C72 24 76 32 82 40C92 56 88 88 58 93C78 70 76 40 64 18Z",
      "#8fb53a",
      'opacity="0.7"',
    ),
    leaf(52, 13, 34, -12, "#3f9b35"),
    ...ring(5, 50, 92, 6, 3).map(({ x, y }) => circle(x, y, 2.4, "#6d7a2e")),
    circle(50, 13, 3, "#6d4c2b"),
    shine(42, 54, 40, 0.55),
  ),
  cut: flat(
    circle(50, 50, 47, "#9cc043"),
    circle(50, 50, 43, "#f9c9bd"),
    circle(50, 50, 38.5, "#f2637a"),
    circle(50, 50, 27, "#e84a66"),
    ...[...ring(16, 50, 50, 23, 23, 3), ...ring(9, 50, 50, 14, 14, 12)].map(({ x, y, angle }) =>
      ellipse(x, y, 2.5, 1.7, "#ffe3ad", `transform="rotate(${angle} ${x} ${y})"`),
    ),
    circle(50, 50, 7.5, "#f77d8e"),
  ),
  leaf: flat(leaf(6, 62, 88, -14)),
};
