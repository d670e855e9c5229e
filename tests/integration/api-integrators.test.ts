import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { products } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { listenForTest } from "#app/server/testing.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const opened = await openTestDatabase();
const { database } = opened;
const url = await startApi({ database, orderLimit: 3 });
const visitor = createSender(url);
const administrator = createAdminSender(database, url);

async function createTokenSender(scope: "read" | "write") {
  const created = await administrator("POST", "/api/auth/tokens", { name: "ERP", scope });
  const { token } = (await created.json()) as { token: string };
  return { token, send: createSender(url, { Authorization: `Bearer ${token}` }) };
}

const orderKey = () => ({ "Idempotency-Key": randomUUID() });

test.each([
  "/api/products?limit=10",
  "/api/products?updated_since=2026-01-01",
  "/api/categories?x",
  "/api/settings?a=1&b=2",
  "/api/orders?since=1",
  "/api/orders/export.csv?limit=10",
  "/api/audit-logs?table=orders",
])("%s has an unknown parameter", async (path) => {
  const problem = await readProblem(await administrator("GET", path));
  expect(problem).toMatchObject({ status: 400, type: "urn:pomar:invalid-input" });
  const names = [...new URL(path, url).searchParams.keys()];
  const message = "Parâmetro desconhecido.";
  expect(problem.errors).toEqual(names.map((field) => ({ field, message })));
});

test.each(["/api/products", "/api/settings", "/api/health", "/api/orders", "/api/openapi.json"])(
  "an invalid token is rejected at %s",
  async (path) => {
    const send = createSender(url, { Authorization: "Bearer pomar_unknown" });
    expect(await readProblem(await send("GET", path))).toMatchObject({
      status: 401,
      type: "urn:pomar:unauthenticated",
    });
  },
);

test("an invalid token is rejected although the response is cached", async () => {
  const { port } = await listenForTest({ opened });
  const shopUrl = `http://127.0.0.1:${port}/api/categories`;
  expect((await fetch(shopUrl)).status).toBe(200);
  expect((await fetch(shopUrl)).status).toBe(200);
  const headers = { Authorization: "Bearer pomar_unknown" };
  expect((await fetch(shopUrl, { headers })).status).toBe(401);
});

test("other authentication schemes do not concern public routes", async () => {
  const send = createSender(url, { Authorization: "Basic YTpi" });
  expect((await send("GET", "/api/products")).status).toBe(200);
});

test("orders of a token do not count towards the limit of its address", async () => {
  const product = await addProduct(database);
  const { token } = await createTokenSender("write");
  const body = { customer, items: [lineFor(product)] };
  const headers = { Authorization: `Bearer ${token}` };
  for (let count = 0; count < 5; count += 1) {
    expect((await sendOrder(url, body, headers)).status).toBe(201);
  }
  for (let count = 0; count < 3; count += 1) {
    expect((await sendOrder(url, body)).status).toBe(201);
  }
  expect((await sendOrder(url, body)).status).toBe(429);
});

