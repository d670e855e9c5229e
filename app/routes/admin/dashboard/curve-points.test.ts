import { expect, test } from "vitest";
import { toBars, toLine } from "./curve-points.ts";

test("the highest value reaches the top, nothing stays on the ground", () => {
  expect(toBars([0, 10]).map(({ y, height }) => [y, height])).toEqual([
    [160, 0],
    [0, 160],
  ]);
});

test("the line runs through the middle of each day", () => {
  expect(toLine([0, 5, 10])).toBe("M100 160L300 80L500 0");
});

test("days without anything draw a line on the ground", () => {
  expect(toLine([0, 0])).toBe("M150 160L450 160");
});
