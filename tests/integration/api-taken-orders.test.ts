import { randomUUID } from "node:crypto";
import { generateCpf } from "@brazilian-utils/brazilian-utils";
import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { settings } from "#app/domain/company/table.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { listReceivable } from "#app/domain/reports/money/queries.server.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, memberCookie } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const take = (body: object, key: string = randomUUID()) =>
  send("POST", "/api/orders/taken", body, { "Idempotency-Key": key });

test("an order by telephone has the agreed price and day, its channel and its author", async () => {
  const product = await addProduct(database);
  const items = [{ ...lineFor(product, 3), price: 10.5 }];
  const key = randomUUID();
  const body = { customer, items, channel: "telefone", delivery_date: "2031-05-02" };
  const response = await take(body, key);
  expect(response.status).toBe(201);
  const placed = await response.json();
  expect(placed).toMatchObject({ valor_total: 31.5, delivery_date: "2031-05-02" });
  const order: OrderDetail = await (await send("GET", `/api/orders/${placed.id}`)).json();
  expect(order).toMatchObject({ channel: "telefone", itens: [{ price: 10.5, total: 31.5 }] });
  const [logged] = await database
    .select()
    .from(auditLogs)
    .orderBy(desc(auditLogs.created_at))
    .limit(1);
  expect(logged).toMatchObject({ table_name: "orders", operation: "INSERT", user_email: email });
  const again = await take(body, key);
  expect(again.status).toBe(200);
  expect((await again.json()).id).toBe(placed.id);
});

test("a shift without a date is rejected", async () => {
  const items = [lineFor(await addProduct(database))];
  const response = await take({ customer, items, channel: "telefone", delivery_shift: "Manhã" });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ field: "delivery_shift" }] });
});

test("the other rules of an order hold, and a visitor can neither name a channel nor take an order", async () => {
  const product = await addProduct(database);
  const line = lineFor(product, 3);
  const hidden = await addProduct(database, { visible: false });
  const refused = await take({ customer, items: [lineFor(hidden, 1)], channel: "WhatsApp" });
  expect(refused.status).toBe(409);
  expect((await refused.json()).lines).toMatchObject([{ reason: "hidden" }]);
  expect((await take({ customer, items: [line], channel: "site" })).status).toBe(400);
  expect(
    (await take({ customer: { ...customer, phone: "1" }, items: [line], channel: "telefone" }))
      .status,
  ).toBe(400);
  const visitor = await sendOrder(url, { customer, items: [line], channel: "telefone" });
  expect(visitor.status).toBe(400);
  const anonymous = await fetch(`${url}/api/orders/taken`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
    body: JSON.stringify({ customer, items: [line], channel: "telefone" }),
  });
  expect(anonymous.status).toBe(401);
});

test("an order by telephone needs neither e-mail nor document, and the owner may go below the minimum", async () => {
  const product = await addProduct(database, { price: 10 });
  await database
    .update(settings)
    .set({ delivery_settings: { delivery_fee: 0, minimum_order: 50, free_delivery_minimum: 0 } });
  const { email: _email, document: _document, ...known } = customer;
  const body = { customer: known, items: [lineFor(product, 2)], channel: "telefone" };
  const { id } = await (await take(body)).json();
  const order: OrderDetail = await (await send("GET", `/api/orders/${id}`)).json();
  expect(order).toMatchObject({ valor_total: 20, cliente_info: { email: "", document: "" } });
  const member = { Cookie: await memberCookie(database, "equipe") };
  const ofMember = await send("POST", "/api/orders/taken", body, {
    ...member,
    "Idempotency-Key": randomUUID(),
  });
  expect(ofMember.status).toBe(409);
  expect(await ofMember.text()).toContain("R$ 50,00");
  for (const wrong of [{ email: "ana@" }, { document: "123" }]) {
    expect((await take({ ...body, customer: { ...known, ...wrong } })).status).toBe(400);
  }
});

