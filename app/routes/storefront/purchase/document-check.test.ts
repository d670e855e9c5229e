import { expect, test } from "vitest";
import { documentWarning } from "./document-check.ts";

test.each(["529.982.247-25", "52998224725", "11.222.333/0001-81", "12.ABC.345/01DE-35", "123", ""])(
  "%j raises no doubt",
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
])("%j raises a doubt", (text, doubt) => {
  expect(documentWarning(text)).toMatch(doubt);
});
