import fc from "fast-check";
import { expect, test } from "vitest";
import { axisValues, labelPlaces, topOf } from "./axis.ts";

test.each([
  [0, [0, 0.5, 1]],
  [0.3, [0, 0.5, 1]],
  [1, [0, 0.5, 1]],
  [640, [0, 250, 500, 750]],
  [1000, [0, 500, 1000]],
  [1001, [0, 500, 1000, 1500]],
  [7600, [0, 5000, 10_000]],
  [12_345, [0, 5000, 10_000, 15_000]],
])("an axis up to %d has the values %j", (highest, values) => {
  expect(axisValues(highest)).toEqual(values);
});

test("an axis reaches the highest amount, and at most half of it more", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e9 }), (cents) => {
      const values = axisValues(cents / 100);
      expect([3, 4]).toContain(values.length);
      expect(topOf(values)).toBeGreaterThanOrEqual(cents / 100);
      expect(topOf(values)).toBeLessThanOrEqual((cents / 100) * 1.5);
    }),
  );
});

test.each([
  [0, []],
  [1, [0]],
  [4, [0, 1, 2, 3]],
  [7, [0, 1, 2, 3, 4, 5, 6]],
  [30, [0, 7, 15, 22, 29]],
])("%d bars have labels at %j", (count, places) => {
  expect(labelPlaces(count)).toEqual(places);
});
