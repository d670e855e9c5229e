import { createServer } from "node:http";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { products } from "#app/domain/catalogue/table.ts";
import { outbox } from "#app/domain/kernel/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import { createClient, readWebhook } from "#docs/api-client.ts";
import { createSender, email, signIn } from "#tests/integration/administrator.ts";
import { close, customer, listen, sendOrder } from "#tests/integration/api-shop.ts";
import { createTestDatabase } from "#tests/support/engines.ts";
import {
  programWithReceivers,
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const password = "senha-de-teste";
const productCount = 300;
const orderCount = 400;
const writersPerProcess = 4;

const url = await createTestDatabase(inject("postgresUrl") ?? "", "empty");
const folders = [await temporaryFolder(), await temporaryFolder()];
const connection = new Client(url);
const database = drizzle(connection);
let shops: ShopProcess[] = [];

/** Order ids of verified events, by delivery. */
const deliveries = new Map<string, string>();
let secret = "";
let rejected = 0;
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const event = readWebhook(secret, request.headers, body);
  const id = String(request.headers["webhook-id"]);
  // Every tenth delivery fails the first time.
  const isFailing = !deliveries.has(id) && deliveries.size % 10 === 9;
  if (event) deliveries.set(id, String(event.data.id));
  else rejected += 1;
  response.writeHead(isFailing ? 500 : 204).end();
});

beforeAll(async () => {
  const env = {
    DATABASE_URL: url,
    SEED: "open",
    ADMIN_PASSWORD: password,
    POSTAL_CODE_URL: "http://127.0.0.1:9",
  };
  shops = await Promise.all(
    folders.map((folder) => startShop(folder, env, [], programWithReceivers)),
  );
  await connection.connect();
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop("SIGKILL")));
  await close(receiver);
  await connection.end();
  await Promise.all(folders.map(removeFolder));
});

test("a client synchronizes products, orders and webhooks while two processes write", async () => {
  const [one, other] = shops;
  if (!one || !other) throw new Error("two shops did not start");
  const Cookie = await signIn(createSender(one.url), { email, password });
  const send = createSender(one.url, { Cookie });
  const named = { name: "ERP", scope: "write" };
  const { token } = await (await send("POST", "/api/auth/tokens", named)).json();
  const subscription = { url: await listen(receiver), events: ["order.created"] };
  ({ secret } = await (await send("POST", "/api/webhooks", subscription)).json());
  const client = createClient(one.url, token);

  const items = Array.from({ length: productCount }, (_, index) => ({
    external_id: `ERP-${index}`,
    title: `Polpa ${index}`,
    slug: `polpa-${index}`,
    price: 10,
    stock: 1000,
  }));
  const created = await client.saveProducts(items);
  expect(created.filter(({ status }) => status === "created")).toHaveLength(productCount);
  const prices = items.map(({ external_id }) => ({ external_id, price: 12, overwrite: true }));
  const updated = await client.saveProducts(prices);
  expect(updated.filter(({ status }) => status === "updated")).toHaveLength(productCount);

  const rows = await database.select({ id: products.id }).from(products);
  const placed: string[] = [];
  let sent = 0;
  async function placeOrders(shop: ShopProcess): Promise<void> {
    while (sent < orderCount) {
      const product_id = rows[sent % rows.length]?.id;
      sent += 1;
      const line = { product_id, unit: "unidade", quantity: 1, price: 12 };
      const answer = await sendOrder(shop.url, { customer, items: [line] });
      expect(answer.status).toBe(201);
      placed.push((await answer.json()).id);
    }
  }
  const writing = Promise.all(
    shops.flatMap((shop) => Array.from({ length: writersPerProcess }, () => placeOrders(shop))),
  );
  const seen: string[] = [];
  let cursor = "start";
  const readOn = async () => {
    const page = await client.readOrders(cursor);
    cursor = page.next_cursor;
    seen.push(...page.items.map(({ id }) => id));
    return seen.length;
  };
  while (placed.length < orderCount) await readOn();
  await writing;
  await expect.poll(readOn, { timeout: 10_000 }).toBe(orderCount);
  expect(seen.toSorted()).toEqual(placed.toSorted());
  expect(await database.$count(pedidos)).toBe(orderCount);

  await expect.poll(() => new Set(deliveries.values()).size, { timeout: 120_000 }).toBe(orderCount);
  const isWaiting = sql`kind = 'webhook' AND sent_at IS NULL`;
  await expect.poll(() => database.$count(outbox, isWaiting), { timeout: 60_000 }).toBe(0);
  expect(rejected).toBe(0);
  expect(deliveries.size).toBe(orderCount);
});
