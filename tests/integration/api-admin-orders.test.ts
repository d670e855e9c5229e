import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { type Order, orderDetailSchema, orderSchema } from "#app/domain/orders/schema.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { orderItem } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { addOrder, minutesAgo } from "./stored-order.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

async function list(query = "") {
  const response = await send("GET", `/api/orders${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as { items: Order[]; next_cursor: string | null; total: number };
}

const numbers = async (query: string) =>
  (await list(query)).items.map((order) => order.numero_pedido);

describe("the list of orders", () => {
  test("lists complete orders newest first, without internal columns", async () => {
    await addOrder(database, { created_at: minutesAgo(1) });
    await addOrder(database, { created_at: minutesAgo(0), idempotency_key: "a-secret-key" });
    const { items, next_cursor, total } = await list();
    for (const item of items) orderSchema.strict().parse(item);
    expect(items.map((order) => order.numero_pedido)).toEqual([1002, 1001]);
    expect({ next_cursor, total }).toEqual({ next_cursor: null, total: 2 });
  });

  test("is paginated without missing or repeating an order, also for equal timestamps", async () => {
    for (let index = 0; index < 7; index += 1) {
      await addOrder(database, { created_at: minutesAgo(Math.floor(index / 4)) });
    }
    const seen: string[] = [];
    let cursor = "";
    for (let page = 0; page < 4; page += 1) {
      const { items, next_cursor, total } = await list(`?limit=2${cursor}`);
      seen.push(...items.map(({ id }) => id));
      expect(total).toBe(7);
      cursor = `&cursor=${encodeURIComponent(next_cursor ?? "")}`;
      if (page === 0) await addOrder(database, { created_at: minutesAgo(-1) }).then(removeAgain);
    }
    const { items } = await list();
    expect(items).toHaveLength(7);
    expect(seen).toEqual(items.map(({ id }) => id));
  });

  test("has the orders of days in São Paulo, also in a search", async () => {
    const instants = ["2026-03-02T02:59:59Z", "2026-03-02T03:00:00Z", "2026-03-04T02:59:59.999Z"];
    for (const instant of instants) await addOrder(database, { created_at: new Date(instant) });
    await addOrder(database, { created_at: new Date("2026-03-04T03:00:00Z") });
    expect(await numbers("?from=2026-03-02&until=2026-03-03")).toEqual([1003, 1002]);
    expect(await numbers("?from=2026-03-02&until=2026-03-03&search=10")).toEqual([1003, 1002]);
    expect(await numbers("?until=2026-03-01")).toEqual([1001]);
    expect(await numbers("?from=2026-03-04")).toEqual([1004]);
    for (const day of ["2026-02-30", "hoje", "0001-01-01"]) {
      expect((await send("GET", `/api/orders?from=${day}`)).status, day).toBe(400);
    }
    expect((await send("GET", "/api/orders?after=start&from=2026-03-02")).status).toBe(400);
  });

  async function removeAgain({ id }: { id: string }) {
    await database.delete(pedidos).where(eq(pedidos.id, id));
  }

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["cursor=x", "cursor"],
    [`cursor=${btoa("2026-99-99T00:00:00.000Z 0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e11")}`, "cursor"],
    [`cursor=${btoa("0000-01-01T00:00:00.000Z 0c9f5f0e-5a3e-4c1b-9b6b-0f6a3d2f1e11")}`, "cursor"],
    ["status=perdido", "status"],
    ["search=a%00", "search"],
    ["search=a@%00", "search"],
    [`search=${"a".repeat(201)}`, "search"],
  ])("rejects %s", async (query, field) => {
    const response = await send("GET", `/api/orders?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field }] });
  });
});

