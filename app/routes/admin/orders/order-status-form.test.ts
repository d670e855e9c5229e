import { expect, test } from "vitest";
import { describeStockEffect } from "./order-status-form.tsx";

test("confirming takes the goods off the shelf, cancelling puts them back", () => {
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

test("between two states on the same side of the shelf nothing moves", () => {
  expect(describeStockEffect("confirmado", "entregue")).toBe("O estoque não muda.");
  expect(describeStockEffect("pendente", "cancelado")).toBe("O estoque não muda.");
});

test("the status it has says where the goods are", () => {
  expect(describeStockEffect("pendente", "pendente")).toBe(
    "As quantidades deste pedido não saíram do estoque.",
  );
  expect(describeStockEffect("entregue", "entregue")).toBe(
    "As quantidades deste pedido já saíram do estoque.",
  );
});
