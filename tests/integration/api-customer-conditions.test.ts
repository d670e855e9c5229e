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

test("members give nobody the conditions of a customer", async () => {
  const member = createSender(url, { Cookie: await memberCookie(database, "equipe") });
  const table = await (await send("POST", "/api/price-tables", { name: "Bares" })).json();
  const friend = { document: "111.444.777-35", email: "amigo@example.com", phone: "11933334444" };
  const conditions = [
    { price_table: table.id },
    { terms: 28 },
    { credit_limit: 500 },
    { billing_closing_day: 25, billing_due_day: 5 },
  ];
  for (const condition of conditions) {
    const created = await send("POST", "/api/customers", { name: "Bar", ...condition });
    const { id, version } = await created.json();
    const path = `/api/customers/${id}`;
    const person = { name: "Amigo", email: friend.email };
    const requests: [method: string, path: string, body: object][] = [
      ["PATCH", path, { document: friend.document, version }],
      ["PATCH", path, { email: friend.email, version }],
      ["PATCH", path, { phone: friend.phone, version }],
      ["POST", `${path}/links`, {}],
      ["POST", `${path}/people`, person],
    ];
    for (const request of requests) {
      const rejected = await member(...request);
      expect(rejected.status, JSON.stringify([condition, request])).toBe(403);
      expect((await rejected.json()).detail).toContain("só quem administra a loja");
    }
    const renamed = await member("PATCH", path, { name: "Bar da Praça", phone: null, version });
    expect(renamed.status).toBe(200);
    for (const as of [member, send]) {
      const rows = await as("GET", `${path}/access`);
      expect(await rows.json()).toEqual({ contacts: [], people: [], devices: [] });
    }
    expect((await send("POST", `${path}/people`, person)).status).toBe(201);
    expect((await send("POST", `${path}/links`, {})).status).toBe(201);
    await send("DELETE", path);
  }
  const plain = await (await send("POST", "/api/customers", { name: "Bar" })).json();
  const path = `/api/customers/${plain.id}`;
  expect((await member("PATCH", path, { ...friend, version: 1 })).status).toBe(200);
  expect((await member("POST", `${path}/links`, {})).status).toBe(201);
  expect((await member("POST", `${path}/people`, { name: "Amigo" })).status).toBe(201);
});

test("a customer with conditions gets no document from a member's order or from the site", async () => {
  const member = createSender(url, { Cookie: await memberCookie(database, "equipe") });
  const { document: _, ...contact } = { ...celia, name: "Bar" };
  const product = await addProduct(database);
  const take = (as: SendRequest, id: string) =>
    as(
      "POST",
      "/api/orders/taken",
      {
        customer: bar,
        customer_id: id,
        items: [lineFor(product, 1)],
        channel: "telefone",
        delivery_kind: "retirada",
      },
      { "Idempotency-Key": crypto.randomUUID() },
    );
  const { name, email, phone } = contact;
  const request = { name, email, phone, terms: 28 };
  const { id } = await (await send("POST", "/api/customers", request)).json();
  await order(bar);
  expect(await read(id)).toMatchObject({ orders: 1, document: null });
  expect((await take(member, id)).status).toBe(201);
  expect(await read(id)).toMatchObject({ orders: 2, document: null });
  expect((await take(send, id)).status).toBe(201);
  expect(await read(id)).toMatchObject({ orders: 3, document: "11222333000181" });
});
