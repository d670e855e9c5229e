import type { DayTotals } from "#app/domain/dashboard/rules.ts";

/** The chart's viewBox size. */
export const curveSize = { width: 600, height: 160 };

/** Bars for values from left to right; the highest reaches the top. */
export function toBars(values: readonly number[]) {
  const highest = Math.max(...values, 1);
  const step = curveSize.width / Math.max(values.length, 1);
  return values.map((value, index) => {
    const height = (value / highest) * curveSize.height;
    return { x: index * step, y: curveSize.height - height, width: step, height };
  });
}

/** The SVG path of a line through the middle of each bar. */
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

/** The last seven days relative to the seven before: 0.25 is 25 % more. Undefined if those were zero. */
export function weekTrend(
  days: readonly DayTotals[],
  figure: "orders" | "revenue",
): number | undefined {
  const sum = (part: readonly DayTotals[]) => part.reduce((total, day) => total + day[figure], 0);
  const before = sum(days.slice(-2 * week, -week));
  return before === 0 ? undefined : sum(days.slice(-week)) / before - 1;
}
