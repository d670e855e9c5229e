import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { and, eq, isNull, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { explainStock } from "#app/domain/catalogue/explain-stock.server.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import {
  claimMessage,
  expireMessages,
  type Message,
  retryDelaySeconds,
} from "#app/domain/outgoing/outbox.server.ts";
import {
  createWebhook,
  listWebhookDeliveries,
  sendWebhook,
} from "#app/domain/outgoing/webhooks/commands.server.ts";
import { webhookEvents } from "#app/domain/outgoing/webhooks/rules.ts";
import type { WebhookRequest } from "#app/domain/outgoing/webhooks/schema.ts";
import { webhooks } from "#app/domain/outgoing/webhooks/table.ts";
import { createWebhookSender } from "#app/platform/webhook-sender.ts";
import { addProduct } from "#tests/integration/api-shop.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { startOutbox } from "./outbox.ts";

const opened = await openTestDatabase();
const { database } = opened;
const sender = createWebhookSender({ allowLoopback: true });
const times = { idleMs: 20, gatherMs: 1, unreachableMs: 10_000, mailPauseMs: 0 };
const senders = { webhook: (message: Message) => sendWebhook(database, sender, message) };

type Received = { id: string; type: string; data: Record<string, unknown>; isSigned: boolean };

let stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  stops = [];
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

/** Starts `count` processes' jobs on the same queue. */
function startJobs(count = 1): void {
  const log = { info: () => undefined, warn: (details: object) => console.warn(details) };
  for (let job = 0; job < count; job += 1) stops.push(startOutbox({ opened, senders, log, times }));
}

/** A receiver with its own webhook; `statusOf` decides the response from the number of requests so far. */
async function addReceiver(
  events: WebhookRequest["events"] = [...webhookEvents],
  statusOf: (count: number) => number = () => 204,
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { type, data } = JSON.parse(body);
    const id = String(request.headers["webhook-id"]);
    const content = `${id}.${request.headers["webhook-timestamp"]}.${body}`;
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const expected = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    const isSigned = request.headers["webhook-signature"] === expected;
    received.push({ id, type, data, isSigned });
    response.writeHead(statusOf(received.length)).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const created = await createWebhook(database, sender, { url, events });
  if (!created.ok) throw new Error(created.reason);
  const { secret, id } = created.webhook;
  return { received, id };
}

async function addOrder() {
  const [order] = await insertOrders(database);
  if (!order) throw new Error("order was not inserted");
  return order;
}

const isDelivery = eq(outbox.kind, "webhook");
const makeDue = () =>
  database.update(outbox).set({ next_attempt_at: sql`now()` }).where(isDelivery);

