import { expect, test } from "vitest";
import type { SaleOption } from "#app/domain/catalogue/options/sale-option-schema.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { findAvailableLines, takeOverItems, toWantedLines } from "./order-lines.ts";
import { addItem, type SellableProduct, toCartProduct } from "./rules.ts";

const pack = mainOption("pacote", 10, { minimum: 1, step: 1, tiers: [{ from: 10, price: 9 }] });
const box: SaleOption = {
  ...mainOption("caixa", 38, { minimum: 2, step: 2, tiers: [] }),
  contains: 4,
};

function product(id: string, fields: Partial<SellableProduct> = {}): SellableProduct {
  return {
    id,
    title: `Polpa ${id}`,
    short_desc: "",
    category: "polpas",
    images: [],
    price: 10,
    stock: 100,
    specs: {
      unit: "pacote",
      rating: 4.5,
      packageInfo: { unitsPerPackage: 12, packagesPerBox: 4, unitsPerBox: 48 },
    },
    entered: { packageInfo: {} },
    sale_options: [pack, box],
    ...fields,
  };
}

const line = (product_id: string, quantity = 2, price = 10) => ({
  product_id,
  unit: "pacote" as const,
  quantity,
  name: `Polpa ${product_id}`,
  price,
});

test("repeating an order returns available lines, higher prices, and omitted lines with their reason", () => {
  const products = [
    product("acerola"),
    product("caju", { sale_options: [{ ...pack, price: 12 }] }),
    product("manga", { stock: 0 }),
    product("uva", { sale_options: [box] }),
  ];
  const lines = ["acerola", "caju", "manga", "uva", "umbu"].map((id) => line(id));
  const { items, priceChanges, quantityChanges, left } = findAvailableLines(lines, products);
  expect(items.map((item) => [item.product.id, item.quantity])).toEqual([
    ["acerola", 2],
    ["caju", 2],
  ]);
  expect(priceChanges).toEqual([{ name: "Polpa caju", unit: "pacote", before: 10, now: 12 }]);
  expect(quantityChanges).toEqual([]);
  expect(left.map(({ name, reason }) => [name, reason])).toEqual([
    ["Polpa manga", "esgotado"],
    ["Polpa uva", "não é mais vendido por pacote"],
    ["Polpa umbu", "saiu do catálogo"],
  ]);
});

test("equal lines are added up and reach the price of their quantity", () => {
  const found = findAvailableLines([line("caju", 4, 9), line("caju", 6, 9)], [product("caju")]);
  expect(found.items.map(({ quantity }) => quantity)).toEqual([10]);
  expect(found.priceChanges).toEqual([]);
});

test("a quantity is rounded up to what the option allows today", () => {
  const found = findAvailableLines([{ ...line("caju", 3, 38), unit: "caixa" }], [product("caju")]);
  expect(found.quantityChanges).toEqual([{ name: "Polpa caju", unit: "caixa", before: 3, now: 4 }]);
});

test("the items are added to the cart, or replace it", () => {
  const caju = toCartProduct(product("caju"));
  const cart = addItem(addItem([], caju, 3), toCartProduct(product("uva")), 1);
  const { items } = findAvailableLines([line("caju")], [product("caju")]);
  const summarize = (lines: typeof cart) => lines.map((one) => [one.product.id, one.quantity]);
  expect(summarize(takeOverItems(cart, items, "add"))).toEqual([
    ["caju", 5],
    ["uva", 1],
  ]);
  expect(summarize(takeOverItems(cart, items, "replace"))).toEqual([["caju", 2]]);
  expect(toWantedLines(takeOverItems(cart, items, "replace"))).toEqual([
    { ...line("caju"), name: "Polpa caju" },
  ]);
});
