import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { mainOption } from "#app/domain/catalogue/options/sale-options.ts";
import type { PriceTable } from "#app/domain/catalogue/price-tables/schema.ts";
import { priceTables } from "#app/domain/catalogue/price-tables/table.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { customers } from "#app/domain/customers/table.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
let now = new Date("2026-11-24T15:00:00Z");
const url = await startApi({ database, now: () => now });
const send = createAdminSender(database, url);

let product: Awaited<ReturnType<typeof addProduct>>;

beforeEach(async () => {
  now = new Date();
  product = await addProduct(database, {
    stock: 1000,
    sale_options: [{ ...mainOption("caixa", 20), tiers: [{ from: 10, price: 15 }] }],
  });
});

async function addTable(changes: object = {}): Promise<PriceTable> {
  const response = await send("POST", "/api/price-tables", { name: "Lanchonetes", ...changes });
  expect(response.status).toBe(201);
  return response.json();
}
const change = (table: PriceTable, changes: object) =>
  send("PATCH", `/api/price-tables/${table.id}`, { version: table.version, ...changes });

const cookieOf = ({ link }: PriceTable) => ({ Cookie: `pomar_tabela=${link?.split("/t/")[1]}` });
const readPrice = async (headers: object = {}) => {
  const response = await fetch(`${url}/api/products/${product.id}`, { headers: { ...headers } });
  return (await response.json()).price;
};
const order = (table: PriceTable | undefined, quantity: number, price: number) =>
  sendOrder(
    url,
    { customer, items: [{ ...lineFor(product, quantity), price }] },
    table && cookieOf(table),
  );

test("a table is created, listed, read, changed on its version and deleted, and each is in the audit log", async () => {
  const table = await addTable({
    percentages: { polpas: -10 },
    prices: [{ product_id: product.id, unit: "caixa", price: 12.34 }],
    minimum_order: 80,
    valid_until: "2031-12-31",
    lower_tier: true,
  });
  expect(table).toMatchObject({ active: true, version: 1, customers: 0 });
  expect(table.link).toMatch(/^https:\/\/loja\.example\/t\/[\w-]{22}$/);
  const list = await (await send("GET", "/api/price-tables")).json();
  expect(list.items).toEqual([expect.objectContaining({ id: table.id, fixed_prices: 1 })]);
  expect(list.items[0]).not.toHaveProperty("prices");
  const read = await send("GET", `/api/price-tables/${table.id}`);
  expect(await read.json()).toEqual(table);
  expect(read.headers.get("ETag")).toBe('"1"');

  const changed = await change(table, { name: "Bares" });
  expect(await changed.json()).toMatchObject({ name: "Bares", version: 2, link: table.link });
  const stale = await change(table, { name: "Padarias" });
  expect(stale.status).toBe(409);
  expect((await stale.json()).current).toMatchObject({ name: "Bares", version: 2 });

  expect((await send("DELETE", `/api/price-tables/${table.id}`)).status).toBe(204);
  expect((await send("DELETE", `/api/price-tables/${table.id}`)).status).toBe(404);
  const logged = await database
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.table_name, "price_tables"))
    .orderBy(auditLogs.created_at);
  expect(logged.map(({ operation }) => operation)).toEqual(["INSERT", "UPDATE", "DELETE"]);
  expect(logged.map(({ user_email }) => user_email)).toEqual([email, email, email]);
});

test.each([
  [{ name: "" }, "name"],
  [{ percentages: { polpas: -91 } }, "percentages.polpas"],
  [{ percentages: { polpas: 0.123 } }, "percentages.polpas"],
  [{ prices: [{ product_id: randomUUID(), unit: "caixa", price: -1 }] }, "prices.0.price"],
  [{ prices: [{ product_id: randomUUID(), unit: "litro", price: 1 }] }, "prices.0.unit"],
  [{ minimum_order: -1 }, "minimum_order"],
  [{ valid_from: "2026-12-02", valid_until: "2026-12-01" }, "valid_until"],
  [{ valid_until: "amanhã" }, "valid_until"],
  [{ unknown: 1 }, ""],
])("%o is rejected", async (changes, field) => {
  const response = await send("POST", "/api/price-tables", { name: "Lanchonetes", ...changes });
  expect(response.status).toBe(400);
  const { errors } = await response.json();
  expect(errors[0].field).toContain(field);
});