describe("a receiver", () => {
  test("gets signed events of orders and stock, without personal data", async () => {
    const { received } = await addReceiver();
    startJobs();
    const order = await addOrder();
    await expect.poll(() => received.length).toBe(1);
    await database.update(pedidos).set({ status: "confirmado" }).where(eq(pedidos.id, order.id));
    await expect.poll(() => received.length).toBe(2);
    const product = await addProduct(database, { external_id: "ERP-1" });
    await expect.poll(() => received.length).toBe(3);
    await database.update(products).set({ title: "Outro" });
    await expect.poll(() => received.length).toBe(4);
    await database.update(products).set({ position: 3 });
    await database.transaction(async (tx) => {
      await explainStock(tx, { reason: "contagem" });
      await tx.update(products).set({ stock: 7 });
    });
    await expect.poll(() => received.length).toBe(5);
    expect(received).toMatchObject([
      {
        type: "order.created",
        isSigned: true,
        data: { id: order.id, numero_pedido: 1001, status: "pendente", valor_total: 0.3 },
      },
      {
        type: "order.changed",
        isSigned: true,
        data: { id: order.id, status: "confirmado", version: 2, deleted: false },
      },
      {
        type: "product.updated",
        isSigned: true,
        data: { id: product.id, version: 1, deleted: false },
      },
      { type: "product.updated", data: { id: product.id, version: 2 } },
      {
        type: "stock.changed",
        isSigned: true,
        data: {
          id: product.id,
          external_id: "ERP-1",
          stock: 7,
          previous_stock: 10,
          reason: "contagem",
        },
      },
    ]);
    expect(JSON.stringify(received)).not.toMatch(/ana|souza|paulista|52998224725/i);
    await database.delete(pedidos);
    await expect.poll(() => received.at(-1)?.data.deleted).toBe(true);
  });

  test("gets changes of the stock by the former name if it chose that one", async () => {
    const { received } = await addReceiver(["product.stock_changed"]);
    startJobs();
    await addProduct(database);
    await database.update(products).set({ stock: 7 });
    await expect.poll(() => received.map(({ type }) => type)).toEqual(["product.stock_changed"]);
  });

  test("gets only its events, and none while it is disabled", async () => {
    const { received } = await addReceiver(["stock.changed"]);
    const disabled = await addReceiver();
    await database.update(webhooks).set({ enabled: false }).where(eq(webhooks.id, disabled.id));
    await addOrder();
    await addProduct(database);
    await database.update(products).set({ stock: 7 });
    startJobs();
    await expect.poll(() => received.map(({ type }) => type)).toEqual(["stock.changed"]);
    expect(await listWebhookDeliveries(database, disabled.id)).toEqual([]);
  });

  test("that fails gets the same event again after a delay, until it answers", async () => {
    const { received, id } = await addReceiver(["order.created"], (count) =>
      count < 3 ? 500 : 200,
    );
    startJobs();
    await addOrder();
    for (const attempts of [1, 2]) {
      // During an attempt the next one is further away: the lease.
      const isStored = sql`${isDelivery} AND attempts = ${attempts} AND response_status = 500
        AND next_attempt_at BETWEEN now() + interval '2 s' AND now() + interval '1 min'`;
      await expect.poll(() => database.$count(outbox, isStored)).toBe(1);
      await makeDue();
      await expect.poll(() => received.length).toBe(attempts + 1);
    }
    await expect
      .poll(() => listWebhookDeliveries(database, id))
      .toMatchObject([{ attempts: 3, error: null, response_status: 200, next_attempt_at: null }]);
    expect(new Set(received.map((message) => message.id)).size).toBe(1);
  });

  test("that fails for a day gets the event no more", async () => {
    const { id } = await addReceiver(["order.created"], () => 503);
    await addOrder();
    await database
      .update(outbox)
      .set({ created_at: sql`now() - interval '23 hours 59 minutes 58 seconds'` });
    startJobs();
    await expect
      .poll(() => listWebhookDeliveries(database, id))
      .toMatchObject([{ attempts: 1, next_attempt_at: null, delivered_at: null }]);
  });

  test("gets each event once from two processes, without loss", async () => {
    const { received } = await addReceiver(["order.created"]);
    startJobs(2);
    const orders = await Promise.all(Array.from({ length: 60 }, addOrder));
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(60);
    await expect
      .poll(() => database.$count(outbox, and(isDelivery, isNull(outbox.sent_at))))
      .toBe(0);
    const ids = received.map(({ data }) => data.id);
    expect(ids.toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
  });

  test("gets an event that a crashed process had claimed", async () => {
    const { received, id } = await addReceiver(["order.created"]);
    await addOrder();
    expect(await claimMessage(database, { kind: "webhook", receiver: id })).toMatchObject({
      attempts: 1,
    });
    expect(await claimMessage(database, { kind: "webhook", receiver: id })).toBeUndefined();
    await makeDue();
    startJobs();
    await expect.poll(() => received.length).toBe(1);
  });
});

test("a receiver that hangs does not delay another one", async () => {
  const hanging = createServer(() => undefined);
  hanging.listen(0, "127.0.0.1");
  await once(hanging, "listening");
  onTestFinished(() => {
    hanging.closeAllConnections();
    hanging.close();
  });
  const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`;
  await createWebhook(database, sender, { url, events: ["order.created"] });
  const { received } = await addReceiver(["order.created"]);
  startJobs();
  for (let count = 1; count <= 6; count += 1) {
    await addOrder();
    await expect.poll(() => received.length, { timeout: 3_000 }).toBe(count);
  }
});

test("an event of a rolled back change is not sent", async () => {
  await addReceiver();
  const failed = database.transaction(async (tx) => {
    await insertOrders(tx);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await database.$count(outbox, isDelivery)).toBe(0);
});

test("attempts are 10 s apart at first and an hour at most", () => {
  expect([1, 2, 3, 9, 10, 50].map((attempts) => retryDelaySeconds(attempts, 0.5))).toEqual([
    10, 20, 40, 2560, 3600, 3600,
  ]);
});

test("deliveries are deleted after 30 days", async () => {
  await addReceiver();
  await addOrder();
  await expireMessages(database);
  expect(await database.$count(outbox, isDelivery)).toBe(1);
  await database.update(outbox).set({ created_at: sql`now() - interval '31 days'` });
  await expireMessages(database);
  expect(await database.$count(outbox, isDelivery)).toBe(0);
});
