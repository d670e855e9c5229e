import { expect, test } from "vitest";
import { escapeControls, redactPath, serializeError } from "./log.ts";

test("visitors' input cannot end a log line or control a terminal", () => {
  expect(escapeControls("/a\nb\u001b[31m\u202e")).toBe("/a\\u{a}b\\u{1b}[31m\\u{202e}");
  expect(escapeControls("x".repeat(9000))).toHaveLength(500);
});

test("a path is logged without personal data", () => {
  expect(redactPath("/api/postal-code/01310-100")).toBe("/api/postal-code/…");
  expect(redactPath("/clientes/ana.souza@example.com/11987654321")).toBe("/clientes/…/…");
  expect(redactPath("/x/ana%40example.com/529.982.247-25")).toBe("/x/…/…");
  const link = "1001-Zk3vYw5Qm8RtXc2LhP0aBg";
  expect(redactPath(`/admin/invitation/${link}.data`)).toBe("/admin/invitation/…");
  expect(redactPath(`/api/invitations/${link}`)).toBe("/api/invitations/…");
  expect(redactPath(`/pedido/${link}`)).toBe("/pedido/…");
  expect(redactPath(`/PEDIDO//${link}.data`)).toBe("/PEDIDO//…");
  expect(redactPath(`/api/order-links/${link}/cancel`)).toBe("/api/order-links/…/cancel");
  expect(redactPath(`/repeticao/${link}.data`)).toBe("/repeticao/…");
  expect(redactPath(`/api/series-links/${link}`)).toBe("/api/series-links/…");
  expect(redactPath(`/extrato/${link}`)).toBe("/extrato/…");
  expect(redactPath(`/pedido%2F${link}`)).toBe("/pedido%2F…");
  expect(redactPath(`/pedido%252f${link}`)).toBe("/pedido%252f…");
  expect(redactPath(`/pedidos/${link}`)).toBe("/pedidos/…");
  expect(redactPath(`/x%2Fpedido/${link}`)).toBe("/x%2Fpedido/…");
  const order = "/api/orders/9f0c11d2-1234-4567-8901-123456789012";
  expect(redactPath(order)).toBe(order);
  expect(redactPath("/produtos/polpa-de-acai-100-g")).toBe("/produtos/polpa-de-acai-100-g");
});

function failedQuery() {
  const cause = Object.assign(new Error('violates check constraint "pedidos_check"'), {
    code: "23514",
    constraint: "pedidos_check",
    detail: "Failing row contains (Maria, Rua 1).",
  });
  const message = "Failed query: insert\nparams: Maria,Rua 1\n    at Casa 2";
  return Object.assign(new Error(message, { cause }), { params: ["Maria"], query: "insert" });
}

test("a failed query is logged with its cause and code, without customers' input", () => {
  const serialized = serializeError(failedQuery());
  expect(serialized.message).toBe(
    'Failed query: insert: violates check constraint "pedidos_check"',
  );
  expect(serialized).toMatchObject({ type: "Error", code: "23514", constraint: "pedidos_check" });
  expect(serialized.stack).toContain("log.test.ts");
  expect(serialized.stack).toContain("caused by: Error: violates");
  expect(JSON.stringify(serialized)).not.toMatch(/Maria|Rua|Casa/);
});

test("invalid input of the database or JSON is not quoted", () => {
  const message = 'invalid input syntax for type uuid: "Maria"';
  expect(serializeError(Object.assign(new Error(message), { code: "22P02" })).message).toBe(
    'invalid input syntax for type uuid: "…"',
  );
  const broken = (() => {
    try {
      return JSON.parse('{"name": Maria "x"}');
    } catch (error) {
      return error;
    }
  })();
  expect(JSON.stringify(serializeError(broken))).not.toContain("Maria");
});

test("addresses are removed, and a value that is not an error is logged by its type", () => {
  expect(serializeError(new Error("550 <ana@example.com> unknown")).message).toBe(
    "550 <…> unknown",
  );
  expect(serializeError("Maria")).toMatchObject({ type: "string", message: "" });
});
