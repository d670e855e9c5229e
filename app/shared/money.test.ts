import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMoney, formatTypedAmount, lineTotal, parseTypedNumber } from "./money.ts";
import { addQuantities, countItems, parseKilos } from "./units.ts";

describe("a typed number", () => {
  test.each([
    ["12,50", 12.5],
    ["12.50", 12.5],
    ["1.234,50", 1234.5],
    ["1.234", 1234],
    ["1.234.567", 1_234_567],
    ["0,5", 0.5],
    ["R$ 12,50", 12.5],
    [" 7 ", 7],
    ["-1", -1],
    ["abc", 0],
    ["", 0],
  ])("'%s' is %d", (typed, value) => {
    expect(parseTypedNumber(typed)).toBe(value);
  });

  test("a number is not changed", () => {
    expect(parseTypedNumber(1.234)).toBe(1.234);
  });
});

test("an amount is shown in a field with two places and a decimal comma", () => {
  expect(formatTypedAmount(1234.5)).toBe("1234,50");
  expect(parseTypedNumber(formatTypedAmount(1234.5))).toBe(1234.5);
});

test("formats amounts as Intl does, with a plain space", () => {
  const real = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
  const amounts = [
    0, 0.05, 0.005, 1.005, 9.995, 45.9, 999.99, 999.999, 1000, 12345.6, 1234567.89, 1e9, -45.9,
    -1000,
  ];
  const expected = amounts.map((amount) => real.format(amount).replace("\u00a0", " "));
  expect(amounts.map((amount) => formatMoney(amount))).toEqual(expected);
  expect(formatMoney("1234.50")).toBe("R$ 1.234,50");
});

test("a line of kilos is rounded half up to the cent, as in whole numbers", () => {
  const cents = fc.integer({ min: 0, max: 999_999_999 });
  const grams = fc.integer({ min: 1, max: 9_999_000 });
  fc.assert(
    fc.property(cents, grams, (price, weight) => {
      const exact = (BigInt(price) * BigInt(weight) * 2n + 1000n) / 2000n;
      expect(BigInt(lineTotal(price / 100, weight / 1000))).toBe(exact);
    }),
  );
  expect(lineTotal(33.33, 7.5)).toBe(24_998);
  expect(lineTotal(0.01, 0.5)).toBe(1);
});

test("quantities are added up exactly, and kilos count as whole items", () => {
  expect(addQuantities(0.1, 0.2, 7.5)).toBe(7.8);
  expect(countItems([{ quantity: 7.5 }, { quantity: 2 }, { quantity: 0 }])).toBe(10);
});

test.each([
  ["7,5", 7.5],
  ["7.5", 7.5],
  ["1.250", 1.25],
  ["1.250,5", 1250.5],
  ["1.250.000", 1_250_000],
  ["0,1234", 0.123],
  ["sete", 0],
  ["", 0],
])("'%s' is %d kg", (typed, kilos) => {
  expect(parseKilos(typed)).toBe(kilos);
});
