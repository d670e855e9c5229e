import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { idempotencyKeys } from "#app/domain/kernel/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { addProduct, startApi } from "./api-shop.ts";
import { readProblem } from "./read-problem.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

const newKey = () => ({ "Idempotency-Key": randomUUID() });
const stored = () => database.select().from(products).orderBy(asc(products.position));
const post = (items: unknown, headers?: Record<string, string>) =>
  send("POST", "/api/products/batch", { items }, headers);

async function save(items: unknown[], headers?: Record<string, string>) {
  const response = await post(items, headers);
  expect(response.status).toBe(200);
  return response.json();
}

describe("a batch of products", () => {
  test("creates and changes products by id, external id and slug, and reports each", async () => {
    const byId = await addProduct(database, { slug: "caju", price: 5 });
    await addProduct(database, { slug: "caja", external_id: "E1", stock: 10 });
    await addProduct(database, { slug: "umbu", stock: 3 });
    const { items, ...counts } = await save([
      { id: byId.id, title: "Caju", version: 1 },
      { external_id: "E1", price: 9.9, stock: 20, overwrite: true },
      { slug: "umbu", stock_delta: -2 },
      { external_id: "E2", title: "Manga", slug: "manga", stock: 7, specs: { unit: "kg" } },
      { match: "slug", slug: "umbu", external_id: "E3", version: 2 },
      { external_id: "E1", stock: 20, overwrite: true },
    ]);
    expect(counts).toEqual({ created: 1, updated: 4, unchanged: 1, failed: 0 });
    expect(items).toMatchObject([
      { index: 0, status: "updated", product: { title: "Caju", price: 5, version: 2 } },
      { index: 1, status: "updated", product: { price: 9.9, stock: 20 } },
      { index: 2, status: "updated", product: { stock: 1 } },
      { index: 3, status: "created", product: { external_id: "E2", specs: { unit: "kg" } } },
      { index: 4, status: "updated", product: { slug: "umbu", external_id: "E3", version: 3 } },
      { index: 5, status: "unchanged", product: { version: 2 } },
    ]);
    expect((await stored()).map(({ slug }) => slug).toSorted()).toEqual([
      "caja",
      "caju",
      "manga",
      "umbu",
    ]);
    const logs = await database.select().from(auditLogs);
    expect(logs.filter(({ user_email }) => user_email === email)).toHaveLength(5);
  });

  test("removes parts of what the label says, and of the metadata, that an item leaves out", async () => {
    const food = { origin: "Brasil", conservation: "Manter a −18 °C" };
    const metadata = { erp: "1", shelf: "B2" };
    const { id } = await addProduct(database, { slug: "caju", food, metadata });
    const { items } = await save([
      { id, food: { origin: "Brasil" }, metadata: { erp: "1" }, version: 1 },
      { id, food: { origin: "Brasil" }, metadata: { erp: "1" }, version: 2 },
    ]);
    const product = { food: { origin: "Brasil" }, metadata: { erp: "1" }, version: 2 };
    expect(items).toMatchObject([{ status: "updated" }, { status: "unchanged", product }]);
    const [row] = await stored();
    expect(row).toMatchObject(product);
    expect(row?.food).toEqual(product.food);
  });

  test("takes no more from the stock than there is, and adds to a negative one", async () => {
    await addProduct(database, { slug: "caju", stock: 10 });
    await addProduct(database, { slug: "umbu", stock: -7 });
    const { items } = await save([
      { slug: "caju", stock_delta: -5000 },
      { slug: "caju", stock_delta: -10 },
      { slug: "caju", stock_delta: -1 },
      { slug: "umbu", stock_delta: 3 },
      { slug: "umbu", stock_delta: -1 },
    ]);
    const rejected = (message: string) => ({
      problem: { errors: [{ field: "stock_delta", message }] },
    });
    expect(items).toMatchObject([
      rejected("O estoque ficaria negativo: tem 10, e saem 5000."),
      { status: "updated", product: { stock: 0 } },
      rejected("O estoque ficaria negativo: tem 0, e saem 1."),
      { status: "updated", product: { stock: -4 } },
      rejected("O estoque ficaria negativo: tem -4, e saem 1."),
    ]);
  });

  test("reports failed items and saves the others", async () => {
    const owner = await addProduct(database, { slug: "caju", external_id: "E1" });
    const { items, ...counts } = await save([
      { slug: "caju", title: "Outro" },
      { slug: "caju", title: "Outro", version: 9 },
      { slug: "caju", price: 1 },
      { slug: "caju", price: "1,00", stock: 1, stock_delta: 1, preco: 2 },
      { id: randomUUID(), stock: 1, overwrite: true },
      { external_id: "E9", title: "Manga", slug: "caju" },
      { slug: "manga" },
      { title: "Sem chave" },
      { slug: "uva", title: "Uva" },
      7,
    ]);
    expect(counts).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 9 });
    const problems = items.map(({ problem }: { problem?: object }) => problem);
    expect(problems).toMatchObject([
      { status: 400, errors: [{ field: "version" }] },
      { status: 409, type: "urn:pomar:stale-version", current: { id: owner.id, version: 1 } },
      { status: 400, errors: [{ field: "version" }] },
      {
        status: 400,
        errors: [{ field: "price", message: "Informe um número." }, { field: "preco" }],
      },
      { status: 404 },
      { status: 409, type: "urn:pomar:slug-taken", current: { id: owner.id } },
      { status: 400, errors: [{ field: "title" }] },
      { status: 400, errors: [{ field: "slug" }] },
      undefined,
      { status: 400 },
    ]);
    expect((await stored()).map(({ title }) => title)).toEqual([owner.title, "Uva"]);
  });

  test("has 1 to 500 items", async () => {
    for (const items of [[], Array(501).fill({ slug: "a" }), undefined, {}]) {
      expect(await readProblem(await post(items))).toMatchObject({
        status: 400,
        errors: [{ field: "items" }],
      });
    }
  });

  test("of concurrent requests adds every stock delta", async () => {
    const slugs = ["caju", "caja", "umbu"];
    for (const slug of slugs) await addProduct(database, { slug, stock: 0 });
    const items = slugs.map((slug) => ({ slug, stock_delta: 1 }));
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(index % 2 ? items : items.toReversed())),
    );
    expect((await stored()).map(({ stock }) => stock)).toEqual([8, 8, 8]);
  });

  test("with an idempotency key is applied once, also when it is sent concurrently", async () => {
    await addProduct(database, { slug: "caju", stock: 0 });
    const items = Array.from({ length: 60 }, () => ({ slug: "caju", stock_delta: 1 }));
    const headers = newKey();
    const answers = await Promise.all([1, 2, 3].map(() => save(items, headers)));
    expect(answers[1]).toEqual(answers[0]);
    expect(await save(items, headers)).toEqual(answers[0]);
    expect(await stored()).toMatchObject([{ stock: 60 }]);
    const other = await post(items.slice(1), headers);
    expect(await readProblem(other)).toMatchObject({ status: 422, type: "urn:pomar:key-reused" });
  });

  test("continues after the last stored item of an interrupted request", async () => {
    await addProduct(database, { slug: "caju", stock: 0 });
    const items = Array.from({ length: 60 }, () => ({ slug: "caju", stock_delta: 1 }));
    const headers = newKey();
    const { items: results } = await save(items, headers);
    // The stored results are those after a crash between two transactions of the batch.
    const [row] = await database.select().from(idempotencyKeys);
    await database.update(idempotencyKeys).set({ results: row?.results.slice(0, 25) ?? [] });
    const again = await save(items, headers);
    expect(again.items.slice(0, 25)).toEqual(results.slice(0, 25));
    expect(await stored()).toMatchObject([{ stock: 95 }]);
  });
});

