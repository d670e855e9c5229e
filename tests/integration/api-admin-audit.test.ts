import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { type AuditLog, auditLogSchema } from "#app/domain/audit/schema.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

let product: typeof products.$inferSelect;

beforeEach(async () => {
  product = await addProduct(database);
  await sendOrder(url, { customer, items: [lineFor(product)] });
});

async function list(query = ""): Promise<{ items: AuditLog[]; next_cursor: string | null }> {
  const response = await send("GET", `/api/audit-logs${query}`);
  expect(response.status).toBe(200);
  return response.json();
}

const summaryOf = ({ table_name, operation, user_email }: AuditLog) =>
  [table_name, operation, user_email] as const;

describe("the log", () => {
  test("lists changes newest first, with their author and the row before and after", async () => {
    await send("PATCH", `/api/products/${product.id}`, { stock: 3, version: 1 });
    const { items } = await list();
    for (const item of items) auditLogSchema.strict().parse(item);
    expect(items.map(summaryOf)).toEqual([
      ["products", "UPDATE", email],
      ["orders", "INSERT", null],
      ["products", "INSERT", null],
    ]);
    expect(items[0]).toMatchObject({ old_data: { stock: 10 }, new_data: { stock: 3 } });
    expect(items[2]).toMatchObject({ record_id: product.id, old_data: null });
  });

  test("can be filtered by table and by row", async () => {
    await send("PATCH", `/api/products/${product.id}`, { stock: 3, version: 1 });
    expect((await list("?table_name=orders")).items.map(summaryOf)).toEqual([
      ["orders", "INSERT", null],
    ]);
    const ofRow = await list(`?table_name=products&record_id=${product.id}`);
    expect(ofRow.items).toHaveLength(2);
    expect((await list(`?table_name=products&record_id=${randomUUID()}`)).items).toEqual([]);
  });

  test("is paginated, also for changes of one transaction", async () => {
    await database.update(products).set({ stock: sql`${products.stock} + 1` });
    await Promise.all(Array.from({ length: 5 }, () => addProduct(database)));
    const all = (await list()).items.map(({ id }) => id);
    expect(all).toHaveLength(8);
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = await list(`?limit=3${cursor}`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ? `&cursor=${encodeURIComponent(page.next_cursor)}` : "";
    } while (cursor);
    expect(seen).toEqual(all);
  });

  test("has 50 rows by default, and all of one record of a table", async () => {
    const changes = 130;
    for (let index = 0; index < changes; index++) {
      await database.update(products).set({ stock: sql`${products.stock} + 1` });
    }
    expect((await list()).items).toHaveLength(50);
    expect((await list("?table_name=products")).items).toHaveLength(50);
    expect((await list("?limit=200")).items).toHaveLength(changes + 2);
    const record = `?table_name=products&record_id=${product.id}`;
    const { items, next_cursor } = await list(record);
    expect(next_cursor).toBeNull();
    expect(items).toEqual((await list(`${record}&limit=200`)).items);
    // Either of two changes in the same millisecond may come first.
    const stocks = items.map(({ new_data }) => Number(new_data?.stock));
    expect(stocks.toSorted((one, other) => other - one)).toEqual(
      Array.from({ length: changes + 1 }, (_, index) => product.stock + changes - index),
    );
    const instants = items.map(({ created_at }) => created_at);
    expect(instants).toEqual(instants.toSorted().reverse());
    expect((await list(`${record}&limit=3`)).items).toEqual(items.slice(0, 3));
  });

  test("returns one change by its id", async () => {
    const [newest] = (await list()).items;
    expect(await (await send("GET", `/api/audit-logs/${newest?.id}`)).json()).toEqual(newest);
    expect((await send("GET", `/api/audit-logs/${randomUUID()}`)).status).toBe(404);
  });

  test("is read only", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect((await send(method, "/api/audit-logs")).status).toBe(405);
    }
  });

  test.each(["table_name=users", "record_id=1", "limit=201", "cursor=1"])(
    "rejects %s",
    async (query) => {
      expect((await send("GET", `/api/audit-logs?${query}`)).status).toBe(400);
    },
  );
});
