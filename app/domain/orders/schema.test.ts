import { describe, expect, test } from "vitest";
import { customer } from "#tests/support/sample-orders.ts";
import { checkoutSchema, createCheckoutSchema } from "./checkout-schema.ts";
import { orderRequestSchema } from "./schema.ts";

/** First message per field. */
function complaints(value: unknown) {
  const issues = checkoutSchema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => [issue.path.join("."), issue.message]);
}

describe("the checkout form", () => {
  test("is stored trimmed, phone and CEP as digits, the document as typed", () => {
    expect(checkoutSchema.parse({ ...customer, name: "  Maria da Silva " })).toEqual({
      ...customer,
      phone: "11987654321",
      zipCode: "01310100",
      complement: undefined,
    });
  });

  test("accepts a district of two letters that the postal-code service returned", () => {
    const form = createCheckoutSchema((name) => name === "Sé");
    expect(form.safeParse({ ...customer, neighborhood: "Sé" }).success).toBe(true);
    const typed = form.safeParse({ ...customer, neighborhood: "Sá", email: "" });
    const messages = typed.error?.issues.map(({ message }) => message);
    expect(messages).toEqual(["E-mail inválido", "Bairro é obrigatório"]);
  });

  test("left empty, reports the spec's messages in its order", () => {
    const empty = Object.fromEntries(Object.keys(customer).map((field) => [field, ""]));
    const expected = [
      ["name", "Nome completo é obrigatório"],
      ["email", "E-mail inválido"],
      ["phone", "Telefone é obrigatório (com DDD)"],
      ["document", "CPF ou CNPJ é obrigatório"],
      ["zipCode", "CEP inválido. Digite 8 números."],
      ["street", "Rua é obrigatória"],
      ["number", "Número é obrigatório"],
      ["neighborhood", "Bairro é obrigatório"],
      ["city", "Cidade é obrigatória"],
      ["state", "Estado é obrigatório"],
    ];
    expect(complaints(empty)).toEqual(expected);
    expect(complaints({})).toEqual(expected);
  });

  test.each([
    ["name", "Al", "Nome completo é obrigatório"],
    ["name", "   a   ", "Nome completo é obrigatório"],
    ["name", "A".repeat(121), "Use no máximo 120 caracteres."],
    ["name", "Ana\u0000 Maria", "Há caracteres que não são permitidos."],
    ["street", "Rua \ud800 das Flores", "Há caracteres que não são permitidos."],
    ["email", "maria@", "E-mail inválido"],
    ["phone", "98765-432", "Telefone é obrigatório (com DDD)"],
    ["phone", "onze 98765-4321 e mais", "Telefone é obrigatório (com DDD)"],
    ["document", "1234567890", "CPF ou CNPJ é obrigatório"],
    ["document", "529.982.247", "CPF ou CNPJ é obrigatório"],
    ["document", "...........", "CPF ou CNPJ é obrigatório"],
    ["zipCode", "0131010", "CEP inválido. Digite 8 números."],
    ["zipCode", "013101000", "CEP inválido. Digite 8 números."],
    ["state", "XX", "Estado é obrigatório"],
    ["state", "__proto__", "Estado é obrigatório"],
    ["number", 1000, "Número é obrigatório"],
  ])("rejects %s %j", (field, value, message) => {
    expect(complaints({ ...customer, [field]: value })).toEqual([[field, message]]);
  });

  test.each([
    ["name", "Zoë"],
    ["phone", "+55 11 98765-4321"],
    ["document", "12.ABC.345/01DE-35"],
    ["document", "11111111111"],
    ["zipCode", " 01.310-100 "],
    ["number", "s/n"],
  ])("accepts %s %j", (field, value) => {
    expect(complaints({ ...customer, [field]: value })).toEqual([]);
  });
});

describe("an order request", () => {
  const product_id = "3F2504E0-4F89-41D3-9A0C-0305E82C3301";
  const item = { product_id, unit: "caixa", quantity: 2, price: 12.9 };

  test("carries the product's id in lower case", () => {
    const order = orderRequestSchema.parse({ customer, items: [item] });
    expect(order.items[0]?.product_id).toBe(product_id.toLowerCase());
  });

  test.each([0, -1, 1.5, 1e9, "2", null, Number.NaN])("rejects the quantity %j", (quantity) => {
    const result = orderRequestSchema.safeParse({ customer, items: [{ ...item, quantity }] });
    expect(result.error?.issues[0]?.path).toEqual(["items", 0, "quantity"]);
  });

  test.each([-1, 12.999, 1e7, 1e21, "12.90", Infinity])("rejects the price %j", (price) => {
    const result = orderRequestSchema.safeParse({ customer, items: [{ ...item, price }] });
    expect(result.error?.issues[0]?.path).toEqual(["items", 0, "price"]);
  });

  test("limits a product to 9999 over all its lines", () => {
    const lines = [
      { ...item, quantity: 9000 },
      { ...item, quantity: 1000 },
    ];
    expect(orderRequestSchema.safeParse({ customer, items: lines }).success).toBe(false);
  });

  test("rejects unknown fields at every level", () => {
    for (const body of [
      { customer, items: [item], status: "entregue" },
      { customer: { ...customer, user_id: "1" }, items: [item] },
      { customer, items: [{ ...item, total: 0 }] },
      JSON.parse(JSON.stringify({ customer, items: [item] }).replace("{", '{"__proto__":{},')),
    ]) {
      expect(orderRequestSchema.safeParse(body).error?.issues[0]?.code).toBe("unrecognized_keys");
    }
  });
});
