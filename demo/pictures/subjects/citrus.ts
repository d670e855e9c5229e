import { circle, group, path, ring, round, stroke } from "../shapes.ts";
import { flat, leaf, plump, type Subject, shine } from "./drawing.ts";

/** The face of a halved citrus fruit. */
function half(rind: string, flesh: string, vein: string): string {
  const count = 9;
  const segments = ring(count, 0, 0, 1).map(({ angle }) =>
    group(
      `translate(50 50) rotate(${round(angle)})`,
      path("M5 0C12 -7 24 -12 34 -10.5Q37.5 0 34 10.5C24 12 12 7 5 0Z", flesh),
      stroke("M14 0L30 -3M15 2L29 6M20 -4L31 -7", vein, 1),
    ),
  );
  return (
    circle(50, 50, 47, rind) +
    circle(50, 50, 42.5, "#fff7e0") +
    segments.join("") +
    circle(50, 50, 3, "#fff7e0")
  );
}

function peelDots(color: string): string {
  return [...ring(7, 50, 55, 16, 16, 12), ...ring(12, 50, 55, 29, 29, 4)]
    .map(({ x, y }) => circle(x, y, 0.9, color))
    .join("");
}

function fruit(peel: string, dots: string, leaves: string): string {
  return (
    circle(50, 55, 42, peel) +
    peelDots(dots) +
    leaves +
    circle(50, 16, 3, "#5f7a2a") +
    shine(50, 55, 42)
  );
}

export const laranja: Subject = {
  whole: plump(
    fruit("#fb8c12", "#e2740a", leaf(52, 16, 34, -18) + leaf(49, 16, 24, -155, "#57b046")),
  ),
  cut: flat(half("#f57c00", "#ffa01f", "#ffc266")),
  leaf: flat(leaf(8, 60, 84, -14)),
};

export const tangerina: Subject = {
  whole: plump(
    `<ellipse cx="50" cy="58" rx="46" ry="38" fill="#ff7a1a"/>`,
    stroke(
      "M50 22C40 36 39 50 42 60M50 22C60 36 61 50 58 60M50 22C32 30 24 42 22 54M50 22C68 30 76 42 78 54",
      "#ec6508",
      1.6,
    ),
    leaf(51, 21, 36, -24, "#2f8f3a"),
    circle(50, 22, 3.4, "#4f6d22"),
    shine(46, 58, 40),
  ),
  cut: flat(half("#f4690f", "#ff8f2e", "#ffb877")),
  leaf: flat(leaf(8, 60, 84, -14, "#2f8f3a")),
};

export const limao: Subject = {
  whole: plump(
    path("M50 14C72 14 92 32 92 54C92 76 74 94 50 94C26 94 8 76 8 54C8 32 28 14 50 14Z", "#7cc142"),
    path("M44 16Q50 6 56 16Q50 21 44 16Z", "#5fa22f"),
    peelDots("#65ab31"),
    leaf(53, 13, 32, -14, "#2f8f3a"),
    shine(50, 54, 41),
  ),
  cut: flat(half("#63ad2d", "#c6e86a", "#e7f7b4")),
  leaf: flat(leaf(8, 60, 84, -14, "#2f8f3a")),
};
