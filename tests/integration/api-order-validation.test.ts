import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { products } from "#app/domain/catalogue/table.ts";
import { maxNoteLength } from "#app/shared/limits.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });

let product: typeof products.$inferSelect;

beforeEach(async () => {
  product = await addProduct(database);
});

async function expectNothingStored() {
  expect(await storedOrders(database)).toEqual([]);
}

describe("an order whose body is", () => {
  const bodies: [string, string, number][] = [
    ["missing", "", 400],
    ["broken JSON", '{"customer":', 400],
    ["not JSON at all", "name=Maria", 400],
    ["null", "null", 400],
    ["a number", "7", 400],
    ["a list", "[]", 400],
    ["empty", "{}", 400],
    ["nested a thousand times", `${"[".repeat(1000)}${"]".repeat(1000)}`, 400],
    ["65 kB long", JSON.stringify("x".repeat(65 * 1024)), 413],
  ];

  test.each(bodies)("%s", async (_what, body, status) => {
    const response = await sendOrder(url, body);
    expect(response.status).toBe(status);
    await readProblem(response);
    await expectNothingStored();
  });
});

describe("an order with an invalid field", () => {
  type Change = { customer?: object; line?: object; body?: object };
  const quantity =
    "Quantidade deve ser um número inteiro de 1 a 9999, ou em kg com até três casas decimais.";
  const price = "Preço deve ser um número a partir de 0 com até duas casas decimais.";
  const characters = "Há caracteres que não são permitidos.";
  const unknown = "Campo desconhecido.";

  const changes: [string, Change, string, string][] = [
    ["no name", { customer: { name: "" } }, "customer.name", "Nome completo é obrigatório"],
    [
      "a name that is a number",
      { customer: { name: 7 } },
      "customer.name",
      "Nome completo é obrigatório",
    ],
    [
      "a very long name",
      { customer: { name: "A".repeat(5000) } },
      "customer.name",
      "Use no máximo 120 caracteres.",
    ],
    [
      "a name with a zero byte",
      { customer: { name: "Ana\u0000Maria" } },
      "customer.name",
      characters,
    ],
    [
      "half a character in the name",
      { customer: { name: "Ana \ud83d Maria" } },
      "customer.name",
      characters,
    ],
    ["a wrong e-mail", { customer: { email: "maria" } }, "customer.email", "E-mail inválido"],
    [
      "a short phone",
      { customer: { phone: "123" } },
      "customer.phone",
      "Telefone é obrigatório (com DDD)",
    ],
    [
      "a short document",
      { customer: { document: "123" } },
      "customer.document",
      "CPF ou CNPJ é obrigatório",
    ],
    [
      "a wrong CEP",
      { customer: { zipCode: "1234" } },
      "customer.zipCode",
      "CEP inválido. Digite 8 números.",
    ],
    ["no street", { customer: { street: null } }, "customer.street", "Rua é obrigatória"],
    ["no number", { customer: { number: " " } }, "customer.number", "Número é obrigatório"],
    [
      "no neighborhood",
      { customer: { neighborhood: "x" } },
      "customer.neighborhood",
      "Bairro é obrigatório",
    ],
    [
      "a neighborhood of two letters",
      { customer: { neighborhood: "Sé" } },
      "customer.neighborhood",
      "Bairro é obrigatório",
    ],
    ["no city", { customer: { city: [] } }, "customer.city", "Cidade é obrigatória"],
    [
      "a state that is none",
      { customer: { state: "ZZ" } },
      "customer.state",
      "Estado é obrigatório",
    ],
    [
      "an inherited name for a state",
      { customer: { state: "toString" } },
      "customer.state",
      "Estado é obrigatório",
    ],
    [
      "a note that is too long",
      { customer: { note: "a".repeat(maxNoteLength + 1) } },
      "customer.note",
      "Use no máximo 500 caracteres.",
    ],
    ["a note with a zero byte", { customer: { note: "a\u0000" } }, "customer.note", characters],
    ["a note that is a list", { customer: { note: [] } }, "customer.note", "Texto inválido."],
    [
      "an unknown wish",
      { customer: { if_missing: "doar" } },
      "customer.if_missing",
      "Escolha inválida.",
    ],
    ["quantity 0", { line: { quantity: 0 } }, "items.0.quantity", quantity],
    ["quantity −1", { line: { quantity: -1 } }, "items.0.quantity", quantity],
    ["quantity 1.5", { line: { quantity: 1.5 } }, "items.0.quantity", quantity],
    ["quantity 1e9", { line: { quantity: 1e9 } }, "items.0.quantity", quantity],
    ["a quantity in quotes", { line: { quantity: "1" } }, "items.0.quantity", quantity],
    ["a negative price", { line: { price: -1 } }, "items.0.price", price],
    ["a price of three decimals", { line: { price: 1.999 } }, "items.0.price", price],
    [
      "a product that is not an id",
      { line: { product_id: "1 OR 1=1" } },
      "items.0.product_id",
      "Produto inválido.",
    ],
    ["an unknown unit", { line: { unit: "dúzia" } }, "items.0.unit", "Unidade inválida."],
    ["no items", { body: { items: [] } }, "items", "O pedido precisa de pelo menos um item."],
    ["items that are none", { body: { items: "tudo" } }, "items", "Informe os itens do pedido."],
    ["no customer", { body: { customer: undefined } }, "customer", "Informe os dados do cliente."],
    ["a status of its own", { body: { status: "entregue" } }, "status", unknown],
    ["a user of its own", { body: { user_id: randomUUID() } }, "user_id", unknown],
    ["a date of its own", { body: { created_at: "2020-01-01" } }, "created_at", unknown],
    ["a total of its own", { body: { valor_total: 0.01 } }, "valor_total", unknown],
    ["a line with a total of its own", { line: { total: 0.01 } }, "items.0.total", unknown],
    [
      "a customer with a timestamp",
      { customer: { timestamp: "2020" } },
      "customer.timestamp",
      unknown,
    ],
    ["a constructor", { body: { constructor: { prototype: {} } } }, "constructor", unknown],
  ];

  test.each(changes)("%s", async (_what, change, field, message) => {
    const response = await sendOrder(url, {
      customer: { ...customer, ...change.customer },
      items: [{ ...lineFor(product), ...change.line }],
      ...change.body,
    });
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors).toEqual([{ field, message }]);
    await expectNothingStored();
  });

  test("a neighborhood of two letters is accepted when the CEP has it", async () => {
    const address = { street: "Praça da Sé", neighborhood: "Sé", city: "São Paulo", state: "SP" };
    const postalCodes = { find: async () => ({ ok: true as const, address }) };
    const shop = await startApi({ database, postalCodes });
    const order = (neighborhood: string) =>
      sendOrder(shop, {
        customer: { ...customer, zipCode: "01001-000", neighborhood },
        items: [lineFor(product)],
      });
    expect((await order("Sá")).status).toBe(400);
    expect((await order("Sé")).status).toBe(201);
  });

  test("a prototype key is rejected and changes no prototype", async () => {
    const body = JSON.stringify({ customer, items: [lineFor(product)] });
    for (const key of ["__proto__", "constructor", "toString"]) {
      const response = await sendOrder(url, body.replace("{", `{"${key}":{"polluted":true},`));
      expect(response.status).toBe(400);
      expect((await readProblem(response)).errors?.[0]?.field).toBe(key);
    }
    expect(Reflect.get({}, "polluted")).toBeUndefined();
    await expectNothingStored();
  });

  test("101 lines are rejected", async () => {
    const items = Array.from({ length: 101 }, () => lineFor(product));
    const response = await sendOrder(url, { customer, items });
    expect((await readProblem(response)).errors).toEqual([
      { field: "items", message: "O pedido aceita no máximo 100 itens." },
    ]);
  });

  test("empty fields are reported in the order of the form", async () => {
    const empty = Object.fromEntries(Object.keys(customer).map((field) => [field, ""]));
    const response = await sendOrder(url, { customer: empty, items: [lineFor(product)] });
    const fields = (await readProblem(response)).errors?.map((error) => error.field);
    const required = Object.keys(customer).filter((field) => field !== "complement");
    expect(fields).toEqual(required.map((field) => `customer.${field}`));
  });

  test("the response to thousands of unknown fields is limited", async () => {
    const many = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`f${index}`, 0]));
    const response = await sendOrder(url, many);
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors).toHaveLength(100);
  });
});