describe("an order is found by", () => {
  const info = {
    name: "Célia D'Ávila Gonçalves",
    email: "celia.goncalves+pedidos@polpa-boa.com.br",
    phone: "11912345678",
    document: "111.444.777-35",
  };
  const id = "7fe07cd5-fec3-472a-919a-c59f57c44342";

  test.each([
    "célia",
    "CELIA",
    "goncal",
    "onçalve",
    "élia",
    "d'ávila",
    "avila",
    "celia gonçalves",
    "celia.goncalves+pedidos@polpa-boa.com.br",
    "polpa-boa",
    "pa-boa.com",
    "gonçalves  polpa",
    id,
    id.toUpperCase(),
    "7fe07cd5-fec3",
    id.slice(10, 22),
    "7fe07cd5",
    "fec3472a91",
    "#57c44342",
    "Pedido #57C44342",
    "Pedido #c44342",
    "57c44342…",
    "PED1001",
    "c44342",
    "1001",
    "#1001",
    "11912345678",
    "(11) 91234-5678",
    "+55 11 91234\u20115678",
    "91234-5678",
    "111.444.777-35",
    "11144477735",
    "célia (11) 91234-5678",
  ])("%s", async (search) => {
    await addOrder(database, { id }, info);
    await addOrder(database, {}, { name: "João Souza", email: "joao@example.com" });
    expect(await numbers(`?search=${encodeURIComponent(search)}`)).toEqual([1001]);
  });

  test.each([
    "gonçalvez",
    "celia souza",
    "(11) 91234-0000",
    "';--",
    "x & y",
    "\\",
    "%",
    "c_lia",
    "célia:*z",
  ])("not by %s", async (search) => {
    await addOrder(database, { id }, info);
    const { items, total } = await list(`?search=${encodeURIComponent(search)}&status=pendente`);
    expect([items.length, total]).toEqual([0, 0]);
  });

  test("search and status together, page by page", async () => {
    for (let index = 0; index < 5; index += 1) {
      await addOrder(database, { created_at: minutesAgo(index) }, info);
      await addOrder(database, { created_at: minutesAgo(index), status: "cancelado" }, info);
    }
    const first = await list("?search=celia&status=cancelado&limit=3");
    const rest = `&cursor=${encodeURIComponent(first.next_cursor ?? "")}`;
    const second = await list(`?search=celia&status=cancelado&limit=3${rest}`);
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 2, null]);
    expect([first.total, second.total]).toEqual([5, 5]);
    const statuses = [...first.items, ...second.items].map((order) => order.status);
    expect(new Set(statuses)).toEqual(new Set(["cancelado"]));
  });
});

