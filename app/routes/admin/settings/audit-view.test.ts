import { expect, test } from "vitest";
import { tableLabel } from "#app/shared/labels.ts";
import { shortRecordId, showAuditInstant } from "./audit-view.ts";

test("an instant reads as a clock in São Paulo shows it", () => {
  expect(showAuditInstant("2026-11-01T02:03:04.567Z")).toBe("31/10/2026 23:03:04");
});

test("a record goes by the last eight characters of its id and an ellipsis", () => {
  expect(shortRecordId("7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55")).toBe("1c9d3e55…");
});

test("tables have Portuguese names", () => {
  expect(tableLabel("orders")).toBe("Pedidos");
  expect(tableLabel("toString")).toBe("toString");
});