test("two prices of one product and unit, and an end before the stored beginning, are rejected", async () => {
  const price = { product_id: product.id, unit: "caixa", price: 1 };
  const twice = await send("POST", "/api/price-tables", { name: "A", prices: [price, price] });
  expect(twice.status).toBe(400);
  const table = await addTable({ valid_from: "2026-12-02" });
  const early = await change(table, { valid_until: "2026-12-01" });
  expect(early.status).toBe(400);
  expect((await early.json()).errors).toMatchObject([{ field: "valid_until" }]);
});

test("the visitor of a link sees its prices and minimum, other visitors do not", async () => {
  await database
    .update(settings)
    .set({ delivery_settings: { delivery_fee: 5, minimum_order: 10, free_delivery_minimum: 0 } });
  const table = await addTable({ percentages: { polpas: -10 }, minimum_order: 90 });
  expect(await readPrice()).toBe(20);
  expect(await readPrice(cookieOf(table))).toBe(18);
  expect(await readPrice({ Cookie: "pomar_tabela=-" })).toBe(20);
  const { status } = await order(table, 2, 18);
  expect(status).toBe(409);
  const placed = await order(table, 5, 18);
  expect(placed.status).toBe(201);
});

test("an order stores its table and is compared with its prices", async () => {
  const table = await addTable({
    prices: [{ product_id: product.id, unit: "caixa", price: 16 }],
    lower_tier: true,
  });
  const refused = await order(table, 2, 20);
  expect(refused.status).toBe(409);
  expect((await refused.json()).lines).toMatchObject([{ reason: "price-changed", price_now: 16 }]);
  expect((await order(undefined, 2, 16)).status).toBe(409);
  const placed = await (await order(table, 2, 16)).json();
  const stored: Order = await (await send("GET", `/api/orders/${placed.id}`)).json();
  expect(stored).toMatchObject({
    price_table: "Lanchonetes",
    price_table_id: table.id,
    itens: [{ price: 16, total: 32 }],
  });
  // The lower of tier and table, because the table says so.
  expect((await order(table, 10, 15)).status).toBe(201);
  const changed: PriceTable = await (await change(table, { lower_tier: false })).json();
  expect((await order(changed, 10, 15)).status).toBe(409);
  expect((await order(changed, 10, 16)).status).toBe(201);
  const publicOrder = await (await order(undefined, 2, 20)).json();
  const other: Order = await (await send("GET", `/api/orders/${publicOrder.id}`)).json();
  expect(other).toMatchObject({ price_table: null, price_table_id: null });
  const csv = await (await send("GET", "/api/orders/export.csv")).text();
  expect(csv.split("\r\n")[0]).toContain('"Tabela de preços"');
  expect(csv).toContain('"Lanchonetes"');
});

test("after a table was revoked, switched off, deleted or has ended, its orders are rejected as at any changed price", async () => {
  const prices = [{ product_id: product.id, unit: "caixa", price: 16 }];
  const ways: ((table: PriceTable) => Promise<unknown>)[] = [
    (table) => change(table, { link_active: false }),
    (table) => change(table, { link_active: true }),
    (table) => change(table, { active: false }),
    (table) => change(table, { valid_until: "2020-01-01" }),
    (table) => send("DELETE", `/api/price-tables/${table.id}`),
  ];
  for (const end of ways) {
    const table = await addTable({ prices });
    expect((await order(table, 1, 16)).status).toBe(201);
    await end(table);
    const refused = await order(table, 1, 16);
    expect(refused.status).toBe(409);
    expect((await refused.json()).lines).toMatchObject([{ price_seen: 16, price_now: 20 }]);
    // The cart continues at the public price.
    expect((await order(table, 1, 20)).status).toBe(201);
  }
});