describe("the status of an order", () => {
  const stockOf = async (id: string) => {
    const [row] = await database.select().from(products).where(eq(products.id, id));
    return row?.stock;
  };

  async function ordered(quantity: number) {
    const product = await addProduct(database, { stock: 10 });
    await sendOrder(url, { customer, items: [lineFor(product, quantity)] });
    const [order] = await database.select().from(pedidos);
    return { product, id: order?.id ?? "" };
  }

  const change = (id: string, status: string, version: number) =>
    send("PATCH", `/api/orders/${id}`, { status, version });

  test("subtracts the quantities from the stock and adds them back", async () => {
    const { product, id } = await ordered(4);
    const stocks: unknown[] = [];
    const statuses = ["confirmado", "entregue", "cancelado", "pendente", "entregue", "confirmado"];
    for (const [index, status] of statuses.entries()) {
      const response = await change(id, status, index + 1);
      expect(response.status).toBe(200);
      const detail = orderDetailSchema.strict().parse(await response.json());
      expect(detail.status).toBe(status);
      stocks.push(detail.itens[0]?.stock, await stockOf(product.id));
    }
    expect(stocks).toEqual([6, 6, 6, 6, 10, 10, 10, 10, 6, 6, 6, 6]);
  });

  test("may make the stock negative", async () => {
    const { product, id } = await ordered(25);
    await change(id, "confirmado", 1);
    expect(await stockOf(product.id)).toBe(-15);
  });

  test("updates each product once and skips deleted products", async () => {
    const product = await addProduct(database, { stock: 10 });
    const lines = [
      orderItem({ product_id: product.id, quantity: 2, price: 1, total: 2 }),
      {
        ...orderItem({ product_id: product.id, quantity: 3, price: 1, total: 3 }),
        unit: "kg" as const,
      },
      orderItem({ product_id: randomUUID(), quantity: 1, price: 1, total: 1 }),
      orderItem({ product_id: "", quantity: 1, price: 1, total: 1 }),
    ];
    const { id } = await addOrder(database, { itens: lines, valor_total: "7" });
    const response = await change(id, "entregue", 1);
    const { itens } = await response.json();
    expect(itens.map((item: { stock: unknown }) => item.stock)).toEqual([5, 5, null, null]);
  });

  test("changes once when two tabs change it concurrently", async () => {
    const { product, id } = await ordered(4);
    const answers = await Promise.all(
      ["confirmado", "entregue"].map((status) => change(id, status, 1)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stockOf(product.id)).toBe(6);
    const rejected = answers.find(({ status }) => status === 409);
    expect(await rejected?.json()).toMatchObject({
      type: "urn:pomar:stale-version",
      current: { id, version: 2 },
    });
  });

  test("of many concurrent orders of the same products updates the stock correctly", async () => {
    const items = [await addProduct(database), await addProduct(database)];
    for (const ordered of [items, items.toReversed()]) {
      for (let sent = 0; sent < 4; sent += 1) {
        await sendOrder(url, { customer, items: ordered.map((product) => lineFor(product)) });
      }
    }
    const orders = await database.select().from(pedidos);
    const answers = await Promise.all(orders.map(({ id }) => change(id, "confirmado", 1)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await Promise.all(items.map(({ id }) => stockOf(id)))).toEqual([2, 2]);
  });

  test("is rejected when unknown, or when the order was deleted", async () => {
    const { id } = await ordered(1);
    expect((await change(id, "perdido", 1)).status).toBe(400);
    expect((await change(randomUUID(), "confirmado", 1)).status).toBe(404);
  });
});

test("an order is read with the stock of its products", async () => {
  const product = await addProduct(database, { stock: 3 });
  await sendOrder(url, { customer, items: [lineFor(product, 2)] });
  const { items } = await list();
  const response = await send("GET", `/api/orders/${items[0]?.id}`);
  const detail = orderDetailSchema.strict().parse(await response.json());
  expect(detail.itens).toMatchObject([{ product_id: product.id, quantity: 2, stock: 3 }]);
  expect((await send("GET", `/api/orders/${randomUUID()}`)).status).toBe(404);
});

test("an order is deleted once, and the stock stays as it is", async () => {
  const product = await addProduct(database, { stock: 3 });
  await sendOrder(url, { customer, items: [lineFor(product, 2)] });
  const id = (await list()).items[0]?.id;
  await send("PATCH", `/api/orders/${id}`, { status: "entregue", version: 1 });
  expect((await send("DELETE", `/api/orders/${id}`)).status).toBe(204);
  expect((await send("DELETE", `/api/orders/${id}`)).status).toBe(404);
  const [row] = await database.select().from(products);
  expect(row?.stock).toBe(1);
  const log = await database.select().from(auditLogs).where(eq(auditLogs.user_email, email));
  expect(log.map((entry) => [entry.table_name, entry.operation]).sort()).toEqual([
    ["orders", "DELETE"],
    ["orders", "UPDATE"],
    ["products", "UPDATE"],
  ]);
});

test.each([
  ["confirmado", "?restore_stock=true", 3],
  ["confirmado", "?restore_stock=false", 1],
  ["pendente", "?restore_stock=true", 3],
])("deleting an order that is %s with %s leaves a stock of %i", async (status, query, stock) => {
  const product = await addProduct(database, { stock: 3 });
  await sendOrder(url, { customer, items: [lineFor(product, 2)] });
  const id = (await list()).items[0]?.id;
  await send("PATCH", `/api/orders/${id}`, { status, version: 1 });
  expect((await send("DELETE", `/api/orders/${id}${query}`)).status).toBe(204);
  const [row] = await database.select().from(products);
  expect(row?.stock).toBe(stock);
  expect((await send("DELETE", `/api/orders/${id}?restore_stock=sim`)).status).toBe(400);
});