describe("an idempotency key", () => {
  test("creates one product or recipe, also when it is sent concurrently", async () => {
    for (const path of ["/api/products", "/api/recipes"]) {
      const headers = newKey();
      const body = { title: "Cajá", slug: "caja" };
      const answers = await Promise.all([1, 2, 3].map(() => send("POST", path, body, headers)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      const [first, ...others] = await Promise.all(answers.map((answer) => answer.json()));
      for (const other of others) expect(other).toEqual(first);
      const reused = await send("POST", path, { ...body, title: "Outro" }, headers);
      expect(await readProblem(reused)).toMatchObject({ status: 422 });
    }
    expect(await stored()).toHaveLength(1);
  });

  test("of a rejected request can be used again", async () => {
    const headers = newKey();
    const body = { title: "Cajá", slug: "caja" };
    const owner = await addProduct(database, { slug: "caja" });
    expect((await send("POST", "/api/products", body, headers)).status).toBe(409);
    await database.update(products).set({ slug: "outro" });
    const created = await send("POST", "/api/products", body, headers);
    expect(created.status).toBe(201);
    expect((await created.json()).id).not.toBe(owner.id);
  });

  test("is forgotten after a day, and must be well-formed", async () => {
    const headers = newKey();
    const first = await send("POST", "/api/products", { title: "Cajá", slug: "caja" }, headers);
    expect(first.status).toBe(201);
    await database
      .update(idempotencyKeys)
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) });
    const second = await send("POST", "/api/products", { title: "Umbu", slug: "umbu" }, headers);
    expect(second.status).toBe(201);
    const short = await send("POST", "/api/products", {}, { "Idempotency-Key": "x" });
    expect((await readProblem(short)).status).toBe(400);
  });
});

