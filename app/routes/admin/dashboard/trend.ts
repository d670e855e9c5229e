import type { DayTally } from "#app/domain/dashboard/rules.ts";

const week = 7;

/** How the last seven days compare with the seven before: 0.25 is a quarter more; undefined where there was nothing. */
export function weekTrend(
  days: readonly DayTally[],
  figure: "orders" | "revenue",
): number | undefined {
  const sum = (part: readonly DayTally[]) => part.reduce((total, day) => total + day[figure], 0);
  const before = sum(days.slice(-2 * week, -week));
  return before === 0 ? undefined : sum(days.slice(-week)) / before - 1;
}
