import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  documentCharacters,
  documentWarning,
  maskDocument,
  maskPhone,
  maskPostalCode,
} from "./masks.ts";

describe("a telephone", () => {
  test.each([
    ["11987654321", "(11) 98765-4321"],
    ["1134567890", "(11) 3456-7890"],
    ["(11) 98765-4321", "(11) 98765-4321"],
    ["11 98765 4321", "(11) 98765-4321"],
    ["+55 11 98765-4321", "(11) 98765-4321"],
    ["5511987654321", "(11) 98765-4321"],
    ["55 11 3456 7890", "(11) 3456-7890"],
    ["011 98765-4321", "(11) 98765-4321"],
    ["0055 11 98765-4321", "(11) 98765-4321"],
    ["tel: 11.98765.4321", "(11) 98765-4321"],
    ["55998765432", "(55) 99876-5432"],
    ["0800 123 4567", "0800 123 4567"],
    ["+55 011 98765-4321", "(11) 98765-4321"],
    ["1", "(1"],
    ["119", "(11) 9"],
    ["", ""],
    ["+351 912 345 678 901", "+351 912 345 678 901"],
  ])("%j is formatted as %j", (typed, written) => {
    expect(maskPhone(typed)).toBe(written);
  });
});

describe("a CPF or CNPJ", () => {
  test.each([
    ["52998224725", "529.982.247-25"],
    ["529.982.247-25", "529.982.247-25"],
    ["529 982 247 25", "529.982.247-25"],
    ["529982", "529.982"],
    ["11222333000181", "11.222.333/0001-81"],
    ["11.222.333/0001-81", "11.222.333/0001-81"],
    ["112223330001", "11.222.333/0001"],
    ["12abc34501de35", "12.ABC.345/01DE-35"],
    ["12.ABC.345/01DE-35", "12.ABC.345/01DE-35"],
    ["12a", "12.A"],
    ["123456789012345", "123456789012345"],
  ])("%j is formatted as %j", (typed, written) => {
    expect(maskDocument(typed)).toBe(written);
  });

  test("contains letters in upper case", () => {
    expect(documentCharacters("12.abc.345/01de-35")).toBe("12ABC34501DE35");
  });
});

describe("a CEP", () => {
  test.each([
    ["01310100", "01310-100"],
    ["01310-100", "01310-100"],
    ["CEP: 01.310-100", "01310-100"],
    ["0131", "0131"],
    ["013101000", "013101000"],
  ])("%j is formatted as %j", (typed, written) => {
    expect(maskPostalCode(typed)).toBe(written);
  });
});

const masks = [maskPhone, maskDocument, maskPostalCode];

test("a mask does not change its own result", () => {
  fc.assert(
    fc.property(fc.constantFrom(...masks), fc.string(), (mask, text) => {
      expect(mask(mask(text))).toBe(mask(text));
    }),
  );
});

test("a number is formatted the same whether it is typed or pasted", () => {
  const typed = fc.stringMatching(/^[1-4]\d{0,13}$/);
  fc.assert(
    fc.property(fc.constantFrom(maskDocument, maskPostalCode), typed, (mask, text) => {
      const stepwise = [...text].reduce((written, digit) => mask(written + digit), "");
      expect(stepwise.replace(/\D/g, "")).toBe(text);
    }),
  );
});

test.each(["529.982.247-25", "52998224725", "11.222.333/0001-81", "12.ABC.345/01DE-35", "123", ""])(
  "%j causes no warning",
  (text) => {
    expect(documentWarning(text)).toBeUndefined();
  },
);

test.each([
  ["529.982.247-26", /CPF/],
  ["111.111.111-11", /CPF/],
  ["11.222.333/0001-82", /CNPJ/],
  ["12.ABC.345/01DE-36", /CNPJ/],
  ["529.982.247", /11 números/],
  ["5299822472512", /11 números/],
])("%j causes a warning", (text, warning) => {
  expect(documentWarning(text)).toMatch(warning);
});
