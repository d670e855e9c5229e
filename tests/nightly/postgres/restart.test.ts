import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { addProduct, customer, lineFor, sendOrder } from "#tests/integration/api-shop.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import { findPostgres, type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = await temporaryFolder();
let server: PostgresServer;
let shop: ShopProcess;
let body: object;

beforeAll(async () => {
  // A killed server loses acknowledged rows unless they are written to its files.
  const settings = { synchronous_commit: "on", full_page_writes: "on" };
  server = await startPostgres((await findPostgres()) ?? "", { settings });
  const env = { DATABASE_URL: server.url, SEED: "open", ADMIN_PASSWORD: "senha-de-teste" };
  shop = await startShop(folder, env);
  const product = await askDatabase((database) => addProduct(database));
  body = { customer, items: [lineFor(product)] };
});
afterAll(async () => {
  await shop?.stop("SIGKILL");
  await server?.stop();
  await removeFolder(folder);
});

async function askDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const client = new Client(server.url);
  await client.connect();
  return work(drizzle(client)).finally(() => client.end());
}

type Seen = { status: number; type: string; retryAfter: string | null; text: string };

async function readResponse(pending: Promise<Response>): Promise<Seen> {
  const response = await pending;
  return {
    status: response.status,
    type: response.headers.get("Content-Type") ?? "",
    retryAfter: response.headers.get("Retry-After"),
    text: await response.text(),
  };
}

/** Repeats a request until aborted and collects the responses. */
function repeatRequest(send: () => Promise<Response>, seen: Seen[], until: AbortSignal) {
  return (async () => {
    while (!until.aborted) {
      seen.push(await readResponse(send()));
      await pause(5);
    }
  })();
}

/** One visitor: sends orders in sequence, each with its key until it is acknowledged. */
async function shopOn(seen: Seen[], acknowledged: Map<string, string>, until: AbortSignal) {
  while (!until.aborted) {
    const key = randomUUID();
    for (let done = false; !done; ) {
      const answer = await readResponse(sendOrder(shop.url, body, { "Idempotency-Key": key }));
      seen.push(answer);
      done = answer.status === 201 || answer.status === 200;
      if (done) acknowledged.set(key, JSON.parse(answer.text).id);
      else await pause(20);
    }
  }
}

test("during a database restart under load pages are served and orders are answered 503 in Portuguese", async () => {
  const home = await readResponse(fetch(shop.url));
  expect(home.status).toBe(200);
  const openPage = await openEvents(`${shop.url}/api/events`);
  const controller = new AbortController();
  const acknowledged = new Map<string, string>();
  const orders: Seen[] = [];
  const cached: Seen[] = [];
  const unknown: Seen[] = [];
  let address = 0;
  const visitors = [
    ...Array.from({ length: 8 }, () => shopOn(orders, acknowledged, controller.signal)),
    repeatRequest(() => fetch(shop.url), cached, controller.signal),
    repeatRequest(
      () => fetch(`${shop.url}/pagina-que-nao-existe-${address++}`),
      unknown,
      controller.signal,
    ),
  ];
  const waitForOrders = (count: number) =>
    expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThanOrEqual(count);
  for (let round = 1; round <= 2; round += 1) {
    await waitForOrders(20 * round);
    await server.restart(500);
    const gaps = () => openPage.received.filter(({ name }) => name === "gap").length;
    await expect.poll(gaps, { timeout: 30_000 }).toBe(round);
    // The gap made the shop drop what it had read: the next restart must not come before it is read again.
    const count = unknown.length;
    await expect.poll(() => unknown.length, { timeout: 30_000 }).toBeGreaterThan(count + 1);
  }
  await waitForOrders(60);
  controller.abort();
  await Promise.all(visitors);

  expect(new Set(cached.map(({ status }) => status))).toEqual(new Set([200]));
  expect([...new Set(orders.map(({ status }) => status))].toSorted()).not.toContain(500);
  for (const { status, type, retryAfter, text } of orders) {
    if (status !== 503) expect([200, 201]).toContain(status);
    else {
      expect({ type, retryAfter }).toEqual({ type: "application/problem+json", retryAfter: "5" });
      expect(text).toContain("Loja indisponível no momento");
    }
  }
  // Catalogue and settings are read from memory, so an uncached page needs no database.
  expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([404]));
  expect(orders.map(({ status }) => status)).toContain(503);
  openPage.leave();

  const rows = await askDatabase((database) => database.select().from(pedidos));
  const stored = new Map(rows.map(({ idempotency_key, id }) => [idempotency_key, id]));
  expect(rows).toHaveLength(stored.size);
  expect(stored).toEqual(acknowledged);
});

test("afterwards the shop receives change notifications again within two seconds", async () => {
  await askDatabase((database) => addProduct(database, { title: "Polpa de umbu" }));
  await expect
    .poll(async () => (await fetch(`${shop.url}/produtos/polpas-de-frutas`)).text(), {
      timeout: 2000,
    })
    .toContain("Polpa de umbu");
  expect(await shop.stop()).toBe(0);
});
