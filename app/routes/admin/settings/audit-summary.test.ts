import { expect, test } from "vitest";
import type { AuditLog } from "#app/domain/audit/schema.ts";
import { summarizeLog } from "./audit-summary.ts";

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
