import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  claimDelivery,
  createWebhook,
  expireWebhookDeliveries,
  retryDelaySeconds,
} from "#app/domain/webhooks/commands.server.ts";
import { listWebhookDeliveries } from "#app/domain/webhooks/queries.server.ts";
import { type WebhookEvent, webhookEvents } from "#app/domain/webhooks/rules.ts";
import { orderRow } from "#app/platform/database/fixtures.ts";
import { pedidos, products, webhookDeliveries, webhooks } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { createWebhookSender } from "#app/platform/webhook-sender.ts";
import { addProduct } from "#tests/integration/api-shop.ts";
import { runWebhooks } from "./webhooks.ts";

const opened = await openTestDatabase();
const { database } = opened;
const sender = createWebhookSender({ allowLoopback: true });
const times = { idleMs: 20, gatherMs: 1 };

type Message = { id: string; type: string; data: Record<string, unknown>; isSigned: boolean };

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
  for (let job = 0; job < count; job += 1) stops.push(runWebhooks({ opened, sender, log, times }));
}

/** A receiver with its own webhook; `statusOf` decides the response from the number of requests so far. */
async function addReceiver(
  events: WebhookEvent[] = [...webhookEvents],
  statusOf: (count: number) => number = () => 204,
) {
  const received: Message[] = [];
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
  const [order] = await database.insert(pedidos).values(orderRow()).returning();
  if (!order) throw new Error("order was not inserted");
  return order;
}

const makeDue = () => database.update(webhookDeliveries).set({ next_attempt_at: sql`now()` });

describe("a receiver", () => {
  test("gets signed events of orders and stock, without personal data", async () => {
    const { received } = await addReceiver();
    startJobs();
    const order = await addOrder();
    await expect.poll(() => received.length).toBe(1);
    await database.update(pedidos).set({ status: "confirmado" }).where(eq(pedidos.id, order.id));
    await expect.poll(() => received.length).toBe(2);
    const product = await addProduct(database, { external_id: "ERP-1" });
    await database.update(products).set({ title: "Outro" });
    await database.update(products).set({ stock: 7 });
    await expect.poll(() => received.length).toBe(3);
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
        type: "product.stock_changed",
        isSigned: true,
        data: { id: product.id, external_id: "ERP-1", stock: 7, previous_stock: 10 },
      },
    ]);
    expect(JSON.stringify(received)).not.toMatch(/ana|souza|paulista|52998224725/i);
    await database.delete(pedidos);
    await expect.poll(() => received.at(-1)?.data.deleted).toBe(true);
  });

  test("gets only its events, and none while it is disabled", async () => {
    const { received } = await addReceiver(["product.stock_changed"]);
    const disabled = await addReceiver();
    await database.update(webhooks).set({ enabled: false }).where(eq(webhooks.id, disabled.id));
    await addOrder();
    await addProduct(database);
    await database.update(products).set({ stock: 7 });
    startJobs();
    await expect.poll(() => received.map(({ type }) => type)).toEqual(["product.stock_changed"]);
    expect(await listWebhookDeliveries(database, disabled.id)).toEqual([]);
  });

  test("that fails gets the same event again after a delay, until it answers", async () => {
    const { received, id } = await addReceiver(["order.created"], (count) =>
      count < 3 ? 500 : 200,
    );
    startJobs();
    await addOrder();
    for (const status of [500, 500]) {
      await expect
        .poll(() => listWebhookDeliveries(database, id))
        .toMatchObject([{ error: "status", response_status: status }]);
      const [failed] = await listWebhookDeliveries(database, id);
      expect(Date.parse(failed?.next_attempt_at ?? "") - Date.now()).toBeGreaterThan(2000);
      const before = received.length;
      await makeDue();
      await expect.poll(() => received.length).toBe(before + 1);
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
      .update(webhookDeliveries)
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
    await expect.poll(() => database.$count(webhookDeliveries, sql`delivered_at IS NULL`)).toBe(0);
    const ids = received.map(({ data }) => data.id);
    expect(ids.toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
  });

  test("gets an event that a crashed process had claimed", async () => {
    const { received } = await addReceiver(["order.created"]);
    await addOrder();
    expect(await claimDelivery(database)).toMatchObject({ attempts: 1 });
    expect(await claimDelivery(database)).toBeUndefined();
    await makeDue();
    startJobs();
    await expect.poll(() => received.length).toBe(1);
  });
});

test("an event of a rolled back change is not sent", async () => {
  await addReceiver();
  const failed = database.transaction(async (tx) => {
    await tx.insert(pedidos).values(orderRow());
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await database.$count(webhookDeliveries)).toBe(0);
});

test("attempts are 10 s apart at first and an hour at most", () => {
  expect([1, 2, 3, 9, 10, 50].map((attempts) => retryDelaySeconds(attempts, 0.5))).toEqual([
    10, 20, 40, 2560, 3600, 3600,
  ]);
});

test("deliveries are deleted after 30 days", async () => {
  await addReceiver();
  await addOrder();
  await expireWebhookDeliveries(database);
  expect(await database.$count(webhookDeliveries)).toBe(1);
  await database.update(webhookDeliveries).set({ created_at: sql`now() - interval '31 days'` });
  await expireWebhookDeliveries(database);
  expect(await database.$count(webhookDeliveries)).toBe(0);
});
