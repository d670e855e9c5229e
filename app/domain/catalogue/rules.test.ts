import { expect, test } from "vitest";
import { defaultPackageInfo as packageInfo } from "#app/shared/units.ts";
import { orderCategoryPages, saleUnitText } from "./rules.ts";

test("the sale unit text names unit and contents", () => {
  const inCategory = (category: string | null) => ({ category, packageInfo });
  expect(saleUnitText({ ...inCategory("polpas"), unit: "unidade" })).toBe("por unidade");
  expect(saleUnitText({ ...inCategory("pescados"), unit: "kg" })).toBe("por kg");
  expect(saleUnitText({ ...inCategory("polpas"), unit: "pacote" })).toBe(
    "por pacote · 12 unidades",
  );
  expect(saleUnitText({ ...inCategory("polpas"), unit: "caixa" })).toBe("por caixa · 48 unidades");
  expect(saleUnitText({ ...inCategory("gelo-saborizado"), unit: "caixa" })).toBe(
    "por caixa · 30 unidades",
  );
  const single = { ...packageInfo, unitsPerPackage: 1 };
  expect(saleUnitText({ category: null, packageInfo: single, unit: "pacote" })).toBe(
    "por pacote · 1 unidade",
  );
});

test("category pages follow the categories' order; unknown ones come last", () => {
  const tabs = orderCategoryPages(["pescados", "polpas"]).map(({ tab }) => tab);
  expect(tabs).toEqual(["Pescados", "Polpas", "Frutas", "Gelo"]);
});
