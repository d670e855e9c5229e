import { beforeEach, describe, expect, test } from "vitest";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { customer, sendOrder, startApi, storedOrders } from "./api-shop.ts";
import { createFileSender, rowsOf } from "./product-file.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const post = createFileSender(database, url);

const half = { minimum: 0.5, step: 0.5 };
const specs = { unit: "kg", variable_weight: true };
let fish: Product;

beforeEach(async () => {
  fish = await create({ slug: "tilapia", price: 33.33, stock: 10.5, specs });
});

async function create(body: object): Promise<Product> {
  const response = await send("POST", "/api/products", { title: "Filé de tilápia", ...body });
  expect(response.status).toBe(201);
  return response.json();
}

const change = (body: object) =>
  send("PATCH", `/api/products/${fish.id}`, { version: fish.version, ...body });

const kilos = (quantity: unknown) => ({
  product_id: fish.id,
  unit: "kg",
  quantity,
  price: fish.price,
});
const order = (...items: object[]) => sendOrder(url, { customer, items });

describe("the step of a product", () => {
  test("is half a kilo where it is weighed, unless another one is sent", async () => {
    expect(fish.sale_options).toMatchObject([half]);
    const main = { unit: "kg", price: 40 };
    const others = [
      [{ slug: "a", specs, sale_options: [main] }, half],
      [
        { slug: "b", specs, sale_options: [{ ...main, step: 0.1 }] },
        { minimum: 0.1, step: 0.1 },
      ],
      [
        { slug: "c", specs, sale_options: [{ ...main, step: 1 }] },
        { minimum: 1, step: 1 },
      ],
      [
        { slug: "d", specs: { unit: "kg" } },
        { minimum: 1, step: 1 },
      ],
    ] as const;
    for (const [body, terms] of others) {
      expect((await create(body)).sale_options).toMatchObject([terms]);
    }
  });

  test("becomes half a kilo when the product is weighed from now on, and whole without kilos", async () => {
    const whole = await create({ slug: "salmao", price: 90, specs: { unit: "kg" } });
    const patch = (body: object, version: number) =>
      send("PATCH", `/api/products/${whole.id}`, { version, ...body });
    const weighed = await (await patch({ specs }, 1)).json();
    expect(weighed.sale_options).toMatchObject([half]);
    const pieces = await patch({ specs: { unit: "pacote", variable_weight: false } }, 2);
    expect((await pieces.json()).sale_options).toMatchObject([
      { unit: "pacote", minimum: 1, step: 1 },
    ]);
  });

  test.each([
    ["of 0", { step: 0 }, "sale_options.0.step"],
    ["finer than a gram", { step: 0.0005 }, "sale_options.0.step"],
    ["that the minimum is no multiple of", { minimum: 0.7, step: 0.5 }, "sale_options.0.minimum"],
    ["of a fraction of a pack", { unit: "pacote", ...half }, "sale_options.0.minimum"],
  ])("%s is rejected", async (_, terms, field) => {
    const response = await change({ sale_options: [{ unit: "kg", price: 33.33, ...terms }] });
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors?.map((error) => error.field)).toContain(field);
  });

  test("is in the product file, with a decimal comma, and is imported from it", async () => {
    const sale_options = [{ unit: "kg", price: 33.33, ...half, tiers: [{ from: 2.5, price: 30 }] }];
    fish = await (await change({ sale_options })).json();
    const file = await (await send("GET", "/api/products/export.csv")).text();
    expect(file).toContain('"kg";"33,33";"0,5";"0,5";"2,5: 30,00"');
    const changed = file.replace('"0,5";"0,5";', '"0,2";"0.1";');
    expect(await rowsOf(await post(changed))).toMatchObject([{ status: "changed" }]);
    const imported = await (await fetch(`${url}/api/products/${fish.id}`)).json();
    expect(imported.sale_options).toMatchObject([{ minimum: 0.2, step: 0.1 }]);
  });
});