test("a renewed link is another one, and the old one stays invalid", async () => {
  const table = await addTable({ percentages: { polpas: -50 } });
  const renewed: PriceTable = await (await change(table, { link_active: true })).json();
  expect(renewed.link).not.toBe(table.link);
  expect(await readPrice(cookieOf(table))).toBe(20);
  expect(await readPrice(cookieOf(renewed))).toBe(10);
  const revoked: PriceTable = await (await change(renewed, { link_active: false })).json();
  expect(revoked.link).toBe(null);
  expect(await readPrice(cookieOf(renewed))).toBe(20);
  const again: PriceTable = await (await change(revoked, { link_active: true })).json();
  expect([table.link, renewed.link]).not.toContain(again.link);
});

test("an order by telephone has the table of its customer, also through a merged one", async () => {
  const table = await addTable();
  const { document } = customer;
  await sendOrder(url, { customer, items: [{ ...lineFor(product, 1), price: 20 }] });
  const [stored] = await database.select().from(customers);
  if (!stored) throw new Error("the order has no customer");
  const given = await send("PATCH", `/api/customers/${stored.id}`, {
    price_table: table.id,
    version: stored.version,
  });
  expect(await given.json()).toMatchObject({ price_table: table.id });
  expect(await (await send("GET", `/api/price-tables/${table.id}`)).json()).toMatchObject({
    customers: 1,
  });
  const take = (quantity: number) =>
    send(
      "POST",
      "/api/orders/taken",
      {
        customer: { ...customer, document },
        items: [{ ...lineFor(product, quantity), price: 14 }],
        channel: "telefone",
      },
      { "Idempotency-Key": randomUUID() },
    );
  const placed = await take(3);
  expect(placed.status).toBe(201);
  const { id } = await placed.json();
  const taken: Order = await (await send("GET", `/api/orders/${id}`)).json();
  expect(taken).toMatchObject({ price_table: "Lanchonetes", itens: [{ price: 14 }] });
  // Its customers lose a deleted table, and the order keeps the name.
  await send("DELETE", `/api/price-tables/${table.id}`);
  const [without] = await database.select().from(customers).where(eq(customers.id, stored.id));
  expect(without).toMatchObject({ price_table: null });
  const kept: Order = await (await send("GET", `/api/orders/${id}`)).json();
  expect(kept.price_table).toBe("Lanchonetes");
});

test("200 tables and 10,000 customers", async () => {
  await database.execute(sql`INSERT INTO price_tables (name, percentages, prices)
    SELECT 'Tabela ' || n, '{"polpas": -5}', (
      SELECT jsonb_agg(jsonb_build_object('product_id', gen_random_uuid(), 'unit', 'caixa', 'price', 9.9))
      FROM generate_series(1, 200)
    ) FROM generate_series(1, 200) AS n`);
  await database.execute(sql`INSERT INTO customers (id, root_id, name, price_table)
    SELECT id, id, 'Cliente ' || n, (SELECT id FROM price_tables ORDER BY name OFFSET n % 200 LIMIT 1)
    FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 10000) AS n) AS made`);
  const { items } = await (await send("GET", "/api/price-tables")).json();
  expect(items.length).toBe(200);
  expect(items[7]).toMatchObject({ customers: 50, fixed_prices: 200 });
  const table: PriceTable = items[7];
  expect(await readPrice(cookieOf(table))).toBe(19);
  expect((await order(table, 1, 19)).status).toBe(201);
  expect(await database.$count(priceTables)).toBe(200);
  expect(await database.$count(products)).toBe(1);
});

test("a customer gets no table that does not exist", async () => {
  const response = await send("POST", "/api/customers", { name: "Bar", price_table: randomUUID() });
  expect(response.status).toBe(400);
  expect((await response.json()).errors).toMatchObject([{ field: "price_table" }]);
});
