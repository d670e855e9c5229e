import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { Message } from "#app/domain/outgoing/outbox.server.ts";
import { sendWebhook } from "#app/domain/outgoing/webhooks/commands.server.ts";
import { createWebhookSender } from "#app/platform/webhook-sender.ts";
import { startOutbox } from "#app/server/jobs/outbox.ts";
import { createClient, readWebhook, type WebhookEvent } from "#docs/api-client.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { customer, listen, sendOrder, startApi } from "./api-shop.ts";

const opened = await openTestDatabase();
const { database } = opened;
const webhookSender = createWebhookSender({ allowLoopback: true });
const url = await startApi({ database, webhookSender });
const send = createAdminSender(database, url);

/** Receives verified events of a new webhook, which a job of its own sends. */
async function receiveEvents() {
  const events: (WebhookEvent | undefined)[] = [];
  let secret = "";
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    events.push(readWebhook(secret, request.headers, body));
    response.end();
  });
  const all = ["order.created", "order.changed", "stock.changed"];
  const body = { url: await listen(server), events: all };
  ({ secret } = await (await send("POST", "/api/webhooks", body)).json());
  const log = { info: () => undefined, warn: (details: object) => console.warn(details) };
  const times = { idleMs: 20, gatherMs: 1, unreachableMs: 10_000, mailPauseMs: 0 };
  const webhook = (message: Message) => sendWebhook(database, webhookSender, message);
  const stop = startOutbox({ opened, senders: { webhook }, log, times });
  onTestFinished(async () => {
    await stop();
    server.closeAllConnections();
    server.close();
  });
  return events;
}

test("the documented client synchronizes products and orders, and verifies webhooks", async () => {
  const request = { name: "ERP", scope: "write" };
  const { token } = await (await send("POST", "/api/auth/tokens", request)).json();
  const client = createClient(url, token);
  const events = await receiveEvents();

  const items = Array.from({ length: 30 }, (_, index) => ({
    external_id: `ERP-${index}`,
    title: `Polpa ${index}`,
    slug: `polpa-${index}`,
    price: 10,
    stock: 100,
  }));
  const created = await client.saveProducts(items);
  expect(created.map(({ status }) => status)).toEqual(Array(30).fill("created"));
  const prices = items.map(({ external_id }) => ({ external_id, price: 12, overwrite: true }));
  const updated = await client.saveProducts(prices);
  expect(updated.map(({ status }) => status)).toEqual(Array(30).fill("updated"));

  const rows = await database.select().from(products);
  for (const { id } of rows.slice(0, 10)) {
    const line = { product_id: id, unit: "unidade", quantity: 1, price: 12 };
    expect((await sendOrder(url, { customer, items: [line] })).status).toBe(201);
  }
  const seen: number[] = [];
  let cursor = "start";
  await expect
    .poll(async () => {
      const page = await client.readOrders(cursor);
      cursor = page.next_cursor;
      seen.push(...page.items.map(({ numero_pedido }) => numero_pedido));
      return seen.length;
    })
    .toBe(10);
  expect(new Set(seen).size).toBe(10);

  const [order] = (await client.readOrders("start")).items;
  if (!order) throw new Error("no order was read");
  expect(await client.confirmOrder(order)).toMatchObject({ status: "confirmado" });
  await expect.poll(() => events.length).toBe(12);
  const types = events.map((event) => event?.type);
  expect(types.toSorted()).toEqual([
    "order.changed",
    ...Array(10).fill("order.created"),
    "stock.changed",
  ]);
  expect(await database.$count(pedidos)).toBe(10);
});

test("the documented client rejects forged and old webhooks", () => {
  const headers = {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": "v1,AAAA",
  };
  expect(readWebhook("whsec_AAAA", headers, "{}")).toBeUndefined();
  const old = { ...headers, "webhook-timestamp": "1700000000" };
  expect(readWebhook("whsec_AAAA", old, "{}")).toBeUndefined();
});
