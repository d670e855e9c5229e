import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });

type Row = typeof products.$inferSelect;
let acai: Row;
let caju: Row;

beforeEach(async () => {
  acai = await addProduct(database);
  caju = await addProduct(database, {
    title: "Polpa de caju",
    price: 0.1,
    unit: "pacote",
  });
});

const setDelivery = (delivery_fee: number, minimum_order: number, free_delivery_minimum: number) =>
  database
    .update(settings)
    .set({ delivery_settings: { delivery_fee, minimum_order, free_delivery_minimum } });

const changeProduct = (id: string, changes: Partial<Row>) =>
  database.update(products).set(changes).where(eq(products.id, id));

const boxAt = (price: number) => ({ sale_options: [mainOption("caixa", price)] });

describe("a visitor's order", () => {
  test("is acknowledged and stored with the server's amounts", async () => {
    const response = await sendOrder(url, {
      customer,
      items: [lineFor(acai, 2), lineFor(caju, 3)],
    });
    expect(response.status).toBe(201);
    const [row] = await storedOrders(database);
    expect(await response.json()).toEqual({
      id: row?.id,
      numero_pedido: 1001,
      status: "pendente",
      valor_total: 26.1,
      created_at: row?.created_at.toISOString(),
      delivery_kind: null,
      delivery_date: null,
      delivery_shift: null,
      delivery_zone: null,
      link: expect.stringMatching(/^https:\/\/loja\.example\/pedido\/1001-[\w-]{22}$/),
    });
    expect(row).toMatchObject({ valor_total: "26.10", delivery_fee: "0.00", user_id: null });
    expect(row?.itens).toEqual([
      {
        product_id: acai.id,
        product_name: "Polpa de açaí",
        slug: acai.slug,
        quantity: 2,
        unit: "caixa",
        price: 12.9,
        total: 25.8,
      },
      {
        product_id: caju.id,
        product_name: "Polpa de caju",
        slug: caju.slug,
        quantity: 3,
        unit: "pacote",
        price: 0.1,
        total: 0.3,
      },
    ]);
    const { complement, ...given } = customer;
    const { timestamp, ...info } = row?.cliente_info ?? {};
    expect(info).toEqual({ ...given, phone: "11987654321", zipCode: "01310100", totalItems: 5 });
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test("stores a note and what to do if an item is missing; empty ones are left out", async () => {
    const items = [lineFor(acai)];
    const wishes = { note: " Portão azul.\r\nSem campainha. ", if_missing: "ligar" };
    await sendOrder(url, { customer: { ...customer, ...wishes }, items });
    await sendOrder(url, { customer: { ...customer, note: " ", if_missing: "" }, items });
    const [wished, plain] = await storedOrders(database);
    expect(wished?.cliente_info).toMatchObject({
      note: "Portão azul.\nSem campainha.",
      if_missing: "ligar",
    });
    expect(plain?.cliente_info).not.toHaveProperty("note");
    expect(plain?.cliente_info).not.toHaveProperty("if_missing");
  });

  test("does not change the stock, and may exceed it", async () => {
    const response = await sendOrder(url, { customer, items: [lineFor(acai, 11)] });
    expect(response.status).toBe(201);
    const [row] = await database.select().from(products).where(eq(products.id, acai.id));
    expect(row?.stock).toBe(10);
  });

  test("merges two lines of the same product", async () => {
    await sendOrder(url, { customer, items: [lineFor(caju, 1), lineFor(acai), lineFor(caju, 2)] });
    const [row] = await storedOrders(database);
    expect(row?.itens.map((item) => [item.product_name, item.quantity, item.total])).toEqual([
      ["Polpa de caju", 3, 0.3],
      ["Polpa de açaí", 1, 12.9],
    ]);
  });

  test("includes the delivery fee below the free-delivery minimum only", async () => {
    await setDelivery(15, 0, 25.8);
    await sendOrder(url, { customer, items: [lineFor(acai, 1)] });
    await sendOrder(url, { customer, items: [lineFor(acai, 2)] });
    const rows = await storedOrders(database);
    expect(rows.map((row) => [row.delivery_fee, row.valor_total])).toEqual([
      ["15.00", "27.90"],
      ["0.00", "25.80"],
    ]);
  });

  test("below the minimum is rejected with the shop's message", async () => {
    await setDelivery(0, 50, 0);
    const response = await sendOrder(url, { customer, items: [lineFor(acai, 3)] });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      type: "urn:pomar:below-minimum",
      title: "O pedido mínimo é de R$ 50,00",
    });
    expect(await storedOrders(database)).toEqual([]);
  });

  test("with a total above the column's maximum is rejected", async () => {
    const dear = await Promise.all(
      Array.from({ length: 11 }, () => addProduct(database, { price: 9_999_999.99 })),
    );
    const items = dear.map((product) => lineFor(product, 9999));
    const response = await sendOrder(url, { customer, items });
    expect(response.status).toBe(409);
    expect(await storedOrders(database)).toEqual([]);
  });
});

