import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { insertOrders, orderItem, productRow } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const { database } = await openTestDatabase();

async function one(query: ReturnType<typeof sql>): Promise<unknown> {
  const answer = (await database.execute(query)) as unknown as { rows: unknown[] };
  return answer.rows[0];
}

it("returns the same types of raw results on either engine", async () => {
  const answer =
    await one(sql`SELECT 7::int8 AS int8, count(*) AS count, 7::int4 AS int4, 1.50::numeric AS numeric,
    true AS yes, 'a' AS text, NULL AS nothing, '{"a": [1.10]}'::jsonb AS json, ARRAY['a', 'b'] AS list,
    '2026-01-02T03:04:05.678Z'::timestamptz AS instant`);
  expect(answer).toEqual({
    int8: 7,
    count: 1,
    int4: 7,
    numeric: "1.50",
    yes: true,
    text: "a",
    nothing: null,
    json: { a: [1.1] },
    list: ["a", "b"],
    instant: "2026-01-02 03:04:05.678+00",
  });
});

it("returns amounts of orders as decimal text, timestamps as dates and integers as numbers", async () => {
  const [product] = await database.insert(products).values(productRow()).returning();
  expect(product).toMatchObject({
    stock: 0,
    images: [],
    specs: {},
    sale_options: [{ unit: "unidade", price: 12.5 }],
    visible: true,
    version: 1,
    created_at: expect.any(Date),
  });
  const [order] = await insertOrders(database);
  expect(order).toMatchObject({ numero_pedido: 1001, valor_total: "0.30", delivery_fee: "0.00" });
});

it("stores timestamps in milliseconds, so that a cursor from a row finds the next one", async () => {
  const [order] = await insertOrders(database);
  const iso = order?.created_at.toISOString() ?? "";
  expect(await one(sql`SELECT created_at = ${iso}::timestamptz AS same FROM pedidos`)).toEqual({
    same: true,
  });
  const [entry] = await database.select().from(auditLogs);
  const said = entry?.created_at.toISOString() ?? "";
  expect(await one(sql`SELECT created_at = ${said}::timestamptz AS same FROM audit_logs`)).toEqual({
    same: true,
  });
});

it("stores exact cents in JSON, and timestamps of audit rows in UTC", async () => {
  const item = orderItem({ price: 0.1, quantity: 3, total: 0.3 });
  await insertOrders(database, { itens: [item] });
  expect(await one(sql`SELECT order_items(id) -> 0 ->> 'total' AS total FROM pedidos`)).toEqual({
    total: "0.3",
  });
  const [entry] = await database.select().from(auditLogs);
  expect(entry?.new_data?.created_at).toMatch(/\+00:00$/);
});

it("stores texts unchanged", async () => {
  const title = "Açaí 🍇 'médio' \"%_\\ ﬁm";
  await database.insert(products).values(productRow({ title }));
  const [row] = await database.select({ title: products.title }).from(products);
  expect(row?.title).toBe(title);
});
