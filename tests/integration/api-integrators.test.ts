import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { insertOrders } from "#tests/support/rows.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { listenForTest } from "#tests/support/test-shop.ts";
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
  "/api/products?page=10",
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
    const response = await send("GET", path);
    expect(response.headers.get("WWW-Authenticate")).toMatch(
      /error="invalid_token", error_description=".* create a token in the account page"/,
    );
    expect(await readProblem(response)).toMatchObject({
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

test("orders of a token do not count toward the limit of its address", async () => {
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
  expect(limited.headers.get("Retry-After")).toMatch(/^([1-9]|[1-5]\d|60)$/);
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

test("the feed has every product that changed, also in its stock, and none twice", async () => {
  const read = async (query: string) =>
    (await administrator("GET", `/api/products?all=1&${query}`)).json();
  const hidden = await addProduct(database, { visible: false });
  const shown = await addProduct(database);
  await expect
    .poll(async () => (await read("after=start")).items.map(({ id }: { id: string }) => id))
    .toEqual([hidden.id, shown.id]);
  const first = await read("after=start&limit=1");
  expect(first).toMatchObject({ items: [{ id: hidden.id }], total: 2 });
  const rest = await read(`after=${encodeURIComponent(first.next_cursor)}`);
  expect(rest.items).toMatchObject([{ id: shown.id }]);
  const after = `after=${encodeURIComponent(rest.next_cursor)}`;
  expect(await read(after)).toMatchObject({ items: [], total: 0, next_cursor: expect.any(String) });
  await administrator("PATCH", `/api/products/${hidden.id}`, { stock: 3, version: 1 });
  await expect
    .poll(async () => (await read(after)).items)
    .toMatchObject([{ id: hidden.id, stock: 3, version: 2 }]);
  await administrator("DELETE", `/api/products/${hidden.id}`);
  await expect.poll(async () => (await read(after)).items).toEqual([]);
  await database.execute(sql`SELECT restart_order_feed(), restart_product_feed()`);
  const gone = await readProblem(await administrator("GET", `/api/products?all=1&${after}`));
  expect(gone).toMatchObject({ status: 410, type: "urn:pomar:cursor-expired" });
});

test("metadata of products and orders is stored as a whole, and erased with the customer", async () => {
  const metadata = { erp_id: "77", "canal.origem": "balcão" };
  const fields = { title: "Cajá", slug: "caja-manga", price: 10, stock: 5, metadata };
  const created = await (await administrator("POST", "/api/products", fields)).json();
  expect(created.metadata).toEqual(metadata);
  const path = `/api/products/${created.id}`;
  const changes = { metadata: { erp_id: "78" }, version: 1 };
  expect(await (await administrator("PATCH", path, changes)).json()).toMatchObject({
    metadata: { erp_id: "78" },
  });
  const [order] = await insertOrders(database, {});
  const orderPath = `/api/orders/${order?.id}`;
  const saved = await administrator("PATCH", orderPath, { metadata, version: 1 });
  expect(await saved.json()).toMatchObject({ metadata, status: "pendente", version: 2 });
  const both = await administrator("PATCH", orderPath, {
    status: "confirmado",
    metadata: {},
    version: 2,
  });
  expect(await both.json()).toMatchObject({ metadata: {}, status: "confirmado" });
  await administrator("PATCH", orderPath, { metadata, version: 3 });
  await administrator("POST", `${orderPath}/anonymize`, {});
  expect(await (await administrator("GET", orderPath)).json()).toMatchObject({ metadata: {} });
  const logged = JSON.stringify(
    await database.select().from(auditLogs).where(eq(auditLogs.table_name, "orders")),
  );
  expect(logged).not.toContain("balcão");
});

test.each([
  [{ metadata: { a: 1 } }, "metadata.a"],
  [{ metadata: { "com espaço": "x" } }, "metadata.com espaço"],
  [{ metadata: { a: "x".repeat(501) } }, "metadata.a"],
  [
    { metadata: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, ""])) },
    "metadata",
  ],
  [{ metadata: [] }, "metadata"],
])("metadata %j is rejected", async (changes, field) => {
  const { id } = await addProduct(database);
  const body = { ...changes, version: 1 };
  const problem = await readProblem(await administrator("PATCH", `/api/products/${id}`, body));
  expect(problem).toMatchObject({ status: 400, errors: [{ field }] });
});

test.each([
  ["after=start", "all"],
  ["all=1&after=x", "after"],
  ["all=1&after=start&q=caju", "q"],
  ["all=1&after=start&cursor=x", "cursor"],
])("products with %s are rejected by name", async (query, field) => {
  const problem = await readProblem(await administrator("GET", `/api/products?${query}`));
  expect(problem).toMatchObject({ status: 400, errors: [{ field }] });
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
