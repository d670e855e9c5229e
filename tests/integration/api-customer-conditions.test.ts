import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CustomerDetail } from "#app/domain/customers/schema.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, memberCookie } from "./admin-session.ts";
import { createSender, type SendRequest } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const celia = { ...customer, name: "Célia", email: "celia@bar.example", phone: "11911112222" };
const bar = { ...celia, name: "Bar da Célia Ltda.", document: "11.222.333/0001-81" };

async function order(who: object, quantity = 2): Promise<{ id: string }> {
  const product = await addProduct(database);
  const response = await sendOrder(url, { customer: who, items: [lineFor(product, quantity)] });
  expect(response.status).toBe(201);
  return response.json();
}

async function read(id: string): Promise<CustomerDetail> {
  const response = await send("GET", `/api/customers/${id}`);
  expect(response.status).toBe(200);
  return response.json();
}

const customerOf = async ({ id }: { id: string }) =>
  (await database.select().from(pedidos).where(eq(pedidos.id, id)))[0]?.customer_id ?? "";

test("members merge, separate and split customers only where no condition changes", async () => {
  const member = createSender(url, { Cookie: await memberCookie(database, "equipe") });
  const first = await customerOf(await order(bar));
  const placed = await order({
    ...celia,
    document: "00000000000",
    email: "c@bar.example",
    phone: "11977776666",
  });
  const second = await customerOf(placed);
  const merge = (as: SendRequest, id: string, customer_id: string) =>
    as("POST", `/api/customers/${id}/merge`, { customer_id });
  const separate = (as: SendRequest, id: string) => as("POST", `/api/customers/${id}/separate`);
  const split = (as: SendRequest, id: string) =>
    as("POST", `/api/customers/${id}/split`, { orders: [placed.id] });
  const table = await (await send("POST", "/api/price-tables", { name: "Bares" })).json();
  const conditions = [{ price_table: table.id }, { terms: 28 }, { credit_limit: 500 }];
  for (const condition of conditions) {
    const { version } = await read(first);
    await send("PATCH", `/api/customers/${first}`, { ...condition, version });
    for (const [id, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const refused = await merge(member, id, other);
      expect(refused.status).toBe(403);
      expect((await refused.json()).detail).toContain("condições diferentes");
    }
    // The owner may: the kept row's conditions count.
    const merged = await merge(send, first, second);
    expect(await merged.json()).toMatchObject({ id: first, orders: 2, ...condition });
    expect((await separate(member, second)).status).toBe(403);
    expect((await split(member, first)).status).toBe(403);
    expect((await separate(send, second)).status).toBe(200);
    expect(await read(second)).toMatchObject({
      terms: null,
      credit_limit: null,
      price_table: null,
    });
    const { version: now } = await read(first);
    const none = { terms: null, credit_limit: null, price_table: null, version: now };
    expect((await send("PATCH", `/api/customers/${first}`, none)).status).toBe(200);
  }
  expect((await merge(member, first, second)).status).toBe(200);
  expect((await separate(member, second)).status).toBe(200);
});
