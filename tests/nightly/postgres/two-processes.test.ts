import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { rateLimits } from "#app/domain/kernel/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { cookiesOf, createSender, email, signIn } from "#tests/integration/administrator.ts";
import { addProduct, customer, lineFor, sendOrder } from "#tests/integration/api-shop.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import { openEvents } from "#tests/support/event-stream.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const password = "senha-de-teste";
const orderLimit = 4;
const url = await createTestDatabase(inject("postgresUrl") ?? "", "empty");
const folders = [await temporaryFolder(), await temporaryFolder()];
const client = new Client(url);
const database = drizzle(client);
let shops: ShopProcess[] = [];
let product: typeof products.$inferSelect;

beforeAll(async () => {
  const env = {
    DATABASE_URL: url,
    SEED: "open",
    ADMIN_PASSWORD: password,
    ORDER_LIMIT: String(orderLimit),
    POSTAL_CODE_URL: "http://127.0.0.1:9",
  };
  // Both start on an empty database: one migrates and creates the administrator while the other waits.
  shops = await Promise.all(folders.map((folder) => startShop(folder, env)));
  await client.connect();
  product = await addProduct(database, { title: "Polpa de caju", slug: "polpa-de-caju" });
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop("SIGKILL")));
  await client.end();
  await Promise.all(folders.map(removeFolder));
});

function bothProcesses(): [ShopProcess, ShopProcess] {
  const [one, other] = shops;
  if (!one || !other) throw new Error("two shops did not start");
  return [one, other];
}

const page = async (shop: ShopProcess) =>
  (await fetch(`${shop.url}/produtos/polpas-de-frutas`)).text();

/** Signs in at one process and returns a sender with that session for any of them. */
async function signInAt(shop: ShopProcess) {
  const Cookie = await signIn(createSender(shop.url), { email, password });
  return (at: ShopProcess) => createSender(at.url, { Cookie });
}

test("a change in one process appears on the other's page within a second", async () => {
  const [one, other] = bothProcesses();
  await expect.poll(() => page(other)).toContain("Polpa de caju");
  const send = (await signInAt(one))(one);
  for (const title of ["Polpa de cajá", "Polpa de cupuaçu", "Polpa de umbu"]) {
    const current = (await (await fetch(`${one.url}/api/products`)).json()).items[0];
    const change = { title, version: current.version };
    expect((await send("PATCH", `/api/products/${product.id}`, change)).status).toBe(200);
    await expect.poll(() => page(other), { timeout: 1000, interval: 10 }).toContain(title);
    await expect.poll(() => page(one), { timeout: 1000, interval: 10 }).toContain(title);
  }
});

test("the administrator's browser sees its own change at once in either process", async () => {
  const [one, other] = bothProcesses();
  const Cookie = await signIn(createSender(one.url), { email, password });
  const send = createSender(one.url, { Cookie });
  const [row] = await database.select().from(products);
  let version = row?.version;
  for (let round = 0; round < 20; round += 1) {
    const title = `Polpa de umbu ${round}`;
    await Promise.all([one, other].map(page));
    const saved = await send("PATCH", `/api/products/${product.id}`, { title, version });
    expect(saved.status).toBe(200);
    ({ version } = await saved.json());
    const headers = { Cookie: cookiesOf(saved) };
    for (const shop of [one, other]) {
      const shown = await fetch(`${shop.url}/produtos/polpas-de-frutas`, { headers });
      expect((await shown.text()).includes(title)).toBe(true);
      const list = await fetch(`${shop.url}/api/products?category=polpas`, { headers });
      expect((await list.json()).items[0].title).toBe(title);
    }
  }
});

test("a session is valid in both, and ends in both", async () => {
  const [one, other] = bothProcesses();
  const at = await signInAt(one);
  expect((await at(other)("GET", "/api/auth/session")).status).toBe(200);
  expect((await at(one)("POST", "/api/auth/logout")).status).toBe(204);
  expect((await at(other)("GET", "/api/auth/session")).status).toBe(401);
});

test("a stream of one process receives the other's changes, and ends when the other ends its session", async () => {
  const [one, other] = bothProcesses();
  const Cookie = await signIn(createSender(one.url), { email, password });
  const send = createSender(one.url, { Cookie });
  const streams = await Promise.all([
    openEvents(`${other.url}/api/events`),
    openEvents(`${other.url}/api/events`, { Cookie }),
  ]);
  await Promise.all(streams.map((stream) => stream.event("ready")));
  const [row] = await database.select().from(products);
  const change = { stock: 3, version: row?.version };
  expect((await send("PATCH", `/api/products/${product.id}`, change)).status).toBe(200);
  for (const stream of streams) {
    expect(await stream.event("changes")).toContainEqual(
      expect.objectContaining({ table: "products", id: product.id }),
    );
  }
  await send("POST", "/api/auth/logout");
  await streams[1]?.ended();
  expect(streams[1]?.received.at(-1)?.name).toBe("signed-out");
  streams[0]?.leave();
});

test("the order limit counts across both", async () => {
  const [one, other] = bothProcesses();
  const body = { customer, items: [lineFor(product)] };
  const statuses = [];
  for (let sent = 0; sent < orderLimit; sent += 1) {
    statuses.push((await sendOrder([one, other][sent % 2]?.url ?? "", body)).status);
  }
  expect(statuses).toEqual(Array(orderLimit).fill(201));
  for (const shop of [one, other]) expect((await sendOrder(shop.url, body)).status).toBe(429);
});

test("one key sent to both concurrently stores one order", async () => {
  const [one, other] = bothProcesses();
  await database.delete(rateLimits);
  const body = { customer, items: [lineFor(product)] };
  const key = { "Idempotency-Key": randomUUID() };
  const answers = await Promise.all([one, other].map((shop) => sendOrder(shop.url, body, key)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
  const [first, second] = await Promise.all(answers.map((answer) => answer.json()));
  const stored = await database.select().from(pedidos);
  expect(stored.map(({ id }) => id)).toContain(first.id);
  expect(second.id).toBe(first.id);
});

test("failed sign-ins count across both", async () => {
  const [one, other] = bothProcesses();
  await database.delete(rateLimits);
  for (let failed = 0; failed < 10; failed += 1) {
    const send = createSender([one, other][failed % 2]?.url ?? "");
    const answer = await send("POST", "/api/auth/login", { email, password: "errada" });
    expect(answer.status).toBe(401);
  }
  for (const shop of [one, other]) {
    const answer = await createSender(shop.url)("POST", "/api/auth/login", { email, password });
    expect(answer.status).toBe(429);
  }
});

test("either shuts down cleanly while the other continues", async () => {
  const [one, other] = bothProcesses();
  expect(await one.stop()).toBe(0);
  expect((await fetch(`${other.url}/api/health`)).status).toBe(200);
  expect(await other.stop()).toBe(0);
});
