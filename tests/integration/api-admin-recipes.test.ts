import { describe, expect, test } from "vitest";
import { featuredRecipe } from "#app/domain/recipes/rules.ts";
import { type Recipe, recipeSchema } from "#app/domain/recipes/schema.ts";
import { auditLogs, recipes } from "#app/platform/database/schema.ts";
import { openTestDatabase } from "#app/platform/database/testing.ts";
import { asker, email } from "./administrator.ts";
import { startApi } from "./api-shop.ts";
import { signedIn } from "./signed-in.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });
const ask = signedIn(database, url);

async function create(body: object): Promise<Recipe> {
  const response = await ask("POST", "/api/recipes", body);
  expect(response.status).toBe(201);
  return response.json();
}

const change = (id: string, body: object) => ask("PATCH", `/api/recipes/${id}`, body);

async function featured(): Promise<string[]> {
  const rows = await database.select().from(recipes);
  return rows.filter((row) => row.is_featured).map((row) => row.slug);
}

describe("a new recipe", () => {
  test("needs a title and a slug, and has the defaults of the form", async () => {
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

  test("drops blank ingredients and keeps the others in order", async () => {
    const ingredients = ["1 polpa", "", "  ", " 200 ml de leite "];
    const recipe = await create({ title: "Suco", slug: "suco", ingredients });
    expect(recipe.ingredients).toEqual(["1 polpa", "200 ml de leite"]);
  });

  test("is refused by field", async () => {
    const body = { slug: "Suco de Caju", prep_time: -1, servings: 1.5, difficulty: "Fatal" };
    const response = await ask("POST", "/api/recipes", body);
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

  test("with a slug that is taken says so at the field", async () => {
    await create({ title: "Suco", slug: "suco" });
    const response = await ask("POST", "/api/recipes", { title: "Outro suco", slug: "suco" });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      errors: [{ field: "slug", message: "Já existe uma receita com este slug" }],
    });
  });
});

describe("the featured recipe", () => {
  test("gives way to the one featured after it", async () => {
    const first = await create({ title: "A", slug: "a", is_featured: true });
    const second = await create({ title: "B", slug: "b", is_featured: true });
    expect(await featured()).toEqual(["b"]);
    await change(first.id, { is_featured: true, version: 2 });
    expect(await featured()).toEqual(["a"]);
    const stale = await change(second.id, { title: "C", version: 1 });
    expect(await stale.json()).toMatchObject({ status: 409, current: { is_featured: false } });
  });

  test("is one, of two that are featured at once", async () => {
    const made = [await create({ title: "A", slug: "a" }), await create({ title: "B", slug: "b" })];
    await Promise.all(made.map(({ id }) => change(id, { is_featured: true, version: 1 })));
    expect(await featured()).toHaveLength(1);
  });

  test("stays when featuring another is refused", async () => {
    await create({ title: "A", slug: "a", is_featured: true });
    const other = await create({ title: "B", slug: "b" });
    expect((await change(other.id, { is_featured: true, version: 9 })).status).toBe(409);
    expect(await featured()).toEqual(["a"]);
  });

  test("when deleted leaves its place to the first of the list", async () => {
    await create({ title: "A", slug: "a" });
    const { id } = await create({ title: "B", slug: "b", is_featured: true });
    expect((await ask("DELETE", `/api/recipes/${id}`)).status).toBe(204);
    expect((await ask("DELETE", `/api/recipes/${id}`)).status).toBe(404);
    const { items } = await (await ask("GET", "/api/recipes")).json();
    expect(featuredRecipe<Recipe>(items)?.slug).toBe("a");
  });
});

test("hidden recipes are in the administrator's list alone", async () => {
  const { id } = await create({ title: "A", slug: "a" });
  expect((await change(id, { visible: false, version: 1 })).status).toBe(200);
  expect(await (await ask("GET", "/api/recipes?all=1")).json()).toMatchObject({ items: [{ id }] });
  expect(await (await ask("GET", "/api/recipes")).json()).toMatchObject({ items: [] });
  expect((await asker(url)("GET", "/api/recipes?all=1")).status).toBe(401);
});

test("every write names its author in the log", async () => {
  const { id } = await create({ title: "A", slug: "a" });
  await change(id, { title: "B", version: 1 });
  await ask("DELETE", `/api/recipes/${id}`);
  const rows = await database.select().from(auditLogs).orderBy(auditLogs.created_at);
  expect(rows.map((row) => [row.operation, row.user_email])).toEqual([
    ["INSERT", email],
    ["UPDATE", email],
    ["DELETE", email],
  ]);
});
