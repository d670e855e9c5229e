import { expect, test } from "vitest";
import type { AuditEntry } from "#app/domain/audit/schema.ts";
import { tableLabel } from "#app/shared/audit-labels.ts";
import { groupActions, shortRecordId } from "./audit-actions.ts";

test("a record is shown by the last eight characters of its id and an ellipsis", () => {
  expect(shortRecordId("7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55")).toBe("1c9d3e55…");
});

test("tables have Portuguese names", () => {
  expect(tableLabel("orders")).toBe("Pedidos");
  expect(tableLabel("toString")).toBe("toString");
});

function entryOf(changes: Partial<AuditEntry>): AuditEntry {
  return {
    id: crypto.randomUUID(),
    created_at: "2026-11-22T10:00:00.000Z",
    user_email: "a@b.co",
    table_name: "products",
    operation: "UPDATE",
    record_id: "a",
    action_id: 7,
    ...changes,
  };
}

test("the changes of one transaction are one action, with the order first", () => {
  const stock = entryOf({});
  const order = entryOf({ table_name: "orders", created_at: "2026-11-22T09:59:59.998Z" });
  const other = entryOf({ action_id: 6 });
  expect(groupActions([stock, order, other])).toEqual([[order, stock], [other]]);
});

test("a restored database's equal number is another action, as is an entry without one", () => {
  const restored = entryOf({ created_at: "2026-11-20T10:00:00.000Z" });
  const early = entryOf({ action_id: null });
  expect(groupActions([entryOf({ id: "1" }), early, restored, early])).toHaveLength(4);
});
