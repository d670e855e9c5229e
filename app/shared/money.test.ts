import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatMoney, lineTotal, parseTypedNumber } from "./money.ts";
import { formatTypedAmount, parseTypedAmount } from "./typed-numbers.ts";
import { addQuantities, countItems, parseKilos } from "./units.ts";

describe("a typed number", () => {
  test.each([
    ["0", 0],
    ["7", 7],
    [" 7 ", 7],
    ["12,50", 12.5],
    ["12.50", 12.5],
    ["12,5", 12.5],
    ["12.5", 12.5],
    ["12,", 12],
    ["12.", 12],
    [",50", 0.5],
    [".5", 0.5],
    ["0,5", 0.5],
    ["0.125", 0.125],
    ["1,500", 1.5],
    ["12,9000", 12.9],
    ["12.9000", 12.9],
    ["1.500", 1500],
    ["2.000", 2000],
    ["12.345", 12_345],
    ["1234.5", 1234.5],
    ["1.500,00", 1500],
    ["1,500.00", 1500],
    ["1.234,50", 1234.5],
    ["1,234.50", 1234.5],
    ["1.234.567", 1_234_567],
    ["1,234,567", 1_234_567],
    ["1.234.567,89", 1_234_567.89],
    ["1,234,567.89", 1_234_567.89],
    ["1 234", 1234],
    ["1 234,50", 1234.5],
    ["1 234.50", 1234.5],
    ["1\u00a0234,50", 1234.5],
    ["1\u202f234,50", 1234.5],
    ["R$ 15,00", 15],
    ["r$ 15,00", 15],
    ["R$15", 15],
    ["R$\u00a01.234,50", 1234.5],
    ["R$ 1 234,50", 1234.5],
    ["15,00 R$", 15],
    ["$ 15.00", 15],
    ["BRL 15,00", 15],
    ["15,00 reais", 15],
    ["15 Reais", 15],
    ["1 real", 1],
    ["\u200b15,00", 15],
    ["１５，００", 15],
    ["-1", -1],
    ["- 1,50", -1.5],
    ["\u22121,50", -1.5],
    ["R$ -1,50", -1.5],
    ["-R$ 1,50", -1.5],
    ["+10", 10],
    ["-0", 0],
  ])("'%s' is %d", (typed, value) => {
    expect(parseTypedNumber(typed)).toBe(value);
  });

  test.each(
    [
      [
        "",
        " ",
        "abc",
        "R$",
        "reais",
        "-",
        ",",
        ".",
        "--1",
        "-R$ -1",
        "1-",
        "1 2",
        "12 34",
        "1 23,50",
      ],
      [
        "1.23.456",
        "1,23,456",
        "1.234,5.6",
        "1,234.5,6",
        "12.34.56",
        "1..5",
        "1,,5",
        "1.,5",
        "0.123,50",
      ],
      [
        "1e3",
        "1E+3",
        "0x10",
        "Infinity",
        "NaN",
        "12,50/kg",
        "12 un",
        "US$ 15",
        "€ 15",
        "50 centavos",
      ],
      [
        "15 reais e 50",
        "R$ 10 a R$ 20",
        "10%",
        "1/2",
        "(10,00)",
        "1'234",
        "doze",
        "15,00 reais reais",
      ],
    ].flat(),
  )("'%s' is no number", (typed) => {
    expect(parseTypedNumber(typed)).toBeNaN();
    expect(parseTypedAmount(typed)).toBeNaN();
  });

  test("an amount has at most two decimals", () => {
    expect(parseTypedAmount("R$ 1.234,5")).toBe(1234.5);
    expect(parseTypedAmount("12,345")).toBeNaN();
    expect(parseTypedAmount("9.999.999,99")).toBe(9_999_999.99);
    expect(parseTypedAmount("10.000.000")).toBeNaN();
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
  ["1.250,", 1250],
  ["sete", Number.NaN],
  ["7 kg", Number.NaN],
  ["", Number.NaN],
])("'%s' is %d kg", (typed, kilos) => {
  expect(parseKilos(typed)).toBe(kilos);
});
