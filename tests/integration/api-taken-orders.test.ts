import { randomUUID } from "node:crypto";
import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
import { listReceivable } from "#app/domain/payments/money-pages.server.ts";
import { settings } from "#app/domain/settings/table.ts";
import { addDays, dayOf } from "#app/shared/days.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
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
});
