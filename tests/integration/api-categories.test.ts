import { describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { type Category, categorySchema } from "#app/domain/catalogue/category-schema.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender, sessionCookie } from "./admin-session.ts";
import { createSender, email } from "./administrator.ts";
import { addProduct, customer, lineFor, sendOrder, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);
const visit = createSender(url);

const list = async (query = ""): Promise<Category[]> =>
  (await (await send("GET", `/api/categories${query}`)).json()).items;
const slugsOf = async (query?: string) => (await list(query)).map(({ slug }) => slug);
const specified = ["polpas", "frutas-congeladas", "gelo-saborizado", "pescados"];

async function errorsOf(response: Response) {
  expect(response.status).toBe(400);
  const { errors } = await response.json();
  return Object.fromEntries(
    errors.map((one: { field: string; message: string }) => [one.field, one.message]),
  );
}

async function hide(slug: string, visible = false): Promise<void> {
  const category = (await list("?all=1")).find((one) => one.slug === slug);
  const body = { visible, version: category?.version };
  expect((await send("PATCH", `/api/categories/${category?.id}`, body)).status).toBe(200);
}

describe("a new category", () => {
  const sorvetes = { name: "Sorvetes artesanais", short_name: "Sorvetes", slug: "sorvetes" };

  test("comes last, visible and in the color of the theme", async () => {
    const response = await send("POST", "/api/categories", sorvetes);
    expect(response.status).toBe(201);
    const created = await response.json();
    categorySchema.strict().parse(created);
    expect(created).toMatchObject({ ...sorvetes, visible: true, tint: null, image_url: null });
    expect(await slugsOf()).toEqual([...specified, "sorvetes"]);
    const [log] = await database.select().from(auditLogs);
    expect(log).toMatchObject({ operation: "INSERT", table_name: "categories", user_email: email });
  });

  test("is rejected per field", async () => {
    const body = { short_name: "a".repeat(31), slug: "Sorvetes de Palito", tint: "pink" };
    expect(await errorsOf(await send("POST", "/api/categories", body))).toEqual({
      name: "Nome é obrigatório",
      slug: "Use apenas letras minúsculas sem acento, números e hífens.",
      short_name: "Use no máximo 30 caracteres.",
      tint: "Cor desconhecida.",
    });
  });

  test.each(["polpas-de-frutas", "outros"])("cannot have the slug %s", async (slug) => {
    const response = await send("POST", "/api/categories", { ...sorvetes, slug });
    expect(await errorsOf(response)).toEqual({ slug: "Este slug é reservado. Escolha outro." });
  });

  test("with a taken slug is rejected at the field", async () => {
    const response = await send("POST", "/api/categories", { name: "Outra", slug: "polpas" });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      errors: [{ field: "slug", message: "Já existe uma categoria com este slug" }],
      current: { name: "Polpas de Frutas" },
    });
  });

  test("has products of its own, which are listed, searched by its name and ordered", async () => {
    await send("POST", "/api/categories", sorvetes);
    const body = { title: "Picolé", slug: "picole", category: "sorvetes", price: 5, stock: 9 };
    expect((await send("POST", "/api/products", body)).status).toBe(201);
    for (const query of ["category=sorvetes", "q=artesanais"]) {
      const { items } = await (await visit("GET", `/api/products?${query}`)).json();
      expect(items, query).toMatchObject([{ slug: "picole" }]);
    }
    const product = await addProduct(database, { category: "sorvetes" });
    const order = await sendOrder(url, { customer, items: [lineFor(product)] });
    expect(order.status).toBe(201);
  });
});

test("a product of a category that does not exist is rejected at the field", async () => {
  const body = { title: "Picolé", slug: "picole", category: "sorvetes" };
  const unknown = { category: "Categoria desconhecida." };
  expect(await errorsOf(await send("POST", "/api/products", body))).toEqual(unknown);
  const { id } = await addProduct(database);
  const change = { category: "sorvetes", version: 1 };
  expect(await errorsOf(await send("PATCH", `/api/products/${id}`, change))).toEqual(unknown);
});

