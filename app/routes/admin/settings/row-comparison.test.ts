import { expect, test } from "vitest";
import { compareFields, showValue } from "./row-comparison.ts";

test("fields are compared one by one, also inside objects, the changed ones first", () => {
  const before = { id: 1, seo_default: { title: "A", author: "B" } };
  const after = { id: 1, seo_default: { title: "C", author: "B" } };
  expect(compareFields(before, after)).toEqual([
    { path: "seo_default.title", before: "A", after: "C", changed: true },
    { path: "id", before: 1, after: 1, changed: false },
    { path: "seo_default.author", before: "B", after: "B", changed: false },
  ]);
});

test("a created row has no old values", () => {
  expect(compareFields(null, { name: "Polpas" })).toEqual([
    { path: "name", before: undefined, after: "Polpas", changed: true },
  ]);
});

test("version and time of the change come last among the changed fields", () => {
  const before = { version: 1, updated_at: "2026-01-01T10:00:00+00:00", name: "Polpas" };
  const after = { version: 2, updated_at: "2026-01-02T10:00:00+00:00", name: "Polpa" };
  const paths = compareFields(before, after).map(({ path }) => path);
  expect(paths).toEqual(["name", "version", "updated_at"]);
});

test("amounts are shown as money, and an order's items without technical ids", () => {
  expect(showValue("products", 45.9, "price")).toBe("R$ 45,90");
  expect(showValue("products", 1338, "stock")).toBe("1.338");
  const item = { product_id: "3f2504e0", product_name: "Polpa de caju", quantity: 2, total: 91.8 };
  expect(showValue("orders", [item], "itens")).toBe(
    "Produto: Polpa de caju · Quantidade: 2 · Total: R$ 91,80",
  );
});

test("entries of a list name their fields in one order, without empty ones", () => {
  const options = [
    { unit: "pacote", price: 19.9, tiers: [] },
    { tiers: [{ price: 164.9, from: 5 }], price: 169.9, unit: "caixa" },
  ];
  expect(showValue("products", options, "sale_options").split("\n")).toEqual([
    "Unidade de Venda: pacote · Preço: R$ 19,90",
    "Unidade de Venda: caixa · Preço: R$ 169,90 · Preços por quantidade: (A partir de: 5 · Preço: R$ 164,90)",
  ]);
});
