import type { DayTotals } from "#app/domain/dashboard/rules.ts";

/** A drawing's size, in its own units; the browser stretches it to the room there is. */
export const curveSize = { width: 600, height: 160 };

/** Columns and their heights for values from the left to the right, of which the highest reaches the top. */
export function toBars(values: readonly number[]) {
  const highest = Math.max(...values, 1);
  const step = curveSize.width / Math.max(values.length, 1);
  return values.map((value, index) => {
    const height = (value / highest) * curveSize.height;
    return { x: index * step, y: curveSize.height - height, width: step, height };
  });
}

/** The path of a line through the middle of each column. */
export function toLine(values: readonly number[]): string {
  return toBars(values)
    .map(
      ({ x, y, width }, index) => `${index === 0 ? "M" : "L"}${round(x + width / 2)} ${round(y)}`,
    )
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const week = 7;

/** How the last seven days compare with the seven before: 0.25 is a quarter more; undefined where there was nothing. */
export function weekTrend(
  days: readonly DayTotals[],
  figure: "orders" | "revenue",
): number | undefined {
  const sum = (part: readonly DayTotals[]) => part.reduce((total, day) => total + day[figure], 0);
  const before = sum(days.slice(-2 * week, -week));
  return before === 0 ? undefined : sum(days.slice(-week)) / before - 1;
}
