import { expect, test } from "vitest";
import { describeStockEffect } from "./order-status-form.tsx";

test("confirming reduces the stock, cancelling restores it", () => {
  expect(describeStockEffect("pendente", "confirmado")).toBe(
    "Ao salvar, as quantidades saem do estoque.",
  );
  expect(describeStockEffect("cancelado", "entregue")).toBe(
    "Ao salvar, as quantidades saem do estoque.",
  );
  expect(describeStockEffect("entregue", "cancelado")).toBe(
    "Ao salvar, as quantidades voltam ao estoque.",
  );
});

test("two statuses with the same effect do not change the stock", () => {
  expect(describeStockEffect("confirmado", "entregue")).toBe("O estoque não muda.");
  expect(describeStockEffect("pendente", "cancelado")).toBe("O estoque não muda.");
});

test("the current status shows whether the stock was reduced", () => {
  expect(describeStockEffect("pendente", "pendente")).toBe(
    "As quantidades deste pedido não saíram do estoque.",
  );
  expect(describeStockEffect("entregue", "entregue")).toBe(
    "As quantidades deste pedido já saíram do estoque.",
  );
});
