import { expect, test } from "vitest";
import { escapeControls, tellPath } from "./log.ts";

test("what a visitor types cannot end a log line or steer a terminal", () => {
  expect(escapeControls("/a\nb\u001b[31m\u202e")).toBe("/a\\u{a}b\\u{1b}[31m\\u{202e}");
  expect(escapeControls("x".repeat(9000))).toHaveLength(500);
});

test("a path is logged without what could be somebody's", () => {
  expect(tellPath("/api/postal-code/01310-100")).toBe("/api/postal-code/…");
  expect(tellPath("/clientes/ana.souza@example.com/11987654321")).toBe("/clientes/…/…");
  expect(tellPath("/x/ana%40example.com/529.982.247-25")).toBe("/x/…/…");
  const order = "/api/orders/9f0c11d2-1234-4567-8901-123456789012";
  expect(tellPath(order)).toBe(order);
  expect(tellPath("/produtos/polpa-de-acai-100-g")).toBe("/produtos/polpa-de-acai-100-g");
});