test.each([
  ["the customer's days instead of the method's", 28, "Boleto", 28],
  ["the customer's days where no method was chosen", 28, undefined, 28],
  ["no date with a method that is due at once", 28, "PIX", null],
  ["no date where the customer pays at once", 0, "Boleto", null],
  ["the method's days where the customer has no terms", null, "Boleto", 14],
])("a taken order has %s", async (_, terms, payment_method, days) => {
  await database.update(settings).set({
    payment_methods: ["PIX", "Boleto"],
    payment_terms: { Boleto: { audience: "all", days: 14 } },
  });
  const { name, phone, email, document } = customer;
  // Merged into another customer, whose terms are valid.
  const known = await (
    await send("POST", "/api/customers", { name, phone, email, document })
  ).json();
  const main = await (await send("POST", "/api/customers", { name: "Matriz", terms })).json();
  const merged = await send("POST", `/api/customers/${main.id}/merge`, { customer_id: known.id });
  expect(merged.status).toBeLessThan(300);
  const product = await addProduct(database);
  const order = {
    customer: { ...customer, ...(payment_method && { payment_method }) },
    items: [lineFor(product, 3)],
  };
  const taken = await (await take({ ...order, channel: "telefone" })).json();
  const dueOf = async (id: string) =>
    ((await (await send("GET", `/api/orders/${id}`)).json()) as OrderDetail).due_on;
  const today = dayOf(new Date());
  expect(await dueOf(taken.id)).toBe(days === null ? null : addDays(today, days));
  // The checkout showed the method's days.
  const sent = await (await sendOrder(url, order)).json();
  expect(await dueOf(sent.id)).toBe(payment_method === "Boleto" ? addDays(today, 14) : null);
  if (days === null) return;
  await send("PATCH", `/api/orders/${taken.id}`, { status: "confirmado", version: 1 });
  const { items } = await listReceivable(database);
  expect(items.find(({ id }) => id === taken.id)).toMatchObject({ due_on: addDays(today, days) });
  const delivered = await send("PATCH", `/api/orders/${taken.id}`, {
    status: "entregue",
    version: 2,
  });
  expect(await delivered.json()).toMatchObject({
    due_on: addDays(today, days),
    due_days: days,
    due_is_expected: false,
  });
});

test("a member edits and takes orders of a customer with a price table at its prices", async () => {
  const headers = { Cookie: await memberCookie(database, "equipe") };
  const product = await addProduct(database, { price: 10, stock: 50 });
  const other = await addProduct(database, { price: 30, stock: 50 });
  const fixed = (one: typeof product, price: number) => ({ ...lineFor(one, 1), price });
  const prices = [fixed(product, 8), fixed(other, 21)].map(({ product_id, unit, price }) => ({
    product_id,
    unit,
    price,
  }));
  const table = await (await send("POST", "/api/price-tables", { name: "Bares", prices })).json();
  const { document, name } = customer;
  const known = { name, document, price_table: table.id };
  expect((await send("POST", "/api/customers", known)).status).toBe(201);
  const take = (price: number) =>
    send(
      "POST",
      "/api/orders/taken",
      { customer, channel: "telefone", items: [{ ...lineFor(product, 2), price }] },
      { ...headers, "Idempotency-Key": randomUUID() },
    );
  expect(await (await take(10)).json()).toMatchObject({ lines: [{ price_now: 8 }] });
  const { id } = await (await take(8)).json();
  const order = await (await send("GET", `/api/orders/${id}`, undefined, headers)).json();
  expect(order).toMatchObject({ price_table: "Bares", itens: [{ price: 8, total: 16 }] });
  const edit = (price: number) =>
    send(
      "PATCH",
      `/api/orders/${id}`,
      {
        itens: [
          { ...lineFor(product, 2), price: 8 },
          { ...lineFor(other, 1), price },
        ],
        version: 1,
      },
      headers,
    );
  expect((await edit(30)).status).toBe(400);
  const edited = await edit(21);
  expect(await edited.json()).toMatchObject({ itens: [{ price: 8 }, { price: 21 }] });
  // A product that is sent in the place of another has the table's price too.
  const third = await addProduct(database, { price: 40, stock: 50, category: product.category });
  const percentages = { [product.category ?? ""]: -25 };
  await send("PATCH", `/api/price-tables/${table.id}`, { percentages, version: 1 });
  const swap = (price: number) => {
    const itens = [
      { ...lineFor(product, 2), price: 8 },
      { ...lineFor(third, 1), price, swap_of: other.id },
    ];
    return send("PATCH", `/api/orders/${id}`, { itens, version: 2 }, headers);
  };
  expect(await (await swap(40)).json()).toMatchObject({
    errors: [{ field: "itens.1.price" }],
  });
  const { itens } = await (await swap(30)).json();
  const sent = { product_id: third.id, price: 30, total: 30, swap_of: other.id };
  expect(
    itens.find(({ product_id }: { product_id: string }) => product_id === third.id),
  ).toMatchObject(sent);
});

