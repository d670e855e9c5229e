import { describe, expect, test } from "vitest";
import { readAnswer } from "./order-queue-request.ts";

const placed = { id: "1", numero_pedido: 1001, status: "pendente", valor_total: 90.8 };
const line = {
  product_id: "a",
  unit: "pacote",
  reason: "price-changed",
  product_name: "Polpa",
  price_seen: 1,
  price_now: 2,
  unit_now: "pacote",
  available: true,
};

describe("an answer to an order", () => {
  test.each([200, 201])("with status %i acknowledges it", (status) => {
    expect(readAnswer(status, placed, 60)).toEqual({ kind: "placed", number: 1001, total: 90.8 });
    const link = "https://loja.example/pedido/1001-Zk3vYw5Qm8RtXc2LhP0aBg";
    expect(readAnswer(status, { ...placed, link }, 60)).toMatchObject({
      path: "/pedido/1001-Zk3vYw5Qm8RtXc2LhP0aBg",
    });
  });

  test.each([
    [409, { title: "O pedido mudou", lines: [line] }, { kind: "changed", lines: [line] }],
    [
      409,
      { title: "O pedido mínimo é de R$ 50,00" },
      { kind: "rejected", message: "O pedido mínimo é de R$ 50,00" },
    ],
    [
      400,
      { title: "Dados inválidos", errors: [{ field: "customer.name", message: "Falta" }] },
      { kind: "invalid", errors: [{ field: "customer.name", message: "Falta" }] },
    ],
    [422, { title: "Chave já usada", numero_pedido: 7 }, { kind: "placed-before", orderNumber: 7 }],
    [
      429,
      { title: "Muitos pedidos", detail: "Tente mais tarde." },
      { kind: "busy", message: "Muitos pedidos. Tente mais tarde.", retryAfterSeconds: 60 },
    ],
  ])("with status %i is classified", (status, body, result) => {
    expect(readAnswer(status, body, 60)).toEqual(result);
  });

  test.each([
    [200, { sign: "in" }],
    [200, null],
    [201, "ok"],
    [302, placed],
    [404, { error: "not here" }],
    [500, { title: "Erro interno" }],
    [503, { title: "Indisponível" }],
  ])("that is not the shop's own (%i, %j) is unclear", (status, body) => {
    expect(readAnswer(status, body, 60)).toEqual({ kind: "unclear" });
  });
});
