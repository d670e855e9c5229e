/** Plastic film: rounded light across, a gloss running down, creases and crimped seals. */
import { path, places, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";

/** The light on a bulging surface; `dark` is the pack's own colour in shade. */
export function filmLight(sheet: Sheet, width: number, height: number, dark: string): string {
  const across = sheet.linear(
    `0 ${dark} .5, .07 ${dark} .1, .13 #fff .2, .24 #fff .02, .72 ${dark} 0, .93 ${dark} .24, 1 ${dark} .56`,
    "across",
  );
  const down = sheet.linear(`0 #fff .16, .2 #fff 0, .75 ${dark} 0, 1 ${dark} .28`);
  const gloss = sheet.linear("0 #fff 0, .3 #fff .55, .7 #fff .36, 1 #fff 0");
  const [a, b, c] = [width * 0.045, width * 0.075, width * 0.945];
  const left = `M${a} ${height * 0.13}C${a - 10} ${height * 0.4} ${a - 4} ${height * 0.66} ${a + 6} ${height * 0.88}L${b} ${height * 0.88}C${b - 4} ${height * 0.66} ${b - 8} ${height * 0.4} ${b + 4} ${height * 0.13}Z`;
  const right = `M${c} ${height * 0.2}Q${c + 14} ${height * 0.5} ${c} ${height * 0.8}H${c + 9}Q${c + 24} ${height * 0.5} ${c + 9} ${height * 0.2}Z`;
  return (
    rect(0, 0, width, height, across) +
    rect(0, 0, width, height, down) +
    path(left, gloss) +
    path(right, gloss, 'opacity="0.6"')
  );
}

/** Creases running from a seal into the film; `direction` 1 downwards, -1 upwards. */
export function creases(width: number, y: number, direction: 1 | -1, length = 70): string {
  return [0.12, 0.26, 0.41, 0.58, 0.73, 0.88]
    .map((share, index) => {
      const reach = direction * length * (index % 2 ? 0.6 : 1);
      const x = width * share;
      const lean = (share - 0.5) * -26;
      return (
        path(
          `M${x - 7} ${y}Q${x + 2} ${y + reach * 0.5} ${x + lean} ${y + reach}Q${x + 5} ${y + reach * 0.4} ${x + 6} ${y}Z`,
          "#000",
          'opacity="0.07"',
        ) +
        path(
          `M${x + 6} ${y}Q${x + 8} ${y + reach * 0.4} ${x + lean + 4} ${y + reach * 0.8}Q${x + 13} ${y + reach * 0.3} ${x + 13} ${y}Z`,
          "#fff",
          'opacity="0.16"',
        )
      );
    })
    .join("");
}

/** A heat-sealed strip with its crimp. */
export function seal(y: number, width: number, height: number): string {
  const lines = Array.from(
    { length: Math.floor(height / 8) },
    (_, index) => `M0 ${y + 5 + index * 8}H${width}`,
  ).join("");
  return (
    rect(0, y, width, height, "#fff", 0, 'opacity="0.14"') +
    stroke(lines, "#000", 1.6, 'opacity="0.14"') +
    stroke(lines, "#fff", 1, 'opacity="0.3" transform="translate(0 2.4)"')
  );
}

/** Folds where film clings to what it holds: from (x, y) by (size, rotate). */
export const folds = (list: string) =>
  places(list)
    .map(
      ({ x, y, size, rotate }) =>
        stroke(`M${x} ${y}l${size} ${rotate}`, "#fff", 3, 'opacity="0.55"') +
        stroke(`M${x + 6} ${y + 2}l${size - 2} ${rotate}`, "#04222a", 3, 'opacity="0.25"'),
    )
    .join("");
