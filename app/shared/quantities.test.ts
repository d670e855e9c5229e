import { expect, test } from "vitest";
import { formatQuantities, noQuantities } from "./quantities.ts";

test.each([
  [{}, ""],
  [{ kg: 12, unidade: 1340 }, "12 kg · 1.340 un"],
  [{ kg: 0.25 }, "0,25 kg"],
  [{ caixa: 1, pacote: 2, unidade: 1 }, "1 caixa · 2 pacotes · 1 un"],
])("%j is written by unit: %s", (quantities, text) => {
  expect(formatQuantities({ ...noQuantities, ...quantities }).replaceAll("\u00A0", " ")).toBe(text);
});
