import { expect, test } from "vitest";
import type { OrderItem } from "#app/domain/orders/schema.ts";
import { draftJoin, joinNotes } from "./rules.ts";

const item = (product_id: string, quantity: number, price: number): OrderItem => ({
  product_id,
  product_name: product_id,
  slug: product_id,
  unit: "caixa",
  quantity,
  price,
  total: Math.round(quantity * price * 100) / 100,
});

test("a product of both has the lower price, and both discounts count", () => {
  const target = { itens: [item("a", 5, 12.9), item("b", 1, 3)], delivery_fee: 8, discount: 1 };
  const other = { itens: [item("a", 12, 11.9)], delivery_fee: 10, discount: 0.5 };
  const draft = draftJoin(target, other, 0);
  expect(draft.itens.map(({ quantity, price, total }) => [quantity, price, total])).toEqual([
    [17, 11.9, 202.3],
    [1, 3, 3],
  ]);
  expect(draft).toMatchObject({ delivery_fee: 10, discount: 1.5, total: 213.8 });
  expect(draftJoin(target, other, 205.3)).toMatchObject({ delivery_fee: 0, total: 203.8 });
});

test("notes are joined once", () => {
  expect(joinNotes("Portão azul", "Portão azul")).toBe("Portão azul");
  expect(joinNotes(" Ligar ", "Sem gelo")).toBe("Ligar\nSem gelo");
  expect(joinNotes(undefined, " ")).toBeUndefined();
});
