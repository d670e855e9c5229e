import { expect, test } from "vitest";
import { weekTrend } from "./sales-panels.tsx";

const week = (orders: number, revenue: number) =>
  Array.from({ length: 7 }, (_, index) => ({
    day: `2026-08-0${index + 1}`,
    orders,
    revenue,
    revenue_before: 0,
  }));

test("a week's figures are compared with the week before", () => {
  expect(weekTrend([...week(4, 100), ...week(5, 50)], "orders")).toBeCloseTo(0.25);
  expect(weekTrend([...week(4, 100), ...week(5, 50)], "revenue")).toBeCloseTo(-0.5);
});

test("there is no comparison with a week of zeros", () => {
  expect(weekTrend([...week(0, 0), ...week(5, 50)], "orders")).toBeUndefined();
});
