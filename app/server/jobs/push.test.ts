import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { changeOrderStatus } from "#app/domain/orders/commands.server.ts";
import { editOrder } from "#app/domain/orders/edit.server.ts";
import { requestLine } from "#app/domain/orders/lines.ts";
import { cancelOrder } from "#app/domain/orders/links/commands.server.ts";
import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import { openedOrders, pedidos } from "#app/domain/orders/table.ts";
import type { Message } from "#app/domain/outgoing/outbox.server.ts";
import {
  queueReminders,
  readPushKey,
  sendPush,
  subscribeDevice,
} from "#app/domain/outgoing/push/commands.server.ts";
import { pushSubscriptions } from "#app/domain/outgoing/push/table.ts";
import { createPushSender } from "#app/platform/push-sender.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { startPushService } from "#tests/support/push-service.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { startOutbox } from "./outbox.ts";

const opened = await openTestDatabase();
const { database } = opened;
const times = { idleMs: 50, gatherMs: 5, unreachableMs: 0, mailPauseMs: 0 };
const isWaiting = sql`kind = 'push' AND next_attempt_at IS NOT NULL`;
const within = { timeout: 20_000 };

type Service = Awaited<ReturnType<typeof startPushService>>;

async function startService(statusOf?: (count: number) => number): Promise<Service> {
  const service = await startPushService(statusOf);
  onTestFinished(service.stop);
  return service;
}

function senderTo({ origin }: Service) {
  return createPushSender({ subject: "mailto:a@pomar.example", origins: [origin] });
}

/** Starts `count` processes' jobs on the same queue; returns their log lines. */
function startJobs(service: Service, count = 1): object[] {
  const lines: object[] = [];
  const log = { info: (line: object) => void lines.push(line), warn: console.warn };
  const sender = senderTo(service);
  const senders = { push: (message: Message) => sendPush(database, sender, message) };
  const stops = Array.from({ length: count }, () => startOutbox({ opened, senders, log, times }));
  onTestFinished(async () => void (await Promise.all(stops.map((stop) => stop()))));
  return lines;
}

async function subscribe(service: Service, name = "aparelho") {
  const request = service.subscription(name);
  const result = await subscribeDevice(database, senderTo(service), request, "Chrome no Android");
  if (!result.ok) throw new Error(result.reason);
  return result.device;
}

