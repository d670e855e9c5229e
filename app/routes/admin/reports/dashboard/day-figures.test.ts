import { expect, test } from "vitest";
import { curveBars, toLine, weekTrend } from "./sales-panels.tsx";

test("the highest value reaches the top, zero has no height", () => {
  expect(curveBars([0, 10]).map(({ y, height }) => [y, height])).toEqual([
    [160, 0],
    [0, 160],
  ]);
});

test("the line runs through the middle of each day", () => {
  expect(toLine([0, 5, 10])).toBe("M100 160L300 80L500 0");
});

test("zero values draw a line at the bottom", () => {
  expect(toLine([0, 0])).toBe("M150 160L450 160");
});

const week = (orders: number, revenue: number) =>
  Array.from({ length: 7 }, (_, index) => ({ day: `2026-08-0${index + 1}`, orders, revenue }));

test("a week's figures are compared with the week before", () => {
  expect(weekTrend([...week(4, 100), ...week(5, 50)], "orders")).toBeCloseTo(0.25);
  expect(weekTrend([...week(4, 100), ...week(5, 50)], "revenue")).toBeCloseTo(-0.5);
});

test("there is no comparison with a week of zeros", () => {
  expect(weekTrend([...week(0, 0), ...week(5, 50)], "orders")).toBeUndefined();
});
