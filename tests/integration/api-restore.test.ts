import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { AuditLog, Restoration } from "#app/domain/audit/schema.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { categories, products } from "#app/domain/catalogue/table.ts";
import { settings } from "#app/domain/company/table.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { createMemoryPictures } from "#tests/support/memory-pictures.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { email } from "./administrator.ts";
import { customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const pictures = createMemoryPictures();
const url = await startApi({ database, pictures });
const send = createAdminSender(database, url);

type Side = "before" | "after";

/** The newest log entry of a row. */
async function lastChange(record: string): Promise<AuditLog> {
  const { items } = await (await send("GET", `/api/audit-logs?record_id=${record}`)).json();
  return items[0];
}

async function preview(log: AuditLog, side: Side): Promise<Restoration> {
  const response = await send("GET", `/api/audit-logs/${log.id}/restoration?side=${side}`);
  expect(response.status).toBe(200);
  return response.json();
}

const restore = (log: AuditLog, side: Side, version: number | null) =>
  send("POST", `/api/audit-logs/${log.id}/restore`, { side, version });

async function createProduct(fields: object = {}): Promise<Product> {
  const body = { title: "Polpa de cajá", slug: `polpa-${randomUUID()}`, price: 9.9, ...fields };
  const response = await send("POST", "/api/products", body);
  expect(response.status).toBe(201);
  return response.json();
}

async function changeProduct({ id, version }: Product, changes: object): Promise<Product> {
  const response = await send("PATCH", `/api/products/${id}`, { ...changes, version });
  expect(response.status).toBe(200);
  return response.json();
}

const readProduct = async (id: string): Promise<Product> =>
  (await send("GET", `/api/products/${id}`)).json();

describe("an edited product", () => {
  const options = [
    { unit: "unidade", price: 4, contains: 1, minimum: 1, step: 1, tiers: [] },
    {
      unit: "caixa",
      price: 90,
      contains: 24,
      minimum: 1,
      step: 1,
      tiers: [{ from: 4, price: 80 }],
    },
  ];

  test("shows the difference and returns to how it was, as a new audited version", async () => {
    const created = await createProduct({ price: 4, sale_options: options, stock: 30 });
    await changeProduct(created, {
      title: "Outra",
      specs: { unit: "kg", variable_weight: true },
      sale_options: [{ unit: "kg", price: 7 }],
    });
    const log = await lastChange(created.id);
    const plan = await preview(log, "before");
    expect(plan).toMatchObject({
      table_name: "products",
      record_id: created.id,
      version: 2,
      before: { title: "Outra", price: 7 },
      after: { title: "Polpa de cajá", price: 4, sale_options: options },
      missing_pictures: 0,
    });
    expect(Object.keys(plan.after).sort()).toEqual(["price", "sale_options", "specs", "title"]);
    expect((await preview(log, "after")).after).toEqual({});

    const response = await restore(log, "before", 2);
    expect(await response.json()).toEqual({ id: created.id, version: 3 });
    const { updated_at, version, ...restored } = await readProduct(created.id);
    expect(restored).toEqual({ ...created, updated_at: undefined, version: undefined });
    expect(version).toBe(3);
    const saved = await lastChange(created.id);
    expect(saved).toMatchObject({ operation: "UPDATE", user_email: email });
    expect(saved.new_data).toMatchObject({ title: "Polpa de cajá", version: 3 });
  });

  test("keeps its stock and position, which orders and sorting have changed", async () => {
    const created = await createProduct({ stock: 30 });
    await changeProduct(created, { title: "Outra", stock: 12, position: 7 });
    const log = await lastChange(created.id);
    expect((await preview(log, "before")).after).toEqual({ title: "Polpa de cajá" });
    expect((await restore(log, "before", 2)).status).toBe(200);
    expect(await readProduct(created.id)).toMatchObject({ stock: 12, position: 7 });
  });

  test("that was saved since the preview is a conflict, and an equal one is not saved", async () => {
    const created = await createProduct();
    const changed = await changeProduct(created, { title: "Outra" });
    const log = await lastChange(created.id);
    await changeProduct(changed, { title: "Terceira" });
    const response = await restore(log, "before", 2);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      type: "urn:pomar:stale-version",
      current: { title: "Terceira", version: 3 },
    });
    expect(await (await restore(log, "before", 3)).json()).toMatchObject({ version: 4 });
    expect(await (await restore(log, "before", 4)).json()).toMatchObject({ version: 4 });
  });

  test("is rejected with the reason when another one has its slug", async () => {
    const created = await createProduct({ slug: "polpa-de-caja" });
    await changeProduct(created, { slug: "polpa-antiga" });
    const log = await lastChange(created.id);
    const other = await createProduct({ slug: "polpa-de-caja" });
    const response = await restore(log, "before", 2);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      type: "urn:pomar:slug-taken",
      title: "Já existe outro registro com este slug. Mude o slug dele e restaure de novo.",
      current: { id: other.id },
    });
  });
});

