import { expect, test } from "vitest";
import { escapeControls, redactPath } from "./log.ts";

test("visitors' input cannot end a log line or control a terminal", () => {
  expect(escapeControls("/a\nb\u001b[31m\u202e")).toBe("/a\\u{a}b\\u{1b}[31m\\u{202e}");
  expect(escapeControls("x".repeat(9000))).toHaveLength(500);
});

test("a path is logged without personal data", () => {
  expect(redactPath("/api/postal-code/01310-100")).toBe("/api/postal-code/…");
  expect(redactPath("/clientes/ana.souza@example.com/11987654321")).toBe("/clientes/…/…");
  expect(redactPath("/x/ana%40example.com/529.982.247-25")).toBe("/x/…/…");
  const order = "/api/orders/9f0c11d2-1234-4567-8901-123456789012";
  expect(redactPath(order)).toBe(order);
  expect(redactPath("/produtos/polpa-de-acai-100-g")).toBe("/produtos/polpa-de-acai-100-g");
});