async function addOrder(row: Partial<typeof pedidos.$inferInsert> = {}) {
  const [order] = await insertOrders(database, row);
  if (!order) throw new Error("no order");
  return order;
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const kindsOf = ({ received }: Service) =>
  received.map(({ payload }) => (payload as { kind: string }).kind);

describe("a new order", () => {
  test("is announced encrypted to each device, without personal data, by one of several processes", async () => {
    const service = await startService();
    await subscribe(service, "um");
    await subscribe(service, "dois");
    startJobs(service, 3);
    const order = await addOrder();
    await expect.poll(() => service.received.length, within).toBe(2);
    expect(service.received.map(({ path }) => path).sort()).toEqual(["/send/dois", "/send/um"]);
    const [first] = service.received;
    expect(first).toMatchObject({
      ttl: "3600",
      claims: { aud: service.origin.replace("http:", "https:"), sub: "mailto:a@pomar.example" },
    });
    expect(first?.payload).toEqual({
      kind: "created",
      order_id: order.id,
      numero_pedido: order.numero_pedido,
      pending: 1,
    });
    await expect.poll(() => database.$count(outbox, isWaiting), within).toBe(0);
    expect(service.requests()).toBe(2);
  });

  test("that its customer cancels is announced as cancelled, and the seller's cancellation is not", async () => {
    const service = await startService();
    const order = await addOrder();
    const other = await addOrder();
    await subscribe(service);
    await database.update(pedidos).set({ status: "cancelado" }).where(sql`id = ${other.id}`);
    await cancelOrder(database, new Date(), order.id, { version: 1, reason: "Engano" });
    startJobs(service);
    await expect.poll(() => kindsOf(service), within).toEqual(["cancelled"]);
    expect(JSON.stringify(service.received)).not.toMatch(/Engano|Ana|Souza/);
  });

  test("that its customer changes is announced each time, and not once the seller has seen it", async () => {
    const service = await startService();
    const order = await addOrder();
    const other = await addOrder();
    await subscribe(service);
    const change = ({ id, itens }: typeof order, quantity: number, version: number) =>
      editOrder(database, new Date(), customerAuthor, id, {
        itens: itens.map((item) => ({ ...requestLine(item), quantity })),
        version,
      });
    await change(other, 5, 1);
    const seen = { changed_from: null, version: 2 };
    await changeOrderStatus(database, "dono@pomar.example", other.id, seen);
    await change(order, 5, 1);
    startJobs(service);
    await expect.poll(() => kindsOf(service), within).toEqual(["changed"]);
    await expect.poll(() => database.$count(outbox, isWaiting), within).toBe(0);
    await change(order, 6, 2);
    await expect.poll(() => kindsOf(service), within).toEqual(["changed", "changed"]);
    expect(service.received[1]?.payload).toMatchObject({ order_id: order.id });
  });
});

describe("an order that is not opened", () => {
  test("is announced again once after 15 minutes, also to open pages", async () => {
    const service = await startService();
    const changes: RowChange[] = [];
    onTestFinished(opened.subscribe((change) => void changes.push(change)));
    const waiting = await addOrder({ created_at: minutesAgo(16) });
    const seen = await addOrder({ created_at: minutesAgo(16) });
    await addOrder({ created_at: minutesAgo(14) });
    await addOrder({ created_at: minutesAgo(16), status: "confirmado" });
    await addOrder({ created_at: minutesAgo(25 * 60) });
    await database.insert(openedOrders).values({ order_id: seen.id });
    await subscribe(service);
    startJobs(service, 2);
    await Promise.all([queueReminders(database), queueReminders(database)]);
    await expect.poll(() => kindsOf(service), within).toEqual(["reminder"]);
    expect(service.received[0]?.payload).toMatchObject({ order_id: waiting.id });
    expect(changes.filter(({ reminder }) => reminder)).toEqual([
      { table: "orders", operation: "UPDATE", id: waiting.id, quiet: true, reminder: true },
    ]);
  });
});

describe("a device", () => {
  test.each([404, 410])("whose push service answers %i is removed", async (status) => {
    const service = await startService(() => status);
    await subscribe(service);
    startJobs(service);
    await addOrder();
    await expect.poll(() => database.$count(pushSubscriptions), within).toBe(0);
    expect(await database.$count(outbox, isWaiting)).toBe(0);
  });

  test("whose push service is unavailable or redirects gets the message later, or not", async () => {
    const service = await startService((count) => [503, 307, 201][count - 1] ?? 201);
    await subscribe(service);
    const lines = startJobs(service);
    await addOrder();
    await expect.poll(() => lines.length, within).toBe(1);
    const isLater = sql`${isWaiting} AND next_attempt_at > now() + interval '5 s'`;
    expect(await database.$count(outbox, isLater)).toBe(1);
    await database.update(outbox).set({ next_attempt_at: sql`now()` }).where(isWaiting);
    await expect.poll(() => database.$count(outbox, isWaiting), within).toBe(0);
    expect(service.received).toEqual([]);
    expect(await database.$count(pushSubscriptions)).toBe(1);
    expect(JSON.stringify(lines)).not.toContain(service.origin);
  });
});

test("the key is generated once for all processes, and is in no audit row", async () => {
  const keys = await Promise.all([readPushKey(database), readPushKey(database)]);
  expect(keys[0]).toEqual(keys[1]);
  const logged = JSON.stringify(await database.select().from(auditLogs));
  expect(logged).not.toContain(keys[0]?.private_key);
});

test.each([
  "http://fcm.googleapis.com/send/x",
  "https://fcm.googleapis.com:8443/x",
  "https://fcm.googleapis.com.evil.example/x",
  "https://evil.example/fcm.googleapis.com",
  "https://user@fcm.googleapis.com/x",
  "https://127.0.0.1/x",
  "https://169.254.169.254/latest/meta-data",
  "https://notify.windows.com.evil.example/",
  "https://evilpush.apple.com/",
  "file:///etc/passwd",
  "x",
])("%s is not a push service", (endpoint) => {
  expect(createPushSender({ subject: "mailto:a@b.example" }).isAllowed(endpoint)).toBe(false);
});

test.each([
  "https://fcm.googleapis.com/fcm/send/x",
  "https://updates.push.services.mozilla.com/wpush/v2/x",
  "https://web.push.apple.com/x",
  "https://wns2-par02p.notify.windows.com/w/?token=x",
])("%s is a push service", (endpoint) => {
  expect(createPushSender({ subject: "mailto:a@b.example" }).isAllowed(endpoint)).toBe(true);
});