describe("a deleted product", () => {
  const picture = "product-images/public/polpa.png";
  const gone = "/media/product-images/public/apagada.png";

  test("returns with its id, pictures, stock and a newer version", async () => {
    await pictures.store(picture, Buffer.from("picture"));
    const images = [`/media/${picture}`, gone];
    const created = await createProduct({ images, stock: 5, external_id: "ERP-9" });
    await send("DELETE", `/api/products/${created.id}`);
    const log = await lastChange(created.id);
    const plan = await preview(log, "before");
    expect(plan).toMatchObject({ version: null, before: null, missing_pictures: 1 });
    expect(plan.after).toMatchObject({ title: "Polpa de cajá", stock: 5 });
    expect((await restore(log, "after", null)).status).toBe(409);
    expect((await restore(log, "before", 1)).status).toBe(404);
    expect((await restore(log, "before", null)).status).toBe(200);
    const restored = await readProduct(created.id);
    expect(restored).toMatchObject({
      ...created,
      images: [`/media/${picture}`],
      position: expect.any(Number),
      version: 2,
      updated_at: expect.any(String),
    });
    expect((await restore(log, "before", null)).status).toBe(409);
    expect(await lastChange(created.id)).toMatchObject({ operation: "INSERT", user_email: email });
  });

  test("is restored once by two requests at the same time", async () => {
    const created = await createProduct();
    await send("DELETE", `/api/products/${created.id}`);
    const log = await lastChange(created.id);
    const responses = await Promise.all([
      restore(log, "before", null),
      restore(log, "before", null),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("is rejected with the reason when another one has its slug", async () => {
    const created = await createProduct({ slug: "polpa-de-caja" });
    await send("DELETE", `/api/products/${created.id}`);
    await createProduct({ slug: "polpa-de-caja" });
    const response = await restore(await lastChange(created.id), "before", null);
    expect(response.status).toBe(409);
    expect((await response.json()).type).toBe("urn:pomar:slug-taken");
  });
});

test("a recipe, edited or deleted, is restored", async () => {
  const body = { title: "Suco", slug: "suco", ingredients: ["1 polpa"], is_featured: true };
  const created = await (await send("POST", "/api/recipes", body)).json();
  await send("PATCH", `/api/recipes/${created.id}`, { title: "Vitamina", version: 1 });
  expect((await restore(await lastChange(created.id), "before", 2)).status).toBe(200);
  await send("DELETE", `/api/recipes/${created.id}`);
  expect((await restore(await lastChange(created.id), "before", null)).status).toBe(200);
  const [row] = await database.select().from(recipes).where(eq(recipes.id, created.id));
  expect(row).toMatchObject({ ...body, version: 4 });
  expect(row?.created_at.toISOString()).toBe(created.created_at);
});

test("a category and the settings are restored", async () => {
  const [category] = await database.select().from(categories).limit(1);
  if (!category) throw new Error("no category");
  await send("PATCH", `/api/categories/${category.id}`, { name: "Outra", version: 1 });
  const log = await lastChange(category.id);
  expect(await preview(log, "before")).toMatchObject({
    before: { name: "Outra" },
    after: { name: category.name },
  });
  expect((await restore(log, "before", 2)).status).toBe(200);
  const [stored] = await database.select().from(settings);
  const changes = { phone: "(11) 4000-0000", seo_default: { title: "Loja" }, retention_months: 6 };
  await send("PATCH", "/api/settings", { ...changes, version: 1 });
  const change = await lastChange(stored?.id ?? "");
  expect((await preview(change, "before")).before).toEqual(changes);
  expect((await restore(change, "before", 2)).status).toBe(200);
  const { phone, seo_default, retention_months } = await (
    await send("GET", "/api/settings")
  ).json();
  expect({ phone, seo_default, retention_months }).toEqual({
    phone: stored?.phone,
    seo_default: stored?.seo_default,
    retention_months: 0,
  });
});

test("a row that today's rules reject, an order and a row before its creation are not restorable", async () => {
  const created = await createProduct({ slug: "polpa" });
  await database.update(products).set({ slug: "Com Espaço" });
  await changeProduct({ ...created, version: 2 }, { slug: "polpa-nova" });
  const invalid = await restore(await lastChange(created.id), "before", 3);
  expect(invalid.status).toBe(400);
  expect((await invalid.json()).errors[0].field).toBe("slug");
  const [product] = await database.select().from(products);
  if (!product) throw new Error("no product");
  await database.update(products).set({ stock: 10 });
  const order = await (await sendOrder(url, { customer, items: [lineFor(product)] })).json();
  const ordered = await lastChange(order.id);
  expect(await (await restore(ordered, "after", 1)).json()).toMatchObject({
    type: "urn:pomar:not-restorable",
  });
  const { items } = await (await send("GET", `/api/audit-logs?record_id=${created.id}`)).json();
  expect((await restore(items.at(-1), "before", 3)).status).toBe(409);
  expect((await send("GET", `/api/audit-logs/${randomUUID()}/restoration?side=after`)).status).toBe(
    404,
  );
  expect((await send("GET", `/api/audit-logs/${ordered.id}/restoration`)).status).toBe(400);
});

describe("a row of the delivery or a customer", () => {
  const zone = { name: "Serra", cep_ranges: [{ from: "13200000", until: "13209999" }], fee: 8 };
  const day = { date: "2027-12-24", moved_to: null, note: "Véspera" };

  test.each([
    ["zones", zone],
    ["exceptions", day],
  ])("of the %s comes back after its deletion with the same id", async (name, row) => {
    const path = `/api/delivery/${name}`;
    const created = await (await send("POST", path, row)).json();
    await send("DELETE", `${path}/${created.id}`);
    const response = await restore(await lastChange(created.id), "before", null);
    expect(response.status).toBe(200);
    const { items } = await (await send("GET", path)).json();
    expect(items).toEqual([{ ...created, version: created.version + 1 }]);
  });

  test("gets back what an edit changed, unless it changed since", async () => {
    const created = await send("POST", "/api/customers", { name: "Quitanda Sol", terms: 7 });
    const { id, version } = await created.json();
    const body = { name: "Quitanda Lua", credit_limit: 500, version };
    const edited = await (await send("PATCH", `/api/customers/${id}`, body)).json();
    const log = await lastChange(id);
    expect((await restore(log, "before", version)).status).toBe(409);
    expect((await restore(log, "before", edited.version)).status).toBe(200);
    const read = await (await send("GET", `/api/customers/${id}`)).json();
    expect(read).toMatchObject({ name: "Quitanda Sol", terms: 7, credit_limit: null });
  });
});
