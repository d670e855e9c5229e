import { circle, ellipse, path, stroke } from "../shapes.ts";
import { flat, fluent, footed, leaf, plump, type Subject, shine, slim } from "./drawing.ts";

const apple =
  "M50 26C62 14 96 16 94 50C92 78 72 98 60 96Q50 92 40 96C28 98 8 78 6 50C4 16 38 14 50 26Z";

function appleOf(skin: string, cheek: string): Subject {
  const stalk = stroke("M50 28C50 18 52 12 56 6", "#6d4322", 4);
  return {
    whole: plump(
      path(apple, skin),
      path(
        "M50 26C58 18 76 16 86 26C70 30 56 60 60 96Q50 92 40 96C52 70 40 40 50 26Z",
        cheek,
        'opacity="0.6"',
      ),
      stalk,
      leaf(53, 18, 30, -22, "#4fae3e"),
      shine(36, 52, 36, 0.6),
    ),
    cut: flat(
      path(apple, skin),
      path(
        "M50 32C60 22 89 22 88 50C86 74 69 92 59 90Q50 87 41 90C31 92 14 74 12 50C11 22 40 22 50 32Z",
        "#fff3d6",
      ),
      path("M50 42C62 40 68 56 50 74C32 56 38 40 50 42Z", "#f7dfae"),
      ellipse(45, 56, 2.8, 5, "#5d3620"),
      ellipse(55, 56, 2.8, 5, "#5d3620"),
      stalk,
    ),
    leaf: flat(leaf(6, 62, 88, -14, "#4fae3e")),
  };
}

export const maca = appleOf("#d92332", "#f0514a");
export const macaVerde = appleOf("#8cc63a", "#b5dc5a");

export const pera: Subject = {
  whole: plump(
    path(
      "M50 14C64 14 66 30 70 44C76 54 88 62 86 76C84 92 66 98 50 98C34 98 16 92 14 76C12 62 24 54 30 44C34 30 36 14 50 14Z",
      "#c9d94a",
    ),
    stroke("M50 15C50 9 53 5 57 2", "#6d4322", 4),
    leaf(53, 10, 28, -4, "#4fae3e"),
    shine(40, 68, 32, 0.5),
  ),
  cut: flat(
    path(
      "M50 10C65 10 68 28 72 42C78 54 90 62 88 77C86 93 66 98 50 98C34 98 14 93 12 77C10 62 22 54 28 42C32 28 35 10 50 10Z",
      "#bccf3e",
    ),
    path(
      "M50 16C60 16 62 32 66 46C72 56 83 64 81 76C79 88 64 92 50 92C36 92 21 88 19 76C17 64 28 56 34 46C38 32 40 16 50 16Z",
      "#fff8de",
    ),
    ellipse(50, 72, 13, 14, "#f4e3b4"),
    ellipse(46, 72, 2.6, 5, "#5d3620"),
    ellipse(54, 72, 2.6, 5, "#5d3620"),
  ),
  leaf: flat(leaf(6, 62, 88, -14, "#4fae3e")),
};

export const pessego: Subject = {
  whole: plump(
    fluent("peach", { "#ff822d": "#ffa25c" }),
    path(
      "M50 18C70 8 100 26 94 56C90 76 66 92 56 94C84 66 74 36 50 18Z",
      "#f25c4a",
      'opacity="0.5"',
    ),
    shine(36, 52, 38, 0.4),
  ),
  cut: flat(
    circle(50, 50, 46, "#f58a4a"),
    circle(50, 50, 42, "#ffc46b"),
    circle(50, 50, 22, "#f2704a"),
    ellipse(50, 50, 15, 18, "#a5623a"),
    stroke("M44 40Q41 50 45 60M52 36Q49 50 53 64M58 42Q60 50 57 58", "#7d4526", 2.2),
  ),
  leaf: flat(leaf(6, 62, 88, -14, "#4fae3e")),
};

const mintLeaf =
  "M0 0C6 -14 20 -22 34 -18L38 -14L42 -15L44 -9L50 -8L48 -2L54 2L48 5L48 11L42 11L40 16L34 16C22 20 8 12 0 0Z";
const mint = (x: number, y: number, turn: number, scale: number, color: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${path(mintLeaf, color)}${stroke("M2 0C16 -2 32 -1 46 1M14 -1L22 -10M24 -1L32 -11M16 0L24 9M27 0L34 9", "#23803f", 1.6)}</g>`;

export const hortela: Subject = {
  whole: slim(
    stroke("M50 98C50 80 49 60 50 40", "#3f9b52", 4),
    mint(50, 76, 8, 0.85, "#3fae58"),
    mint(50, 76, 172, 0.85, "#4fbf68"),
    mint(50, 56, -18, 0.95, "#57c76f"),
    mint(50, 56, 198, 0.95, "#3fae58"),
    mint(50, 42, -52, 0.82, "#6ad480"),
    mint(50, 42, 232, 0.82, "#57c76f"),
    mint(50, 42, -92, 0.72, "#7fe094"),
  ),
  cut: footed(80, slim(mint(10, 60, -14, 1.6, "#4fbf68"))),
  leaf: flat(mint(10, 60, -14, 1.6, "#4fbf68")),
};

export const gengibre: Subject = {
  whole: plump(fluent("ginger-root", { "#c28e4f": "#d6a560" })),
  cut: flat(
    ellipse(50, 50, 44, 40, "#b98345"),
    ellipse(50, 50, 40, 36, "#f7e0a0"),
    ellipse(50, 50, 28, 25, "#f2d484"),
    stroke("M36 42l3 2M60 40l3 2M48 60l3 2M40 56l2 1M62 56l3 1", "#d9b25e", 2),
  ),
};
