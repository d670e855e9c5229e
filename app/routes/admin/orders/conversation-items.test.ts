import { expect, test } from "vitest";
import { itemsOf, type ReadLine } from "./conversation-items.ts";

const product = { id: "1", title: "Polpa de açaí" } as Parameters<typeof itemsOf>[1][number];
const rows: ReadLine["rows"] = [{ product_id: "1", unit: "pacote" }];

test("lines of one product and unit are one item", () => {
  const lines: ReadLine[] = [
    { text: "10 açaí", kind: "one", quantity: 10, rows },
    { text: "1 caixa de açaí", kind: "one", rows: [{ product_id: "1", unit: "caixa" }] },
    { text: "mais 5 açaí", kind: "one", quantity: 5, rows },
  ];
  expect(itemsOf(lines, [product])).toEqual([
    { product, unit: "pacote", quantity: 15 },
    { product, unit: "caixa", quantity: 1 },
  ]);
});

test("lines with several meanings or none are no items", () => {
  const lines: ReadLine[] = [
    { text: "2 polpas", kind: "several", quantity: 2, rows },
    { text: "bom dia", kind: "none", reason: "Não é um produto." },
  ];
  expect(itemsOf(lines, [product])).toEqual([]);
});
