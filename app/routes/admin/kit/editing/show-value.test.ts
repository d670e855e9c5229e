import { expect, test } from "vitest";
import { showValue } from "./diff-table.tsx";

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
