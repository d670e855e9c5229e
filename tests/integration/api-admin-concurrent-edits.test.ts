import { describe, expect, test } from "vitest";
import type { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const visitor = createSender(url);

type Product = typeof products.$inferSelect;
const addressOf = ({ id }: Product) => `/api/products/${id}`;

async function order(product: Product): Promise<string> {
  const response = await sendOrder(url, { customer, items: [lineFor(product)] });
  return (await response.json()).id;
}

describe("a product in a visitor's cart", () => {
  test.each<[string, string, (product: Product) => Promise<Response>]>([
    ["deleted", "unknown", (product) => send("DELETE", addressOf(product))],
    [
      "hidden",
      "hidden",
      (product) => send("PATCH", addressOf(product), { visible: false, version: 1 }),
    ],
    [
      "made more expensive",
      "price-changed",
      (product) => send("PATCH", addressOf(product), { price: 15, version: 1 }),
    ],
    [
      "sold out",
      "sold-out",
      (product) => send("PATCH", addressOf(product), { stock: 0, version: 1 }),
    ],
    [
      "sold by another unit",
      "unit-changed",
      (product) => send("PATCH", addressOf(product), { specs: { unit: "kg" }, version: 1 }),
    ],
  ])("that is %s is rejected with that reason", async (_what, reason, change) => {
    const product = await addProduct(database);
    expect((await change(product)).ok).toBe(true);
    const response = await sendOrder(url, { customer, items: [lineFor(product)] });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ lines: [{ product_id: product.id, reason }] });
    expect(await storedOrders(database)).toEqual([]);
  });

  test("that is renamed is ordered with its new name", async () => {
    const product = await addProduct(database);
    await send("PATCH", addressOf(product), {
      title: "Açaí grosso",
      slug: "acai-grosso",
      version: 1,
    });
    await order(product);
    expect((await storedOrders(database))[0]?.itens).toMatchObject([
      { product_name: "Açaí grosso" },
    ]);
  });
});

test("a category whose last product is deleted is empty", async () => {
  const product = await addProduct(database, { category: "pescados" });
  await send("DELETE", addressOf(product));
  const list = await visitor("GET", "/api/products?category=pescados");
  expect(await list.json()).toEqual({ items: [], next_cursor: null, total: 0 });
  const { items } = await (await visitor("GET", "/api/categories")).json();
  expect(items).toHaveLength(4);
});

test("the status of an order can change after its product was deleted", async () => {
  const product = await addProduct(database);
  const id = await order(product);
  await send("DELETE", addressOf(product));
  const response = await send("PATCH", `/api/orders/${id}`, { status: "entregue", version: 1 });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ itens: [{ product_id: product.id, stock: null }] });
});

describe("two tabs", () => {
  test("an order deleted in one cannot be changed or deleted in the other", async () => {
    const id = await order(await addProduct(database));
    const answers = await Promise.all([
      send("DELETE", `/api/orders/${id}`),
      send("DELETE", `/api/orders/${id}`),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    const late = await send("PATCH", `/api/orders/${id}`, { status: "entregue", version: 1 });
    expect(late.status).toBe(404);
  });

  test("a stale save in one does not overwrite the stock that the other changed", async () => {
    const product = await addProduct(database, { stock: 10 });
    const id = await order(product);
    await send("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
    const stale = await send("PATCH", addressOf(product), { stock: 12, version: 1 });
    expect(await stale.json()).toMatchObject({ status: 409, current: { stock: 9, version: 2 } });
  });

  test("a slug released in one can be used in the other", async () => {
    const product = await addProduct(database, { slug: "acai" });
    const body = { title: "Outro açaí", slug: "acai" };
    expect((await send("POST", "/api/products", body)).status).toBe(409);
    await send("DELETE", addressOf(product));
    expect((await send("POST", "/api/products", body)).status).toBe(201);
  });

  test("the order of products set in one is preserved while the other adds and deletes", async () => {
    const [first, second, third] = [
      await addProduct(database, { position: 0 }),
      await addProduct(database, { position: 1 }),
      await addProduct(database, { position: 2 }),
    ];
    const ids = [third.id, second.id, first.id];
    const answers = await Promise.all([
      send("PUT", "/api/products/order", { ids }),
      send("DELETE", addressOf(second)),
      send("POST", "/api/products", { title: "Nova", slug: "nova" }),
      send("PUT", "/api/products/order", { ids }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const { items } = await (await send("GET", "/api/products?all=1")).json();
    expect(items.map(({ title }: Product) => title)).toEqual([third.title, first.title, "Nova"]);
  });
});
