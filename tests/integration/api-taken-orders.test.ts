import { randomUUID } from "node:crypto";
import { desc } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import type { OrderDetail } from "#app/domain/orders/schema.ts";
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