describe("an order of kilos", () => {
  test("has decimals, rounded half up to the cent, and takes them from the stock", async () => {
    expect((await order(kilos(7.5))).status).toBe(201);
    const [stored] = await storedOrders(database);
    expect(stored).toMatchObject({
      valor_total: "249.98",
      itens: [{ quantity: 7.5, price: 33.33, total: 249.98 }],
      cliente_info: { totalItems: 8 },
    });
    const confirmed = await send("PATCH", `/api/orders/${stored?.id}`, {
      status: "confirmado",
      version: 1,
    });
    expect(await confirmed.json()).toMatchObject({ itens: [{ stock: 3 }] });
  });

  test("may be whole, as clients without decimals send it", async () => {
    expect((await order(kilos(3))).status).toBe(201);
    expect(await storedOrders(database)).toMatchObject([
      { valor_total: "99.99", cliente_info: { totalItems: 3 } },
    ]);
  });

  test("adds up the lines of a product exactly", async () => {
    const step = { minimum: 0.1, step: 0.1 };
    await change({ sale_options: [{ unit: "kg", price: 33.33, ...step }] });
    expect((await order(kilos(0.1), kilos(0.2))).status).toBe(201);
    expect(await storedOrders(database)).toMatchObject([{ itens: [{ quantity: 0.3, total: 10 }] }]);
  });

  test("between two steps answers with the nearest ones", async () => {
    const response = await order(kilos(7.3));
    expect(response.status).toBe(409);
    expect(await readProblem(response)).toMatchObject({
      detail: "Filé de tilápia (kg): peça 7 ou 7,5.",
      quantities: [{ quantity: 7.3, minimum: 0.5, step: 0.5, nearest: [7, 7.5] }],
    });
  });

  test.each([0, -1, 0.0001, 7.1234, 10_000, "7,5", null])("of %j is rejected", async (quantity) => {
    const response = await order(kilos(quantity));
    expect(response.status).toBe(400);
    expect((await readProblem(response)).errors).toEqual([
      {
        field: "items.0.quantity",
        message:
          "Quantidade deve ser um número inteiro de 1 a 9999, ou em kg com até três casas decimais.",
      },
    ]);
    expect(await storedOrders(database)).toEqual([]);
  });

  test("of half a pack is rejected", async () => {
    const pack = await create({ slug: "polpa", price: 10, stock: 5, specs: { unit: "pacote" } });
    const line = { product_id: pack.id, unit: "pacote", quantity: 1.5, price: 10 };
    expect((await order(line)).status).toBe(400);
  });

  test("is sold out when the stock has less than the minimum", async () => {
    fish = await (await change({ stock: 0.4 })).json();
    const response = await order(kilos(0.5));
    expect(response.status).toBe(409);
    expect(await readProblem(response)).toMatchObject({ lines: [{ reason: "sold-out" }] });
    fish = await (await change({ stock: 0.5 })).json();
    expect((await order(kilos(0.5))).status).toBe(201);
  });
});

test("a pasted list and the orders' file have decimals", async () => {
  const lines = "7,5 kg de tilápia\n7.5 filé de tilápia\nfilé de tilápia 0,5 kg";
  const read = await fetch(`${url}/api/pasted-list`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ text: lines }),
  });
  expect(await read.json()).toMatchObject({
    lines: [
      { kind: "one", quantity: 7.5, rows: [{ product_id: fish.id, unit: "kg" }] },
      { kind: "one", quantity: 7.5 },
      { kind: "one", quantity: 0.5 },
    ],
  });
  const placed = await (await order(kilos(7.5))).json();
  const file = await (await send("GET", "/api/orders/export.csv")).text();
  expect(file).toContain("7,5 × Filé de tilápia (kg");
  const link = new URL(placed.link).pathname.split("/").at(-1);
  expect(await (await fetch(`${url}/api/order-links/${link}`)).json()).toMatchObject({
    itens: [{ quantity: 7.5, total: 249.98 }],
  });
});
