import { describe, expect, test } from "vitest";
import { formatMoney, formatTypedAmount, parseTypedNumber } from "./money.ts";

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
