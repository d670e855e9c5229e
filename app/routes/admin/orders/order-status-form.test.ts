import { expect, test } from "vitest";
import { stockHint } from "./order-status-form.tsx";

test("confirming takes the goods off the shelf, cancelling puts them back", () => {
  expect(stockHint("pendente", "confirmado")).toBe("Ao salvar, as quantidades saem do estoque.");
  expect(stockHint("cancelado", "entregue")).toBe("Ao salvar, as quantidades saem do estoque.");
  expect(stockHint("entregue", "cancelado")).toBe("Ao salvar, as quantidades voltam ao estoque.");
});

test("between two states on the same side of the shelf nothing moves", () => {
  expect(stockHint("confirmado", "entregue")).toBe("O estoque não muda.");
  expect(stockHint("pendente", "cancelado")).toBe("O estoque não muda.");
});

test("the status it has says where the goods are", () => {
  expect(stockHint("pendente", "pendente")).toBe(
    "As quantidades deste pedido não saíram do estoque.",
  );
  expect(stockHint("entregue", "entregue")).toBe(
    "As quantidades deste pedido já saíram do estoque.",
  );
});
