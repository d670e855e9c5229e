import { expect, test } from "vitest";
import type { AuditEntry, AuditLog } from "#app/domain/audit/schema.ts";
import { tableLabel } from "#app/shared/audit-labels.ts";
import { groupActions, shortRecordId, summarizeLog } from "./audit-view.ts";

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

test("a restored database's equal number is another action", () => {
  const restored = entryOf({ created_at: "2026-11-20T10:00:00.000Z" });
  expect(groupActions([entryOf({ id: "1" }), restored])).toHaveLength(2);
});

const product = { id: "a", title: "Polpa de manga", stock: 338, price: 45.9, version: 3 };

function logOf(changes: Partial<AuditLog>): AuditLog {
  return {
    id: crypto.randomUUID(),
    created_at: "2026-11-22T10:00:00.000Z",
    user_email: "a@b.co",
    table_name: "products",
    operation: "UPDATE",
    record_id: "a",
    action_id: 7,
    old_data: product,
    new_data: product,
    ...changes,
  };
}

test("a change is described with the row's name and both values", () => {
  const summary = summarizeLog(logOf({ new_data: { ...product, stock: 337, version: 4 } }));
  expect(summary).toMatchObject({
    name: "Polpa de manga",
    changes: ["Estoque 338 → 337"],
    hidden: 0,
  });
  expect(summary).not.toHaveProperty("old_data");
});

test("money is formatted, and long texts and lists are only named", () => {
  const new_data = { ...product, price: 50, long_desc: "a".repeat(41), images: ["/media/a.jpg"] };
  expect(summarizeLog(logOf({ new_data })).changes).toEqual([
    "Preço R$ 45,90 → R$ 50,00",
    "Descrição Completa: novo texto",
    "Imagens: nova lista",
  ]);
});

test("a picture is only named, and a document is formatted", () => {
  const table_name = "settings";
  const [empty, full] = [
    { logo: null, cnpj: null },
    { logo: "/media/site-assets/logo-ea3a9d8558bf.png", cnpj: "11222333000181" },
  ];
  const changes = (old_data: object, new_data: object) =>
    summarizeLog(logOf({ table_name, old_data: { ...old_data }, new_data: { ...new_data } }))
      .changes;
  expect(changes(empty, full)).toEqual(["Logo: nova imagem", "CNPJ – → 11.222.333/0001-81"]);
  expect(changes(full, empty)).toEqual(["Logo: sem imagem", "CNPJ 11.222.333/0001-81 → –"]);
});

test("a created order is named by its number", () => {
  const summary = summarizeLog(
    logOf({
      table_name: "orders",
      operation: "INSERT",
      old_data: null,
      new_data: { id: "b", numero_pedido: 1003 },
    }),
  );
  expect(summary).toMatchObject({ name: "Pedido nº 1003", changes: [] });
});