describe("an order whose products have changed", () => {
  const unknownId = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

  test("is rejected with each changed line, and not stored", async () => {
    const hidden = await addProduct(database, { title: "Polpa secreta", visible: false });
    const soldOut = await addProduct(database, { title: "Polpa de manga", stock: 0 });
    const items = [
      lineFor(caju),
      { ...lineFor(acai), price: 9.9 },
      lineFor(hidden),
      lineFor(soldOut),
      { ...lineFor(caju), unit: "kg" },
      { ...lineFor(caju), product_id: unknownId },
    ];
    const response = await sendOrder(url, { customer, items });
    expect(response.status).toBe(409);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
    const problem = await response.json();
    expect(problem).toMatchObject({ type: "urn:pomar:lines-changed", title: "O pedido mudou" });
    const base = { unit: "caixa", price_seen: 12.9, unit_now: "caixa" };
    const option = { unit: "caixa", price: 12.9, contains: 1, minimum: 1, step: 1, tiers: [] };
    expect(JSON.stringify(problem)).not.toContain("Polpa secreta");
    expect(problem.lines).toEqual([
      {
        ...base,
        option_now: option,
        product_id: acai.id,
        product_name: "Polpa de açaí",
        reason: "price-changed",
        price_seen: 9.9,
        price_now: 12.9,
        available: true,
      },
      {
        ...base,
        product_id: hidden.id,
        product_name: null,
        reason: "hidden",
        price_now: null,
        unit_now: null,
        option_now: null,
        available: false,
      },
      {
        ...base,
        option_now: option,
        product_id: soldOut.id,
        product_name: "Polpa de manga",
        reason: "sold-out",
        price_now: 12.9,
        available: false,
      },
      {
        product_id: caju.id,
        product_name: "Polpa de caju",
        reason: "unit-changed",
        unit: "kg",
        unit_now: "pacote",
        option_now: { ...option, unit: "pacote", price: 0.1 },
        price_seen: 0.1,
        price_now: 0.1,
        available: true,
      },
      {
        product_id: unknownId,
        product_name: null,
        reason: "unknown",
        unit: "pacote",
        unit_now: null,
        option_now: null,
        price_seen: 0.1,
        price_now: null,
        available: false,
      },
    ]);
    expect(await storedOrders(database)).toEqual([]);
  });

  test("is rejected as well when the same products were ordered before the change", async () => {
    const body = { customer, items: [lineFor(acai, 2), lineFor(caju)] };
    expect((await sendOrder(url, body)).status).toBe(201);
    await changeProduct(acai.id, boxAt(13.9));
    const rejected = await sendOrder(url, body);
    expect(rejected.status).toBe(409);
    expect((await rejected.json()).lines).toMatchObject([{ product_id: acai.id, price_now: 13.9 }]);
    await setDelivery(15, 0, 0);
    await changeProduct(acai.id, { ...boxAt(12.9), title: "Açaí especial" });
    expect((await sendOrder(url, body)).status).toBe(201);
    const [, later] = await storedOrders(database);
    expect(later).toMatchObject({ delivery_fee: "15.00", valor_total: "40.90" });
    expect(later?.itens[0]?.product_name).toBe("Açaí especial");
  });

  test("is never stored with a price that was changed before it was sent", async () => {
    const setPrice = (price: number) => changeProduct(acai.id, boxAt(price));
    const order = (price: number) =>
      sendOrder(url, { customer, items: [{ ...lineFor(acai), price }] });
    await setPrice(10);
    for (let price = 10; price < 20; price += 1) {
      expect((await order(price)).status).toBe(201);
      const outdated = Array.from({ length: 3 }, () => order(price - 1));
      const [, ...responses] = await Promise.all([setPrice(price + 1), ...outdated]);
      expect(responses.map(({ status }) => status)).toEqual([409, 409, 409]);
    }
  });

  test("is accepted with the same key after the visitor has agreed", async () => {
    const key = { "Idempotency-Key": randomUUID() };
    const stale = { customer, items: [{ ...lineFor(acai), price: 9.9 }] };
    expect((await sendOrder(url, stale, key)).status).toBe(409);
    expect((await sendOrder(url, { customer, items: [lineFor(acai)] }, key)).status).toBe(201);
    expect(await storedOrders(database)).toHaveLength(1);
  });
});

