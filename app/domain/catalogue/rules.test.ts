import { expect, test } from "vitest";
import { defaultPackageInfo as packageInfo } from "#app/shared/units.ts";
import { kiloPriceText, orderCategoryPages, saleUnitText } from "./rules.ts";

test("the sale unit text names the contents and the price of each piece", () => {
  const inCategory = (category: string | null) => ({ category, packageInfo, price: 96 });
  expect(saleUnitText({ ...inCategory("polpas"), unit: "unidade" })).toBe("por unidade");
  expect(saleUnitText({ ...inCategory("pescados"), unit: "kg" })).toBe("por kg");
  expect(saleUnitText({ ...inCategory("polpas"), unit: "pacote" })).toBe(
    "pacote com 12 · R$ 8,00 cada",
  );
  expect(saleUnitText({ ...inCategory("polpas"), unit: "caixa" })).toBe(
    "caixa com 48 · R$ 2,00 cada",
  );
  expect(saleUnitText({ ...inCategory("gelo-saborizado"), unit: "caixa" })).toBe(
    "caixa com 30 · R$ 3,20 cada",
  );
  const single = { ...packageInfo, unitsPerPackage: 1 };
  expect(saleUnitText({ ...inCategory(null), packageInfo: single, unit: "pacote" })).toBe(
    "por pacote",
  );
});

test("category pages follow the categories' order; unknown ones come last", () => {
  const tabs = orderCategoryPages(["pescados", "polpas"]).map(({ tab }) => tab);
  expect(tabs).toEqual(["Pescados", "Polpas", "Frutas", "Gelo"]);
});

test.each([
  ["Framboesa 500 g", "unidade", 46.9, "R$ 93,80/kg"],
  ["Açaí puro em balde 5 kg", "unidade", 162.9, "R$ 32,58/kg"],
  ["Manga em cubos 1 kg", "unidade", 28.9, undefined],
  ["Gelo de coco 200 g", "caixa", 98.9, undefined],
  ["Porções para smoothie", "unidade", 30, undefined],
] as const)("the price per kilo of %s by the %s", (title, unit, price, expected) => {
  expect(kiloPriceText({ title, price, specs: { unit } })).toBe(expected);
});