test("an imported category is found by its slug, its name or its short name", async () => {
  const cells = ["a;A;1;pescados", "b;B;1;FRUTAS", "c;C;1;gelo saborizado", "d;D;1;Carnes"];
  const body = new FormData();
  body.append(
    "file",
    new File([["Slug;Título;Preço;Categoria", ...cells].join("\n")], "produtos.csv"),
  );
  const headers = { Cookie: await sessionCookie(database) };
  const response = await fetch(`${url}/api/products/import`, { method: "POST", headers, body });
  const { rows } = JSON.parse((await response.text()).trim().split("\n").at(-1) ?? "");
  expect(rows).toMatchObject([
    ...[{ status: "new" }, { status: "new" }, { status: "new" }],
    {
      status: "rejected",
      errors: [{ column: "Categoria", message: "A loja não tem esta categoria" }],
    },
  ]);
  const { items } = await (await visit("GET", "/api/products")).json();
  expect(items).toMatchObject([
    { slug: "a", category: "pescados" },
    { slug: "b", category: "frutas-congeladas" },
    { slug: "c", category: "gelo-saborizado" },
  ]);
});

describe("a hidden category", () => {
  test("is listed for the administrator only", async () => {
    await hide("pescados");
    expect(await slugsOf()).toEqual(specified.slice(0, 3));
    expect(await slugsOf("?all=1")).toEqual(specified);
    expect((await visit("GET", "/api/categories?all=1")).status).toBe(401);
  });

  test("hides its products from visitors, not from the administrator", async () => {
    const product = await addProduct(database, { category: "pescados", title: "Tilápia" });
    const shown = await addProduct(database, { category: null });
    await hide("pescados");
    for (const query of ["", `?ids=${product.id},${shown.id}`]) {
      const { items } = await (await visit("GET", `/api/products${query}`)).json();
      expect(items, query).toMatchObject([{ id: shown.id }]);
    }
    for (const query of ["?q=tilapia", "?q=pescados", `?slug=${product.slug}`]) {
      const { items } = await (await visit("GET", `/api/products${query}`)).json();
      expect(items, query).toEqual([]);
    }
    expect((await visit("GET", `/api/products/${product.id}`)).status).toBe(404);
    expect((await visit("GET", "/api/products?category=pescados")).status).toBe(400);
    const { total } = await (await send("GET", "/api/products?all=1&category=pescados")).json();
    expect(total).toBe(1);
    expect((await send("GET", `/api/products/${product.id}`)).status).toBe(200);
  });

  test("is not ordered from, also by who has ordered the product before, until it is shown", async () => {
    const product = await addProduct(database, { category: "pescados" });
    const order = () => sendOrder(url, { customer, items: [lineFor(product)] });
    expect((await order()).status).toBe(201);
    await hide("pescados");
    const rejected = await order();
    expect(rejected.status).toBe(409);
    expect(await rejected.json()).toMatchObject({ lines: [{ reason: "hidden" }] });
    await hide("pescados", true);
    expect((await order()).status).toBe(201);
  });
});

describe("the categories", () => {
  test("can change name, description and picture, but not the slug", async () => {
    const [first] = await list();
    const body = { name: "Polpas", description: "Puras", image_url: "/media/site-assets/p.png" };
    const response = await send("PATCH", `/api/categories/${first?.id}`, { ...body, version: 1 });
    const changed = await response.json();
    categorySchema.strict().parse(changed);
    expect(changed).toMatchObject({ ...body, slug: "polpas", version: 2 });
    const stale = await send("PATCH", `/api/categories/${first?.id}`, { name: "X", version: 1 });
    expect(await stale.json()).toMatchObject({ status: 409, current: { name: "Polpas" } });
    const slug = await send("PATCH", `/api/categories/${first?.id}`, { slug: "x", version: 2 });
    expect(await errorsOf(slug)).toEqual({ slug: "Campo desconhecido." });
  });

  test("swap positions", async () => {
    const [a, b, c, d] = (await list()).map(({ id }) => id);
    const response = await send("PUT", "/api/categories/order", { ids: [b, a, c, d] });
    expect(response.status).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual([b, a, c, d]);
    const rows = await database.select().from(auditLogs);
    expect(rows.map((row) => row.user_email)).toEqual([email, email]);
  });

  test("swap positions by two single updates as well", async () => {
    const [a, b] = await list();
    await send("PATCH", `/api/categories/${a?.id}`, { position: 1, version: 1 });
    await send("PATCH", `/api/categories/${b?.id}`, { position: 0, version: 1 });
    expect((await list()).slice(0, 2).map(({ id }) => id)).toEqual([b?.id, a?.id]);
  });
});
