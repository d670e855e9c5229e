import { expect, test } from "vitest";
import { tableLabel } from "#app/shared/labels.ts";
import { shortRecordId } from "./audit-view.ts";

test("a record is shown by the last eight characters of its id and an ellipsis", () => {
  expect(shortRecordId("7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55")).toBe("1c9d3e55…");
});

test("tables have Portuguese names", () => {
  expect(tableLabel("orders")).toBe("Pedidos");
  expect(tableLabel("toString")).toBe("toString");
});
