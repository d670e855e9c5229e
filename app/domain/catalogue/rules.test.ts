import { expect, test } from "vitest";
import { defaultPackageInfo, type SaleUnit } from "#app/shared/units.ts";
import { optionText, orderCategoryPages, piecePriceText, saleUnitText } from "./rules.ts";

type Main = { unit: SaleUnit; category?: string | null; title?: string; unitsPerPackage?: number };

function packed({ unit, category = null, title = "Produto", unitsPerPackage = 12 }: Main) {
  return {
    title,
    category,
    specs: { unit, packageInfo: { ...defaultPackageInfo, unitsPerPackage } },
  };
}

test.each<[Main, { unit?: SaleUnit; contains?: number }, string, string, string | undefined]>([
  [{ unit: "unidade", category: "polpas" }, {}, "Unidade", "por unidade", undefined],
  [{ unit: "kg", category: "pescados" }, {}, "kg", "por kg", undefined],
  [
    { unit: "kg" },
    { unit: "caixa", contains: 10 },
    "Caixa · 10 kg",
    "caixa com 10 kg",
    "R$ 9,60/kg",
  ],
  [{ unit: "pacote" }, {}, "Pacote · 12 un", "pacote com 12", "R$ 8,00 cada"],
  [{ unit: "pacote", unitsPerPackage: 1 }, {}, "Pacote", "por pacote", undefined],
  [{ unit: "caixa", category: "polpas" }, {}, "Caixa · 48 un", "caixa com 48", "R$ 2,00 cada"],
  [{ unit: "caixa" }, {}, "Caixa · 30 un", "caixa com 30", "R$ 3,20 cada"],
  [
    { unit: "pacote" },
    { unit: "caixa", contains: 4 },
    "Caixa · 48 un",
    "caixa com 48",
    "R$ 2,00 cada",
  ],
  [
    { unit: "unidade" },
    { unit: "caixa", contains: 6 },
    "Caixa · 6 un",
    "caixa com 6",
    "R$ 16,00 cada",
  ],
])("%o sold as %o", (main, { unit = main.unit, contains = 1 }, label, unitText, each) => {
  const option = { unit, contains, price: 96 };
  expect(optionText(packed(main), option)).toBe(label);
  expect(saleUnitText(packed(main), option)).toBe(unitText);
  expect(piecePriceText(packed(main), option)).toBe(each);
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
  const each = piecePriceText(packed({ unit, title }), { unit, price, contains: 1 });
  expect(each?.endsWith("/kg") ? each : undefined).toBe(expected);
});
