import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import { auditLogs, products } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { asker, email } from "./administrator.ts";
import { addProduct, startApi } from "./api-shop.ts";
import { signedIn } from "./signed-in.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const ask = signedIn(database, url);

async function create(body: object): Promise<Product> {
  const response = await ask("POST", "/api/products", body);
  expect(response.status).toBe(201);
  return response.json();
}

const stored = () => database.select().from(products).orderBy(products.position);

async function fieldErrors(response: Response) {
  const { errors } = (await response.json()) as { errors: { field: string; message: string }[] };
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

describe("a new product", () => {
  test("needs a title and a slug, and starts with the defaults at the end of the list", async () => {
    await addProduct(database, { position: 6 });
    const product = await create({ title: " Polpa de cajá ", slug: "polpa-de-caja" });
    productSchema.strict().parse(product);
    expect(product).toMatchObject({
      title: "Polpa de cajá",
      price: 0,
      stock: 0,
      visible: true,
      category: null,
      images: [],
      position: 7,
      specs: { unit: "unidade", rating: 4.5 },
      version: 1,
    });
  });

  test("keeps every field", async () => {
    const body = {
      title: "Tilápia",
      slug: "tilapia",
      category: "pescados",
      short_desc: "Filés",
      long_desc: "Linha um\nLinha dois",
      price: 39.9,
      stock: 12,
      visible: false,
      images: ["/media/product-images/public/tilapia.jpg", "https://example.com/t.webp"],
      specs: { unit: "kg", rating: 4, packageInfo: { unitsPerPackage: 2 } },
    };
    const { specs, ...rest } = body;
    const product = await create(body);
    expect(product).toMatchObject(rest);
    expect(product.specs).toEqual({
      unit: "kg",
      rating: 4,
      packageInfo: { unitsPerPackage: 2, packagesPerBox: 4, unitsPerBox: 30 },
    });
  });

  test("is refused by field, in the form's words", async () => {
    const response = await ask("POST", "/api/products", {
      title: " ",
      slug: "",
      price: -1,
      stock: -1,
      category: "carnes",
      images: ["javascript:alert(1)"],
      position: 3,
    });
    expect(response.status).toBe(400);
    expect(await fieldErrors(response)).toEqual({
      title: "Título é obrigatório",
      slug: "Slug é obrigatório",
      price: "Preço deve ser maior que 0",
      stock: "Estoque deve ser maior ou igual a 0",
      category: "Categoria desconhecida.",
      "images.0": "Endereço de imagem inválido: envie uma imagem ou use um endereço https://.",
      position: "Campo desconhecido.",
    });
    expect(await stored()).toEqual([]);
  });

  test("with a slug that is taken says so at the field, also when two are sent at once", async () => {
    const answers = await Promise.all(
      [1, 2].map(() => ask("POST", "/api/products", { title: "Cajá", slug: "caja" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.find(({ status }) => status === 409) ?? Response.error();
    expect(await fieldErrors(refused)).toEqual({ slug: "Já existe um produto com este slug" });
    expect(await stored()).toHaveLength(1);
  });
});

describe("a change of a product", () => {
  test("touches nothing but what it names, and counts the version", async () => {
    const { id } = await create({
      title: "Cajá",
      slug: "caja",
      price: 10.5,
      specs: { unit: "kg", rating: 3, packageInfo: { unitsPerBox: 9 } },
    });
    const changes = { stock: 4, specs: { packageInfo: { unitsPerPackage: 6 } }, version: 1 };
    const response = await ask("PATCH", `/api/products/${id}`, changes);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      title: "Cajá",
      price: 10.5,
      stock: 4,
      version: 2,
      specs: { unit: "kg", rating: 3, packageInfo: { unitsPerPackage: 6, unitsPerBox: 9 } },
    });
  });

  test("that changes nothing leaves version and log alone", async () => {
    const { id } = await create({ title: "Cajá", slug: "caja" });
    const response = await ask("PATCH", `/api/products/${id}`, { visible: true, version: 1 });
    expect(await response.json()).toMatchObject({ version: 1 });
    expect(await database.select().from(auditLogs)).toHaveLength(1);
  });

  test("from a second tab is refused with the row as the first left it", async () => {
    const { id } = await create({ title: "Cajá", slug: "caja" });
    const answers = await Promise.all(
      [{ title: "Cajá-mirim" }, { price: 8 }].map((change) =>
        ask("PATCH", `/api/products/${id}`, { ...change, version: 1 }),
      ),
    );
    const [kept, refused] = answers.sort((one, other) => one.status - other.status);
    expect([kept?.status, refused?.status]).toEqual([200, 409]);
    const { type, current } = (await refused?.json()) ?? {};
    expect(type).toBe("urn:pomar:stale-version");
    productSchema.strict().parse(current);
    expect(current).toEqual(await kept?.json());
    const again = { title: "Cajá-mirim", price: 8, version: current.version };
    expect((await ask("PATCH", `/api/products/${id}`, again)).status).toBe(200);
  });

  test("to a slug that is taken, or of a product that is gone, is refused", async () => {
    const other = await addProduct(database);
    const { id } = await create({ title: "Cajá", slug: "caja" });
    const taken = await ask("PATCH", `/api/products/${id}`, { slug: other.slug, version: 1 });
    expect(taken.status).toBe(409);
    expect(await fieldErrors(taken)).toHaveProperty("slug", "Já existe um produto com este slug");
    const gone = await ask("PATCH", `/api/products/${randomUUID()}`, { stock: 1, version: 1 });
    expect(gone.status).toBe(404);
    expect((await ask("PATCH", "/api/products/1", { stock: 1, version: 1 })).status).toBe(400);
  });
});

test("a product is deleted once", async () => {
  const { id } = await create({ title: "Cajá", slug: "caja" });
  expect((await ask("DELETE", `/api/products/${id}`)).status).toBe(204);
  expect((await ask("DELETE", `/api/products/${id}`)).status).toBe(404);
  expect(await stored()).toEqual([]);
});

describe("the order of the products", () => {
  test("is set at once for all of them", async () => {
    const rows = await Promise.all(
      [0, 1, 2, 3].map((position) => addProduct(database, { position })),
    );
    const [a, b, c, d] = rows.map(({ id }) => id);
    const response = await ask("PUT", "/api/products/order", { ids: [d, a, b, c] });
    expect(response.status).toBe(200);
    const { items } = await response.json();
    expect(items.map(({ id }: Product) => id)).toEqual([d, a, b, c]);
    expect(items.map(({ position }: Product) => position)).toEqual([0, 1, 2, 3]);
    expect((await stored()).map(({ id }) => id)).toEqual([d, a, b, c]);
  });

  test("leaves products that did not move, and those it does not know, as they were", async () => {
    const rows = await Promise.all([0, 1, 5].map((position) => addProduct(database, { position })));
    const [a, b, c] = rows.map(({ id }) => id);
    await ask("PUT", "/api/products/order", { ids: [a, randomUUID(), b] });
    expect((await stored()).map(({ id, position, version }) => [id, position, version])).toEqual([
      [a, 0, 1],
      [b, 1, 1],
      [c, 2, 2],
    ]);
  });

  test("is refused with repeated ids", async () => {
    const { id } = await addProduct(database);
    const response = await ask("PUT", "/api/products/order", { ids: [id, id] });
    expect(await fieldErrors(response)).toEqual({ ids: "Há ids repetidos." });
  });
});

describe("the whole list", () => {
  test("is the administrator's, with the hidden ones", async () => {
    await addProduct(database, { slug: "segredo", visible: false });
    const response = await ask("GET", "/api/products?all=1");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ items: [{ slug: "segredo", visible: false }] });
    expect((await asker(url)("GET", "/api/products?all=1")).status).toBe(401);
    expect((await asker(url)("GET", "/api/products?all=0")).status).toBe(401);
    expect(await (await asker(url)("GET", "/api/products")).json()).toMatchObject({ items: [] });
  });
});

test("every write names its author in the log", async () => {
  const { id } = await create({ title: "Cajá", slug: "caja" });
  await ask("PATCH", `/api/products/${id}`, { stock: 3, version: 1 });
  await addProduct(database, { position: 0 });
  await ask("PUT", "/api/products/order", { ids: [id] });
  await ask("DELETE", `/api/products/${id}`);
  const rows = await database.select().from(auditLogs).orderBy(auditLogs.created_at);
  const ours = rows.filter(({ record_id }) => record_id === id);
  expect(ours.map(({ operation }) => operation)).toEqual(["INSERT", "UPDATE", "DELETE"]);
  expect(ours.every(({ user_email }) => user_email === email)).toBe(true);
});
