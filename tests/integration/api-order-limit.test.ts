import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, customer, lineFor, sendOrder, startApi, storedOrders } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database, orderLimit: 3 });

let product: typeof products.$inferSelect;
let address: Record<string, string>;
let visitors = 0;

beforeEach(async () => {
  product = await addProduct(database);
  visitors += 1;
  address = { "x-test-address": `10.0.0.${visitors}` };
});

const order = (headers: Record<string, string> = {}) =>
  sendOrder(url, { customer, items: [lineFor(product)] }, { ...address, ...headers });

test("an address may send a limited number of orders in ten minutes", async () => {
  const statuses = [];
  for (let sent = 0; sent < 5; sent += 1) statuses.push((await order()).status);
  expect(statuses).toEqual([201, 201, 201, 429, 429]);
  const late = await order();
  const wait = Number(late.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(590);
  expect(wait).toBeLessThanOrEqual(600);
  expect(await late.json()).toMatchObject({
    title: "Muitos pedidos em pouco tempo",
    detail: "Tente novamente em 10 minutos.",
  });
  expect(await storedOrders(database)).toHaveLength(3);
});

test("another address is not affected", async () => {
  for (let sent = 0; sent < 4; sent += 1) await order();
  expect((await order({ "x-test-address": "10.0.1.1" })).status).toBe(201);
});

test("repeating an acknowledged order does not count, before and after the limit", async () => {
  const key = { "Idempotency-Key": randomUUID() };
  expect((await order(key)).status).toBe(201);
  for (let sent = 0; sent < 5; sent += 1) expect((await order(key)).status).toBe(200);
  expect([(await order()).status, (await order()).status]).toEqual([201, 201]);
  expect((await order()).status).toBe(429);
  expect((await order(key)).status).toBe(200);
});

test("sixteen concurrent orders do not exceed the limit", async () => {
  const responses = await Promise.all(Array.from({ length: 16 }, () => order()));
  expect(responses.filter((response) => response.status === 201)).toHaveLength(3);
  expect(await storedOrders(database)).toHaveLength(3);
});
