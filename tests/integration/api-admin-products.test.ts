import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender, email } from "./administrator.ts";
import { addProduct, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

async function create(body: object): Promise<Product> {
  const response = await send("POST", "/api/products", body);
  expect(response.status).toBe(201);
  return response.json();
}

const stored = () =>
  database.select().from(products).orderBy(products.position, products.created_at, products.id);

async function fieldErrors(response: Response) {
  const { errors } = (await response.json()) as { errors: { field: string; message: string }[] };
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}

describe("a new product", () => {
  test("requires a title and a slug, and is appended to the list with defaults", async () => {
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

  test("stores every field", async () => {
    const body = {
      title: "Tilápia",
      slug: "tilapia",
      category: "pescados",
      group: "Peixes",
      short_desc: "Filés",
      long_desc: "Linha um\nLinha dois",
      ingredients: "Tilápia.\nALÉRGICOS: CONTÉM PEIXE.",
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

  test("is rejected per field, with the form's messages", async () => {
    const response = await send("POST", "/api/products", {
      title: " ",
      slug: "",
      price: -1,
      stock: -1,
      category: "Carnes",
      group: "x".repeat(41),
      ingredients: "x".repeat(2001),
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
      group: "Use no máximo 40 caracteres.",
      ingredients: "Use no máximo 2000 caracteres.",
      "images.0": "Endereço de imagem inválido: envie uma imagem ou use um endereço https://.",
      position: "Campo desconhecido.",
    });
    expect(await stored()).toEqual([]);
  });

  test.each(["12,90", "12.90", null, {}])(
    "with the price %j is rejected as not a number",
    async (price) => {
      const response = await send("POST", "/api/products", { title: "Cajá", slug: "caja", price });
      expect(response.status).toBe(400);
      expect(await fieldErrors(response)).toEqual({ price: "Informe um número." });
    },
  );

  test.each(["__proto__", "constructor"])("with the slug %s is rejected", async (slug) => {
    const response = await send("POST", "/api/products", { title: "Cajá", slug });
    expect(response.status).toBe(400);
    expect(await fieldErrors(response)).toEqual({ slug: "Este slug é reservado. Escolha outro." });
  });

  test("with a taken slug is rejected at the field, also when two are sent concurrently", async () => {
    const answers = await Promise.all(
      [1, 2].map(() => send("POST", "/api/products", { title: "Cajá", slug: "caja" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const rejected = answers.find(({ status }) => status === 409) ?? Response.error();
    expect(await fieldErrors(rejected)).toEqual({ slug: "Já existe um produto com este slug" });
    expect(await stored()).toHaveLength(1);
  });
});

describe("a change of a product", () => {
  test("trims the group and removes an empty one", async () => {
    const { id } = await create({ title: "Cajá", slug: "caja" });
    const groups = [" Sachês ", " "];
    for (const [index, group] of groups.entries()) {
      const changed = await send("PATCH", `/api/products/${id}`, { group, version: index + 1 });
      expect(await changed.json()).toMatchObject({ group: group.trim() || null });
    }
  });

  test("changes only the given fields and increments the version", async () => {
    const { id } = await create({
      title: "Cajá",
      slug: "caja",
      price: 10.5,
      specs: { unit: "kg", rating: 3, packageInfo: { unitsPerBox: 9 } },
    });
    const ingredients = "Polpa de cajá. Não contém glúten.";
    const changes = {
      stock: 4,
      ingredients,
      specs: { packageInfo: { unitsPerPackage: 6 } },
      version: 1,
    };
    const response = await send("PATCH", `/api/products/${id}`, changes);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      title: "Cajá",
      price: 10.5,
      stock: 4,
      ingredients,
      version: 2,
      specs: { unit: "kg", rating: 3, packageInfo: { unitsPerPackage: 6, unitsPerBox: 9 } },
    });
  });

  test("that changes nothing leaves version and audit log unchanged", async () => {
    const { id } = await create({ title: "Cajá", slug: "caja" });
    const response = await send("PATCH", `/api/products/${id}`, { visible: true, version: 1 });
    expect(await response.json()).toMatchObject({ version: 1 });
    expect(await database.select().from(auditLogs)).toHaveLength(1);
  });

  test("from a second tab is rejected with the row that the first saved", async () => {
    const { id } = await create({ title: "Cajá", slug: "caja" });
    const answers = await Promise.all(
      [{ title: "Cajá-mirim" }, { price: 8 }].map((change) =>
        send("PATCH", `/api/products/${id}`, { ...change, version: 1 }),
      ),
    );
    const [saved, rejected] = answers.sort((one, other) => one.status - other.status);
    expect([saved?.status, rejected?.status]).toEqual([200, 409]);
    const { type, current } = (await rejected?.json()) ?? {};
    expect(type).toBe("urn:pomar:stale-version");
    productSchema.strict().parse(current);
    expect(current).toEqual(await saved?.json());
    const again = { title: "Cajá-mirim", price: 8, version: current.version };
    expect((await send("PATCH", `/api/products/${id}`, again)).status).toBe(200);
  });

  test("to a taken slug or of a deleted product is rejected", async () => {
    const other = await addProduct(database);
    const { id } = await create({ title: "Cajá", slug: "caja" });
    const taken = await send("PATCH", `/api/products/${id}`, { slug: other.slug, version: 1 });
    expect(taken.status).toBe(409);
    expect(await fieldErrors(taken)).toHaveProperty("slug", "Já existe um produto com este slug");
    const deleted = await send("PATCH", `/api/products/${randomUUID()}`, { stock: 1, version: 1 });
    expect(deleted.status).toBe(404);
    expect((await send("PATCH", "/api/products/1", { stock: 1, version: 1 })).status).toBe(400);
  });
});

test("a product is deleted once", async () => {
  const { id } = await create({ title: "Cajá", slug: "caja" });
  expect((await send("DELETE", `/api/products/${id}`)).status).toBe(204);
  expect((await send("DELETE", `/api/products/${id}`)).status).toBe(404);
  expect(await stored()).toEqual([]);
});

describe("the order of the products", () => {
  test("is set for all of them at once", async () => {
    const rows = await Promise.all(
      [0, 1, 2, 3].map((position) => addProduct(database, { position })),
    );
    const [a, b, c, d] = rows.map(({ id }) => id);
    const response = await send("PUT", "/api/products/order", { ids: [d, a, b, c] });
    expect(response.status).toBe(200);
    const { items } = await response.json();
    expect(items.map(({ id }: Product) => id)).toEqual([d, a, b, c]);
    expect(items.map(({ position }: Product) => position)).toEqual([0, 1, 2, 3]);
    expect((await stored()).map(({ id }) => id)).toEqual([d, a, b, c]);
  });

  test("leaves unmoved and unlisted products unchanged", async () => {
    const rows = await Promise.all([0, 1, 5].map((position) => addProduct(database, { position })));
    const [a, b, c] = rows.map(({ id }) => id);
    await send("PUT", "/api/products/order", { ids: [a, randomUUID(), b] });
    expect((await stored()).map(({ id, position, version }) => [id, position, version])).toEqual([
      [a, 0, 1],
      [b, 1, 1],
      [c, 2, 2],
    ]);
  });

  test("is rejected with repeated ids", async () => {
    const { id } = await addProduct(database);
    const response = await send("PUT", "/api/products/order", { ids: [id, id] });
    expect(await fieldErrors(response)).toEqual({ ids: "Há ids repetidos." });
  });
});

describe("a move", () => {
  const move = (id: string | undefined, to: object) => send("POST", `/api/products/${id}/move`, to);

  test("takes the place of another product, and only those in between change", async () => {
    const rows = await Promise.all(
      [0, 1, 2, 3, 4].map((position) => addProduct(database, { position })),
    );
    const [a, b, c, d, e] = rows.map(({ id }) => id);
    const response = await move(d, { place_of: b });
    expect(await response.json()).toEqual({ id: d, position: 1, version: 2, place_before: 4 });
    expect((await stored()).map(({ id, position, version }) => [id, position, version])).toEqual([
      [a, 0, 1],
      [d, 1, 2],
      [b, 2, 2],
      [c, 3, 2],
      [e, 4, 1],
    ]);
    await move(a, { place_of: e });
    expect((await stored()).map(({ id }) => id)).toEqual([d, b, c, e, a]);
    await move(a, { place: 2 });
    expect((await stored()).map(({ id }) => id)).toEqual([d, a, b, c, e]);
    await move(d, { place: 999 });
    expect((await stored()).map(({ id }) => id)).toEqual([a, b, c, e, d]);
    expect((await stored()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  test("gives equal positions an order of their own", async () => {
    const rows = await Promise.all([3, 3, 9].map((position) => addProduct(database, { position })));
    const before = (await stored()).map(({ id }) => id);
    await move(rows[2]?.id, { place: 1 });
    const after = (await stored()).map(({ id }) => id);
    expect(after).toEqual([before[2], before[0], before[1]]);
    expect((await stored()).map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  test("answers the place before, and a move to it restores the order, also when positions have gaps", async () => {
    const rows = await Promise.all([4, 7, 9].map((position) => addProduct(database, { position })));
    const before = rows.map(({ id }) => id);
    const moved = await (await move(rows[2]?.id, { place: 1 })).json();
    expect(moved).toMatchObject({ position: 0, place_before: 3 });
    await move(rows[2]?.id, { place: moved.place_before });
    expect((await stored()).map(({ id }) => id)).toEqual(before);
  });

  test("of or to a product that does not exist changes nothing", async () => {
    const { id } = await addProduct(database, { position: 7 });
    expect((await move(randomUUID(), { place: 1 })).status).toBe(404);
    expect((await move(id, { place_of: randomUUID() })).status).toBe(404);
    expect((await move(id, { place: 0 })).status).toBe(400);
    expect((await move(id, {})).status).toBe(400);
    expect((await stored()).map(({ position, version }) => [position, version])).toEqual([[7, 1]]);
  });
});

describe("an action on many products", () => {
  const act = (body: object) => send("POST", "/api/products/actions", body);
  const shown = async () => (await stored()).map(({ title, visible }) => `${title} ${visible}`);

  test("concerns what a list with these filters shows", async () => {
    for (const [position, title] of ["Açaí", "Polpa de açaí", "Cajá"].entries()) {
      await addProduct(database, { position, title, stock: 5, category: "polpas" });
    }
    expect(await (await act({ action: "hide", matching: { title: "acai" } })).json()).toEqual({
      found: 2,
    });
    expect(await shown()).toEqual(["Açaí false", "Polpa de açaí false", "Cajá true"]);
    await act({ action: "show", matching: { category: "polpas" } });
    await act({ action: "sold_out", matching: {} });
    expect((await stored()).map(({ stock, visible }) => [stock, visible])).toEqual([
      [0, true],
      [0, true],
      [0, true],
    ]);
    await act({ action: "delete", matching: { category: "pescados" } });
    expect(await stored()).toHaveLength(3);
    await act({ action: "delete", matching: { title: "caja" } });
    expect(await shown()).toEqual(["Açaí true", "Polpa de açaí true"]);
  });

  test("concerns the products of some ids, once each, with the author in the audit log", async () => {
    const { id } = await addProduct(database, { visible: true });
    const response = await act({ action: "hide", ids: [id, id, randomUUID()] });
    expect(await response.json()).toEqual({ found: 1 });
    const entries = await database.select().from(auditLogs).where(eq(auditLogs.record_id, id));
    expect(entries.find(({ operation }) => operation === "UPDATE")?.user_email).toBe(email);
    expect((await act({ action: "hide" })).status).toBe(400);
    expect((await act({ action: "hide", ids: [id], matching: {} })).status).toBe(400);
    expect((await createSender(url)("POST", "/api/products/actions", {})).status).toBe(401);
  });
});

describe("the complete list", () => {
  test("includes hidden products and requires the administrator", async () => {
    await addProduct(database, { slug: "segredo", visible: false });
    const response = await send("GET", "/api/products?all=1");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ items: [{ slug: "segredo", visible: false }] });
    expect((await createSender(url)("GET", "/api/products?all=1")).status).toBe(401);
    expect((await createSender(url)("GET", "/api/products?all=0")).status).toBe(401);
    expect(await (await createSender(url)("GET", "/api/products")).json()).toMatchObject({
      items: [],
    });
  });
});

test("every write records its author in the audit log", async () => {
  const { id } = await create({ title: "Cajá", slug: "caja" });
  await send("PATCH", `/api/products/${id}`, { stock: 3, version: 1 });
  await addProduct(database, { position: 0 });
  await send("PUT", "/api/products/order", { ids: [id] });
  await send("DELETE", `/api/products/${id}`);
  const rows = await database.select().from(auditLogs).orderBy(auditLogs.created_at);
  const ours = rows.filter(({ record_id }) => record_id === id);
  expect(ours.map(({ operation }) => operation)).toEqual(["INSERT", "UPDATE", "DELETE"]);
  expect(ours.map(({ user_email }) => user_email)).toEqual([email, email, email]);
});
