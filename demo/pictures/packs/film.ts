/** Plastic film: rounded light across, a gloss running down, creases and crimped seals. */
import { path, rect, stroke } from "../shapes.ts";
import type { Sheet } from "../sheet.ts";

/** The light on a bulging surface within `clip`, for a pack of this size. */
export function filmLight(sheet: Sheet, width: number, height: number): string {
  const across = sheet.linear(
    [
      [0, "#000", 0.34],
      [0.07, "#000", 0.06],
      [0.2, "#fff", 0.2],
      [0.34, "#fff", 0.02],
      [0.72, "#000", 0],
      [0.93, "#000", 0.2],
      [1, "#000", 0.4],
    ],
    0,
    0,
    1,
    0,
  );
  const down = sheet.linear([
    [0, "#fff", 0.16],
    [0.2, "#fff", 0],
    [0.75, "#000", 0],
    [1, "#000", 0.26],
  ]);
  const gloss = sheet.linear([
    [0, "#fff", 0],
    [0.3, "#fff", 0.5],
    [0.7, "#fff", 0.34],
    [1, "#fff", 0],
  ]);
  const [a, b] = [width * 0.1, width * 0.17];
  return (
    rect(0, 0, width, height, across) +
    rect(0, 0, width, height, down) +
    path(
      `M${a} ${height * 0.13}C${a - 10} ${height * 0.4} ${a - 4} ${height * 0.66} ${a + 6} ${height * 0.88}L${b} ${height * 0.88}C${b - 4} ${height * 0.66} ${b - 8} ${height * 0.4} ${b + 4} ${height * 0.13}Z`,
      gloss,
    ) +
    path(
      `M${width * 0.9} ${height * 0.2}Q${width * 0.925} ${height * 0.5} ${width * 0.9} ${height * 0.8}L${width * 0.915} ${height * 0.8}Q${width * 0.945} ${height * 0.5} ${width * 0.915} ${height * 0.2}Z`,
      gloss,
      'opacity="0.6"',
    )
  );
}

/** Creases running from a seal into the film; `direction` 1 downwards, -1 upwards. */
export function creases(width: number, y: number, direction: 1 | -1, length = 54): string {
  return [0.12, 0.26, 0.41, 0.58, 0.73, 0.88]
    .map((share, index) => {
      const reach = direction * length * (index % 2 ? 0.6 : 1);
      const x = width * share;
      return (
        path(
          `M${x - 7} ${y}Q${x + 2} ${y + reach * 0.5} ${x + (share - 0.5) * -26} ${y + reach}Q${x + 5} ${y + reach * 0.4} ${x + 6} ${y}Z`,
          "#000",
          'opacity="0.1"',
        ) +
        path(
          `M${x + 6} ${y}Q${x + 8} ${y + reach * 0.4} ${x + (share - 0.5) * -20 + 4} ${y + reach * 0.8}Q${x + 13} ${y + reach * 0.3} ${x + 13} ${y}Z`,
          "#fff",
          'opacity="0.2"',
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
    stroke(lines.replaceAll("M0 ", "M0 "), "#fff", 1, 'opacity="0.3" transform="translate(0 2.4)"')
  );
}
