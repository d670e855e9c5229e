import fc from "fast-check";
import { expect, test } from "vitest";
import { sumCents } from "./money.ts";
import { spreadAmount } from "./spread.ts";

test("shares sum up to the amount, and differ from the exact ones by less than a cent", () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000_000),
      fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 50 }),
      (amount, weights) => {
        const shares = spreadAmount(amount, weights);
        const total = sumCents(weights);
        expect(sumCents(shares)).toBe(amount);
        for (const [index, share] of shares.entries()) {
          const exact =
            total === 0 ? amount / weights.length : (amount * (weights[index] ?? 0)) / total;
          expect(Math.abs(share - exact)).toBeLessThan(1);
        }
      },
    ),
  );
});
