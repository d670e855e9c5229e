import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Payment } from "#app/domain/orders/payments/schema.ts";
import type { OrderPage, PlacedOrder } from "#app/domain/orders/schema.ts";
import { createRandom } from "#demo/random.ts";
import { addMigratedDatabase } from "#tests/support/migrated-folder.ts";
import { startPixBank, type TestBank } from "#tests/support/pix-bank.ts";
import { customer } from "#tests/support/sample-orders.ts";
import {
  freePort,
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { testSeed } from "#tests/support/test-run.ts";

const password = "uva-roxa-de-jundiai";

let bank: TestBank;
let folder: string;
let shop: ShopProcess;
let port: number;
let cookie = "";

beforeAll(() => promisify(execFile)(process.execPath, ["scripts/build.mjs", "pages"]));
beforeEach(async () => {
  bank = await startPixBank();
  folder = await temporaryFolder();
  await addMigratedDatabase(folder);
  port = await freePort();
  bank.callback = `http://127.0.0.1:${port}/api/pix`;
  cookie = "";
});
afterEach(async () => {
  await shop.stop("SIGKILL");
  await bank.stop();
  await removeFolder(folder);
});

async function start(): Promise<void> {
  const env = { ...bank.env, PORT: String(port), SEED: "open", ADMIN_PASSWORD: password };
  shop = await startShop(folder, { ...env, LOG_LEVEL: "info", DATABASE_URL: "" });
}

async function killAndRestart(): Promise<void> {
  await shop.stop("SIGKILL");
  await start();
}

async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(shop.url + path, {
    method,
    headers: {
      Cookie: cookie,
      ...(body && { "Content-Type": "application/json", "Idempotency-Key": randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  cookie ||= response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return response.json() as Promise<Answer>;
}

async function openBusiness() {
  await send("POST", "/api/auth/login", { email: "admin@pomar.example", password });
  const { version } = await send<{ version: number }>("GET", "/api/settings");
  const pix = { key: "contato@pomar.com.br", merchant_name: "Pomar", merchant_city: "Campinas" };
  await send("PATCH", "/api/settings", { pix, version });
  const option = { unit: "caixa", price: 12.9, contains: 1, minimum: 1, step: 1, tiers: [] };
  const product = {
    title: "Polpa",
    slug: "polpa",
    category: "polpas",
    stock: 9000,
    sale_options: [option],
  };
  return send<{ id: string }>("POST", "/api/products", product);
}

async function placeOrder(product_id: string, quantity: number): Promise<PlacedOrder> {
  const items = [{ product_id, unit: "caixa", price: 12.9, quantity }];
  const order = await send<PlacedOrder>("POST", "/api/orders", { customer, items });
  await send("PATCH", `/api/orders/${order.id}`, { status: "confirmado", version: 1 });
  return order;
}

const listOpen = async () => {
  const open: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query = `/api/orders?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page: OrderPage = await send("GET", query);
    open.push(...page.items.filter((order) => order.payment_state !== "paid").map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return open;
};

/** Charges and pays all orders while the shop is killed now and then; then each is paid once, by one charge. */
async function payThroughKills(orders: number, kills: number): Promise<void> {
  const { next } = createRandom(testSeed);
  await start();
  const product = await openBusiness();
  const placed: PlacedOrder[] = [];
  for (let count = 0; count < orders; count += 1) {
    placed.push(await placeOrder(product.id, 1 + Math.floor(next() * 5)));
    // The process is killed in the middle of charging.
    if (count === Math.floor(orders / 2)) await killAndRestart();
  }
  bank.delayMs = 5;
  const unpaid = new Set(placed.map(({ id }) => id));
  // The last one when all others are paid: at its start the shop reads what callbacks that were lost were about.
  const killAt = new Set(
    Array.from({ length: kills }, (_, kill) => Math.floor((orders * (kill + 1)) / kills)),
  );
  const payAll = async () => {
    for (const id of unpaid) {
      const charge = bank.chargeOf(id);
      if (charge?.status !== "ATIVA") continue;
      unpaid.delete(id);
      // Lost, once, or doubled; lost in any case while the shop is down.
      bank.callbacks = Math.floor(next() * 3);
      const isKilled = killAt.delete(orders - unpaid.size);
      if (isKilled) await shop.stop("SIGKILL");
      await bank.pay(charge.txid);
      if (isKilled) await start();
    }
    return unpaid.size;
  };
  await expect.poll(payAll, { timeout: 400_000, interval: 100 }).toBe(0);
  await expect.poll(listOpen, { timeout: 120_000, interval: 200 }).toEqual([]);
  for (const { id, valor_total } of placed) {
    const { items } = await send<{ items: Payment[] }>("GET", `/api/orders/${id}/payments`);
    expect(items.map(({ amount, kind }) => ({ amount, kind }))).toEqual([
      { amount: valor_total, kind: "pix" },
    ]);
  }
  expect([...bank.charges.values()].map(({ status }) => status)).toEqual(
    placed.map(() => "CONCLUIDA"),
  );
  expect(shop.output()).not.toMatch(/segredo-do-banco|Bearer|PRIVATE KEY|Fulano|12345678909/);
}

test(
  "200 orders are charged and paid through ten kills, each once",
  {
    tags: ["nightly"],
    timeout: 900_000,
  },
  () => payThroughKills(200, 10),
);