test("If-None-Match of a single row gives 304 until it changes", async () => {
  const { id } = await addProduct(database);
  const path = `/api/products/${id}`;
  const etag = (await send("GET", path)).headers.get("ETag") ?? "";
  for (const known of [etag, `W/${etag}`, `"9", ${etag}`, "*"]) {
    const unchanged = await send("GET", path, undefined, { "If-None-Match": known });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    expect(unchanged.headers.get("ETag")).toBe(etag);
  }
  await send("PATCH", path, { stock: 3 }, { "If-Match": etag });
  const changed = await send("GET", path, undefined, { "If-None-Match": etag });
  expect([changed.status, (await changed.json()).stock]).toEqual([200, 3]);
});

describe("If-Match", () => {
  test("is the version that was read", async () => {
    const { id } = await addProduct(database, { slug: "caju" });
    const path = `/api/products/${id}`;
    const read = await send("GET", path);
    const etag = read.headers.get("ETag") ?? "";
    expect(etag).toBe('"1"');
    const saved = await send("PATCH", path, { stock: 3 }, { "If-Match": etag });
    expect([saved.status, saved.headers.get("ETag")]).toEqual([200, '"2"']);
    const stale = await send("PATCH", path, { stock: 4 }, { "If-Match": etag });
    expect(await readProblem(stale)).toMatchObject({
      status: 412,
      type: "urn:pomar:stale-version",
      current: { stock: 3, version: 2 },
    });
    for (const [body, header] of [
      [{ stock: 4 }, undefined],
      [{ stock: 4, version: 1 }, '"2"'],
      [{ stock: 4 }, 'W/"2"'],
    ] as const) {
      const rejected = await send("PATCH", path, body, header ? { "If-Match": header } : {});
      expect((await readProblem(rejected)).status).toBe(400);
    }
  });

  test("* saves over any version", async () => {
    const { id } = await addProduct(database);
    const path = `/api/products/${id}`;
    for (const stock of [3, 4]) {
      const saved = await send("PATCH", path, { stock }, { "If-Match": "*" });
      expect(await saved.json()).toMatchObject({ stock });
    }
    const unknown = await send("PATCH", `/api/products/${randomUUID()}`, {}, { "If-Match": "*" });
    expect(unknown.status).toBe(404);
  });

  test("is honored for settings, categories, recipes and orders too", async () => {
    const { items } = await (await send("GET", "/api/categories")).json();
    const changed = await send(
      "PATCH",
      `/api/categories/${items[0].id}`,
      { name: "Polpas" },
      { "If-Match": '"1"' },
    );
    expect(changed.headers.get("ETag")).toBe('"2"');
    const settings = await send(
      "PATCH",
      "/api/settings",
      { phone: "(11) 3456-7890" },
      { "If-Match": '"9"' },
    );
    expect((await readProblem(settings)).status).toBe(412);
  });
});