describe("the same order sent again", () => {
  test("returns the same order when repeated", async () => {
    const key = { "Idempotency-Key": randomUUID() };
    const body = { customer, items: [lineFor(acai)] };
    const first = await sendOrder(url, body, key);
    const second = await sendOrder(url, body, key);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(await second.json()).toEqual(await first.json());
    expect(await storedOrders(database)).toHaveLength(1);
  });

  test("stores one row for sixteen concurrent requests", async () => {
    const key = { "Idempotency-Key": randomUUID() };
    const body = { customer, items: [lineFor(acai)] };
    const responses = await Promise.all(
      Array.from({ length: 16 }, () => sendOrder(url, body, key)),
    );
    const statuses = responses.map((response) => response.status).sort();
    expect(statuses).toEqual([...Array(15).fill(200), 201]);
    const orders = await Promise.all(responses.map((response) => response.json()));
    const [stored, ...others] = await storedOrders(database);
    expect(others).toEqual([]);
    expect(new Set(orders.map((order) => order.id))).toEqual(new Set([stored?.id]));
  });

  test.each([
    ["costs more", boxAt(99)],
    ["is sold out", { stock: 0 }],
    ["is hidden", { visible: false }],
  ])("answers as it was, though the product now %s", async (_now, change) => {
    const key = { "Idempotency-Key": randomUUID() };
    const body = { customer, items: [lineFor(acai)] };
    const first = await (await sendOrder(url, body, key)).json();
    await changeProduct(acai.id, change);
    const again = await sendOrder(url, body, key);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual(first);
  });

  test("returns its current status", async () => {
    const key = { "Idempotency-Key": randomUUID() };
    const body = { customer, items: [lineFor(acai)] };
    await sendOrder(url, body, key);
    await database.update(pedidos).set({ status: "confirmado" });
    expect(await (await sendOrder(url, body, key)).json()).toMatchObject({ status: "confirmado" });
  });

  test("with the key of another order is rejected with that order's number", async () => {
    const key = { "Idempotency-Key": randomUUID() };
    await sendOrder(url, { customer, items: [lineFor(acai)] }, key);
    for (const items of [[lineFor(acai, 2)], [{ ...lineFor(acai), price: 1 }]]) {
      const other = await sendOrder(url, { customer, items }, key);
      expect(other.status).toBe(422);
      expect(await other.json()).toMatchObject({
        type: "urn:pomar:key-reused",
        numero_pedido: 1001,
      });
    }
    expect(await storedOrders(database)).toHaveLength(1);
  });
});

describe("orders from a page", () => {
  const origins = [
    ["the shop's own", "https://loja.example", 201],
    ["the request's own address", url, 201],
    ["another site", "https://example.com", 403],
    ["the shop's host at another port", "https://loja.example:8443", 403],
    ["a sandbox", "null", 403],
  ] as const;

  test.each(origins)("of %s", async (_whose, origin, status) => {
    const body = { customer, items: [lineFor(acai)] };
    const response = await sendOrder(url, body, { Origin: origin });
    expect(response.status).toBe(status);
    expect(await storedOrders(database)).toHaveLength(status === 201 ? 1 : 0);
  });
});
