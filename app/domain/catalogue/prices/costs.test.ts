import fc from "fast-check";
import { expect, test } from "vitest";
import {
  costPerUnit,
  formatCost,
  formatMargin,
  marginOf,
  multiplyCost,
  priceForMargin,
  toCost,
  toCostAmount,
} from "./costs.ts";

test("amounts are hundredths of a centavo, and are shown as money", () => {
  expect([0, 0.0001, 0.8333, 1.005, 12.5, 1234.5678].map(toCost)).toEqual([
    0, 1, 8333, 10_050, 125_000, 12_345_678,
  ]);
  expect([0, 1, 8333, 125_000, 12_345_678_900].map(formatCost)).toEqual([
    "R$ 0,00",
    "R$ 0,0001",
    "R$ 0,8333",
    "R$ 12,50",
    "R$ 1.234.567,89",
  ]);
});

test("a margin is the part of the price that the goods do not cost", () => {
  expect(marginOf(10, toCost(6))).toBe(40);
  expect(marginOf(10, toCost(12))).toBe(-20);
  expect(marginOf(40, toCost(2), 12)).toBe(40);
  expect(marginOf(0, 0)).toBeUndefined();
  expect(formatMargin(-20)).toBe("-20,0%");
});

test("a price for a margin has it, to a centavo", () => {
  const cost = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(cost, fc.integer({ min: 0, max: 9900 }), (unitCost, margin) => {
      const price = priceForMargin(unitCost, 3, margin / 100);
      const exact = (unitCost * 3) / 100 / (1 - margin / 10_000);
      expect(Math.abs(price - exact)).toBeLessThanOrEqual(0.5 + exact * 1e-12);
    }),
  );
});

test("costs are multiplied and divided exactly", () => {
  expect(multiplyCost(8333, 12)).toBe(99_996);
  expect(multiplyCost(10_000_000_000, 1_000_000.001)).toBe(10_000_000_010_000_000);
  expect(costPerUnit(100_000, 12)).toBe(8333);
  expect(costPerUnit(5, 10)).toBe(1);
  expect(toCostAmount(8333)).toBe(0.8333);
});
