import { describe, expect, test } from "vitest";
import type { products } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { asker } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";
import { signedIn } from "./signed-in.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const ask = signedIn(database, url);
const visitor = asker(url);

type Product = typeof products.$inferSelect;
const addressOf = ({ id }: Product) => `/api/products/${id}`;

async function order(product: Product): Promise<string> {
  const response = await sendOrder(url, { customer, items: [lineFor(product)] });
  return (await response.json()).id;
}

describe("a product in somebody's cart", () => {
  test.each<[string, string, (product: Product) => Promise<Response>]>([
    ["deleted", "unknown", (product) => ask("DELETE", addressOf(product))],
    [
      "hidden",
      "hidden",
      (product) => ask("PATCH", addressOf(product), { visible: false, version: 1 }),
    ],
    [
      "made dearer",
      "price-changed",
      (product) => ask("PATCH", addressOf(product), { price: 15, version: 1 }),
    ],
    [
      "sold out",
      "sold-out",
      (product) => ask("PATCH", addressOf(product), { stock: 0, version: 1 }),
    ],
    [
      "sold by another unit",
      "unit-changed",
      (product) => ask("PATCH", addressOf(product), { specs: { unit: "kg" }, version: 1 }),
    ],
  ])("that is %s: the order says so and is not stored", async (_what, reason, change) => {
    const product = await addProduct(database);
    expect((await change(product)).ok).toBe(true);
    const response = await sendOrder(url, { customer, items: [lineFor(product)] });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ lines: [{ product_id: product.id, reason }] });
    expect(await storedOrders(database)).toEqual([]);
  });

  test("that is renamed is ordered under its new name", async () => {
    const product = await addProduct(database);
    await ask("PATCH", addressOf(product), {
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

test("a category whose last product is deleted is an empty one", async () => {
  const product = await addProduct(database, { category: "pescados" });
  await ask("DELETE", addressOf(product));
  const list = await visitor("GET", "/api/products?category=pescados");
  expect(await list.json()).toEqual({ items: [], next_cursor: null });
  const { items } = await (await visitor("GET", "/api/categories")).json();
  expect(items).toHaveLength(4);
});

test("an order outlives its product, and is moved on without it", async () => {
  const product = await addProduct(database);
  const id = await order(product);
  await ask("DELETE", addressOf(product));
  const response = await ask("PATCH", `/api/orders/${id}`, { status: "entregue", version: 1 });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ itens: [{ product_id: product.id, stock: null }] });
});

describe("in one tab and in another", () => {
  test("an order deleted in one cannot be moved on in the other, nor deleted again", async () => {
    const id = await order(await addProduct(database));
    const answers = await Promise.all([
      ask("DELETE", `/api/orders/${id}`),
      ask("DELETE", `/api/orders/${id}`),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    const late = await ask("PATCH", `/api/orders/${id}`, { status: "entregue", version: 1 });
    expect(late.status).toBe(404);
  });

  test("a product sold in one is not given back its old stock by the other", async () => {
    const product = await addProduct(database, { stock: 10 });
    const id = await order(product);
    await ask("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
    const stale = await ask("PATCH", addressOf(product), { stock: 12, version: 1 });
    expect(await stale.json()).toMatchObject({ status: 409, current: { stock: 9, version: 2 } });
  });

  test("a slug given up in one is free for the other", async () => {
    const product = await addProduct(database, { slug: "acai" });
    const body = { title: "Outro açaí", slug: "acai" };
    expect((await ask("POST", "/api/products", body)).status).toBe(409);
    await ask("DELETE", addressOf(product));
    expect((await ask("POST", "/api/products", body)).status).toBe(201);
  });

  test("products ordered in one keep their order while the other adds and deletes", async () => {
    const [first, second, third] = [
      await addProduct(database, { position: 0 }),
      await addProduct(database, { position: 1 }),
      await addProduct(database, { position: 2 }),
    ];
    const ids = [third.id, second.id, first.id];
    const answers = await Promise.all([
      ask("PUT", "/api/products/order", { ids }),
      ask("DELETE", addressOf(second)),
      ask("POST", "/api/products", { title: "Nova", slug: "nova" }),
      ask("PUT", "/api/products/order", { ids }),
    ]);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    const { items } = await (await ask("GET", "/api/products?all=1")).json();
    const [one, other, newest] = items.map(({ id }: Product) => id);
    expect([one, other]).toEqual([third.id, first.id]);
    expect(newest).toBeDefined();
  });
});
