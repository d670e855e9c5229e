import { expect, test } from "vitest";
import type { StockReason } from "#app/domain/catalogue/stock-reasons.ts";
import { soldOutQuantity } from "./rules.ts";

type Moved = [reason: StockReason, quantity: number];

/** The newest movement is the first. */
function takenFrom(stock: number, ...movements: Moved[]): number {
  const rows = movements.map(([reason, quantity]) => ({ reason, quantity }));
  return soldOutQuantity(stock, rows);
}

test("a product that was marked as sold out gets back what that took, whatever orders took since then", () => {
  expect(takenFrom(0, ["ajuste", -12], ["entrada", 12])).toBe(12);
  expect(takenFrom(0, ["ajuste", -0.3])).toBe(0.3);
  expect(takenFrom(-1, ["cancelamento", 2], ["pedido", -3], ["ajuste", -12])).toBe(12);
});

test("a product that is sold out for another reason gets nothing back", () => {
  expect(takenFrom(0)).toBe(0);
  expect(takenFrom(0, ["pedido", -7], ["entrada", 7])).toBe(0);
  expect(takenFrom(0, ["pedido", -7], ["ajuste", -5])).toBe(0);
  expect(takenFrom(0, ["pedido", -5], ["ajuste", 5], ["ajuste", -5])).toBe(0);
  expect(takenFrom(0, ["contagem", -4], ["entrada", 4], ["ajuste", -12])).toBe(0);
});