test("a token may send 600 requests per minute", async () => {
  const { send } = await createTokenSender("read");
  const statuses = await Promise.all(
    Array.from({ length: 601 }, async () => (await send("GET", "/api/health/live")).status),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(600);
  const limited = await send("GET", "/api/products");
  expect(await readProblem(limited)).toMatchObject({
    status: 429,
    type: "urn:pomar:too-many-requests",
  });
  expect(Number(limited.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await visitor("GET", "/api/products")).status).toBe(200);
});

test("a product is read by its id, and only the administrator reads hidden ones", async () => {
  const shown = await addProduct(database, { title: "Polpa de cajá" });
  const hidden = await addProduct(database, { visible: false });
  const response = await visitor("GET", `/api/products/${shown.id}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    id: shown.id,
    title: "Polpa de cajá",
    price: 12.9,
  });
  expect((await visitor("GET", `/api/products/${hidden.id}`)).status).toBe(404);
  expect((await administrator("GET", `/api/products/${hidden.id}`)).status).toBe(200);
  const { send } = await createTokenSender("read");
  expect((await send("GET", `/api/products/${hidden.id}`)).status).toBe(200);
  await database.delete(products);
  expect((await administrator("GET", `/api/products/${shown.id}`)).status).toBe(404);
  expect((await visitor("GET", "/api/products/1")).status).toBe(400);
});

test("orders are synchronized by their last change", async () => {
  const product = await addProduct(database);
  const body = { customer, items: [lineFor(product)] };
  const { token } = await createTokenSender("write");
  const sent = await sendOrder(url, body, { Authorization: `Bearer ${token}` });
  const { id } = await sent.json();
  const read = async (query: string) => (await administrator("GET", `/api/orders?${query}`)).json();
  await expect.poll(async () => (await read("after=start")).items).toMatchObject([{ id }]);
  const { next_cursor } = await read("updated_since=2026-01-01T00:00:00Z");
  const after = `after=${encodeURIComponent(next_cursor)}`;
  expect(await read(after)).toMatchObject({ items: [], total: 0, next_cursor: expect.any(String) });
  await administrator("PATCH", `/api/orders/${id}`, { status: "confirmado", version: 1 });
  await expect
    .poll(async () => (await read(after)).items)
    .toMatchObject([{ status: "confirmado" }]);
  expect((await read(`${after}&status=pendente`)).items).toEqual([]);
});

test.each([
  ["after=1", "after"],
  ["after=start&cursor=MjAyNi0wMS0wMg", "cursor"],
  ["after=start&search=ana", "search"],
  ["updated_since=ontem", "updated_since"],
])("%s is rejected by name", async (query, field) => {
  const problem = await readProblem(await administrator("GET", `/api/orders?${query}`));
  expect(problem).toMatchObject({ status: 400, errors: [{ field }] });
});

test("a cursor of another database is gone", async () => {
  const { next_cursor } = await (await administrator("GET", "/api/orders?after=start")).json();
  await database.execute(sql`SELECT restart_order_feed()`);
  const path = `/api/orders?after=${encodeURIComponent(next_cursor)}`;
  expect(await readProblem(await administrator("GET", path))).toMatchObject({
    status: 410,
    type: "urn:pomar:cursor-expired",
  });
});

test("a product has the id of another system, which finds it and is in its orders", async () => {
  const { send } = await createTokenSender("write");
  const fields = { title: "Cajá", slug: "caja", price: 10, stock: 5, external_id: " ERP-7 " };
  const created = await (await send("POST", "/api/products", fields)).json();
  expect(created.external_id).toBe("ERP-7");
  await addProduct(database);
  const found = await (await visitor("GET", "/api/products?external_id=ERP-7")).json();
  expect(found.items).toMatchObject([{ id: created.id }]);
  expect((await (await visitor("GET", "/api/products?external_id=ERP")).json()).items).toEqual([]);
  const items = [{ product_id: created.id, unit: "unidade", quantity: 2, price: 10 }];
  const { id } = await (await send("POST", "/api/orders", { customer, items }, orderKey())).json();
  const order = await (await send("GET", `/api/orders/${id}`)).json();
  expect(order.itens).toMatchObject([{ slug: "caja", external_id: "ERP-7" }]);
  expect(await (await send("GET", "/api/orders/export.csv")).text()).toContain(
    "2 × Cajá [ERP-7] (",
  );
  const cleared = await send("PATCH", `/api/products/${created.id}`, {
    external_id: "",
    version: created.version,
  });
  expect(await cleared.json()).toMatchObject({ external_id: null });
});

test("a taken slug or external id is rejected with the product that has it", async () => {
  const owner = await addProduct(database, { slug: "caja", external_id: "ERP-7" });
  for (const [field, value] of [
    ["slug", "caja"],
    ["external_id", "ERP-7"],
  ] as const) {
    const body = { title: "Outro", slug: "outro", [field]: value };
    const problem = await readProblem(await administrator("POST", "/api/products", body));
    expect(problem).toMatchObject({
      status: 409,
      type: `urn:pomar:${field.replace("_", "-")}-taken`,
      errors: [{ field }],
      current: { id: owner.id, version: 1, slug: "caja" },
    });
  }
  const response = await administrator("POST", "/api/products", {
    title: "Outro",
    slug: "outro",
    external_id: "x".repeat(101),
  });
  expect(await readProblem(response)).toMatchObject({ errors: [{ field: "external_id" }] });
});
