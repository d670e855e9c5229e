/** The mark of the shop: a fruit with a leaf, and a snow crystal at its heart. In a box of 100 by 100. */
import { group, path, ring, stroke } from "./shapes.ts";
import { text, textWidth } from "./text.ts";

const fruitOutline =
  "M50 24C60 14 94 16 95 54C95 82 74 99 60 97Q50 94 40 97C26 99 5 82 5 54C6 16 40 14 50 24Z";
const leafOutline = "M50 21C49 8 58 0 75 2C75 15 65 22 50 21Z";

const crystal = (color: string) =>
  group(
    "translate(50 58)",
    ...ring(6, 0, 0, 0, 0, 30).map(({ angle }) =>
      group(`rotate(${angle})`, stroke("M0 0H27M14 0L21 -7.5M14 0L21 7.5", color, 6)),
    ),
  );

/** `fruit` and `leaf` may be gradients; `snow` shows through the fruit. */
const mark = (fruit: string, leaf: string, snow: string) =>
  path(fruitOutline, fruit) + path(leafOutline, leaf) + crystal(snow);

/** The logo as a document of its own: scales to any size, works from 16 px. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" role="img" aria-label="Pomar">${mark("#15803d", "#84cc16", "#ffffff")}</svg>`;

type Brand = {
  x: number;
  /** Baseline. */
  y: number;
  /** Size of the letters. */
  size: number;
  ink: string;
  hole: string;
  anchor?: "start" | "middle";
};

/** Mark and name in one line; `hole` is what shows through the mark. */
export function brand({ x, y, size, ink, hole, anchor = "middle" }: Brand): string {
  const icon = size * 1.02;
  const width = icon + size * 0.28 + textWidth("Pomar", size);
  const left = anchor === "middle" ? x - width / 2 : x;
  return (
    group(`translate(${left} ${y - size * 0.86}) scale(${icon / 100})`, mark(ink, ink, hole)) +
    text("Pomar", { x: left + icon + size * 0.28, y, size, fill: ink, anchor: "start" })
  );
}
