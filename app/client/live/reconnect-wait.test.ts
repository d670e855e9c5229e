import fc from "fast-check";
import { expect, test } from "vitest";
import { reconnectWait } from "./reconnect-wait.ts";

test("the wait doubles from two seconds to half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 50].map((failures) => reconnectWait(failures, 1))).toEqual([
    2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test("nobody comes back before half of it, nor all at once", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        const most = reconnectWait(failures, 1);
        const wait = reconnectWait(failures, chance);
        expect(wait).toBeGreaterThanOrEqual(most / 2);
        expect(wait).toBeLessThanOrEqual(most);
      },
    ),
  );
  expect(reconnectWait(3, 0.1)).not.toBe(reconnectWait(3, 0.9));
});