test("a member takes an order of a chosen customer without contact data at the table's prices, and after the owner's one by the document", async () => {
  const headers = { Cookie: await memberCookie(database, "equipe") };
  const product = await addProduct(database, { price: 10, stock: 50 });
  const price = { product_id: product.id, unit: lineFor(product, 1).unit, price: 8 };
  const made = await send("POST", "/api/price-tables", { name: "Bares", prices: [price] });
  const table = await made.json();
  const known = { name: "Bar do Zé", price_table: table.id };
  const bar = await (await send("POST", "/api/customers", known)).json();
  const { document, email: mail, phone } = customer;
  const typed = { document, email: mail, phone };
  const tableOf = async (request: object) =>
    (await send("POST", "/api/orders/taken/table", request, headers)).json();
  expect(await tableOf(typed)).toEqual({ price_table: null });
  expect(await tableOf({ ...typed, customer_id: bar.id })).toMatchObject({
    price_table: { name: "Bares", prices: [price] },
  });
  const take = async (asked: number, chosen: object, as: Record<string, string> = headers) => {
    const items = [{ ...lineFor(product, 2), price: asked }];
    const request = { customer, channel: "telefone", items, ...chosen };
    const key = { "Idempotency-Key": randomUUID() };
    const answer = await send("POST", "/api/orders/taken", request, { ...as, ...key });
    return answer.json();
  };
  const read = async (path: string) => (await send("GET", path, undefined, headers)).json();
  // A rejected order leaves the customer as it was.
  expect(await take(10, { customer_id: bar.id })).toMatchObject({ lines: [{ price_now: 8 }] });
  expect(await read(`/api/customers/${bar.id}`)).toMatchObject({ document: null, version: 1 });
  const first = await read(`/api/orders/${(await take(8, { customer_id: bar.id })).id}`);
  expect(first).toMatchObject({ customer_id: bar.id, price_table: "Bares" });
  // The document would give its holder the table, which is the owner's.
  expect(await read(`/api/customers/${bar.id}`)).toMatchObject({
    document: null,
    phone: null,
    orders: 1,
  });
  expect(await tableOf(typed)).toEqual({ price_table: null });
  await take(8, { customer_id: bar.id }, {});
  expect(await read(`/api/customers/${bar.id}`)).toMatchObject({
    document: "52998224725",
    phone: "11987654321",
    orders: 2,
  });
  expect(await tableOf(typed)).toMatchObject({ price_table: { name: "Bares" } });
  const second = await read(`/api/orders/${(await take(8, {})).id}`);
  expect(second).toMatchObject({ customer_id: bar.id, price_table: "Bares" });
  // A document that another customer has decides.
  const vila = { name: "Bar da Vila", price_table: table.id };
  const other = await (await send("POST", "/api/customers", vila)).json();
  const third = await read(`/api/orders/${(await take(8, { customer_id: other.id })).id}`);
  expect(third).toMatchObject({ customer_id: bar.id });
  expect(await read(`/api/customers/${other.id}`)).toMatchObject({ document: null, orders: 0 });
});

test("an order is stored although another request creates a customer of its document meanwhile", async () => {
  const product = await addProduct(database, { stock: 50 });
  for (let round = 0; round < 10; round += 1) {
    const document = generateCpf();
    const known = await send("POST", "/api/customers", { name: `Bar ${round}` });
    const { id } = await known.json();
    const items = [lineFor(product, 1)];
    const order = { customer: { ...customer, document }, channel: "telefone", items };
    const [taken, created] = await Promise.all([
      take({ ...order, customer_id: id }),
      send("POST", "/api/customers", { name: "Outro bar", document }),
    ]);
    expect(taken.status).toBe(201);
    expect([201, 409]).toContain(created.status);
    const { items: found } = await (await send("GET", `/api/customers?search=${document}`)).json();
    expect(found).toMatchObject([{ document, orders: 1 }]);
  }
});
