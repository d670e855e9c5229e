import { describe, expect, test } from "vitest";
import { auditLogs } from "#app/domain/audit/table.ts";
import { featuredRecipe } from "#app/domain/recipes/rules.ts";
import { type Recipe, recipeSchema } from "#app/domain/recipes/schema.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAdminSender } from "./admin-session.ts";
import { createSender, email } from "./administrator.ts";
import { startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const send = createAdminSender(database, url);

async function create(body: object): Promise<Recipe> {
  const response = await send("POST", "/api/recipes", body);
  expect(response.status).toBe(201);
  return response.json();
}

const change = (id: string, body: object) => send("PATCH", `/api/recipes/${id}`, body);

async function featured(): Promise<string[]> {
  const rows = await database.select().from(recipes);
  return rows.filter((row) => row.is_featured).map((row) => row.slug);
}

describe("a new recipe", () => {
  test("requires a title and a slug, and has the defaults of the form", async () => {
    const recipe = await create({ title: "Suco", slug: "suco" });
    recipeSchema.strict().parse(recipe);
    expect(recipe).toMatchObject({
      difficulty: "Fácil",
      visible: true,
      is_featured: false,
      prep_time: null,
      servings: null,
      ingredients: [],
    });
  });

  test("removes blank ingredients and preserves the order of the others", async () => {
    const ingredients = ["1 polpa", "", "  ", " 200 ml de leite "];
    const recipe = await create({ title: "Suco", slug: "suco", ingredients });
    expect(recipe.ingredients).toEqual(["1 polpa", "200 ml de leite"]);
  });

  test("is rejected per field", async () => {
    const body = { slug: "Suco de Caju", prep_time: -1, servings: 1.5, difficulty: "Fatal" };
    const response = await send("POST", "/api/recipes", body);
    expect(response.status).toBe(400);
    expect((await response.json()).errors).toEqual([
      { field: "title", message: "Título é obrigatório" },
      { field: "slug", message: "Use apenas letras minúsculas sem acento, números e hífens." },
      { field: "difficulty", message: "Escolha Fácil, Médio ou Difícil." },
      {
        field: "prep_time",
        message: "Tempo de preparo deve ser um número inteiro maior ou igual a 0",
      },
      { field: "servings", message: "Porções deve ser um número inteiro maior ou igual a 0" },
    ]);
  });

  test("with a taken slug is rejected at the field", async () => {
    await create({ title: "Suco", slug: "suco" });
    const response = await send("POST", "/api/recipes", { title: "Outro suco", slug: "suco" });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      errors: [{ field: "slug", message: "Já existe uma receita com este slug" }],
    });
  });
});

describe("the featured recipe", () => {
  test("is replaced by the one featured after it", async () => {
    const first = await create({ title: "A", slug: "a", is_featured: true });
    const second = await create({ title: "B", slug: "b", is_featured: true });
    expect(await featured()).toEqual(["b"]);
    await change(first.id, { is_featured: true, version: 2 });
    expect(await featured()).toEqual(["a"]);
    const stale = await change(second.id, { title: "C", version: 1 });
    expect(await stale.json()).toMatchObject({ status: 409, current: { is_featured: false } });
  });

  test("is one of two that are featured concurrently", async () => {
    const created = [
      await create({ title: "A", slug: "a" }),
      await create({ title: "B", slug: "b" }),
    ];
    await Promise.all(created.map(({ id }) => change(id, { is_featured: true, version: 1 })));
    expect(await featured()).toHaveLength(1);
  });

  test("stays when featuring another is rejected", async () => {
    await create({ title: "A", slug: "a", is_featured: true });
    const other = await create({ title: "B", slug: "b" });
    expect((await change(other.id, { is_featured: true, version: 9 })).status).toBe(409);
    expect(await featured()).toEqual(["a"]);
  });

  test("when deleted is replaced by the first of the list", async () => {
    await create({ title: "A", slug: "a" });
    const { id } = await create({ title: "B", slug: "b", is_featured: true });
    expect((await send("DELETE", `/api/recipes/${id}`)).status).toBe(204);
    expect((await send("DELETE", `/api/recipes/${id}`)).status).toBe(404);
    const { items } = await (await send("GET", "/api/recipes")).json();
    expect(featuredRecipe<Recipe>(items)?.slug).toBe("a");
  });
});

test("only the administrator's list includes hidden recipes", async () => {
  const { id } = await create({ title: "A", slug: "a" });
  expect((await change(id, { visible: false, version: 1 })).status).toBe(200);
  expect(await (await send("GET", "/api/recipes?all=1")).json()).toMatchObject({ items: [{ id }] });
  expect(await (await send("GET", "/api/recipes")).json()).toMatchObject({ items: [] });
  expect((await createSender(url)("GET", "/api/recipes?all=1")).status).toBe(401);
});

test("every write records its author in the audit log", async () => {
  const { id } = await create({ title: "A", slug: "a" });
  await change(id, { title: "B", version: 1 });
  await send("DELETE", `/api/recipes/${id}`);
  const rows = await database.select().from(auditLogs).orderBy(auditLogs.created_at);
  expect(rows.map((row) => [row.operation, row.user_email])).toEqual([
    ["INSERT", email],
    ["UPDATE", email],
    ["DELETE", email],
  ]);
});
