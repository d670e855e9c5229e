import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { exampleValues } from "#app/api/framework/example-values.ts";
import { categorySchema } from "#app/domain/catalogue/category-schema.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import { products } from "#app/domain/catalogue/table.ts";
import { publicSettingsSchema } from "#app/domain/company/schema.ts";
import { recipeSchema } from "#app/domain/recipes/schema.ts";
import { recipes } from "#app/domain/recipes/table.ts";
import { lintApi } from "#tests/support/lint-api.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { addProduct, createTestApi, startApi } from "./api-shop.ts";

const { database } = await openTestDatabase();
const url = await startApi({ database });

const list = (item: z.ZodType) => z.strictObject({ items: z.array(item), next_cursor: z.null() });

async function read(path: string) {
  const response = await fetch(url + path);
  expect(response.status).toBe(200);
  return response.json();
}

describe("everyone may read", () => {
  beforeEach(async () => {
    await addProduct(database, { slug: "acai", position: 1 });
    await addProduct(database, { slug: "gelo-de-coco", category: "gelo-saborizado", position: 0 });
    await addProduct(database, { slug: "segredo", visible: false });
    await database.insert(recipes).values([
      { title: "Vitamina de açaí", slug: "vitamina-de-acai" },
      { title: "Receita secreta", slug: "secreta", visible: false },
    ]);
  });

  const slugs = async (path: string) =>
    (await read(path)).items.map((item: { slug: string }) => item.slug);

  test("the visible products, complete and in the seller's order", async () => {
    const body = await read("/api/products");
    list(productSchema.strict())
      .extend({ total: z.literal(2) })
      .parse(body);
    expect(await slugs("/api/products")).toEqual(["gelo-de-coco", "acai"]);
    expect(body.items[0]).toMatchObject({ price: 12.9, specs: { unit: "caixa", rating: 4.5 } });
  });

  test("those of one category, or one by its slug", async () => {
    expect(await slugs("/api/products?category=polpas")).toEqual(["acai"]);
    expect(await slugs("/api/products?category=pescados")).toEqual([]);
    expect(await slugs("/api/products?slug=acai")).toEqual(["acai"]);
    expect(await slugs("/api/products?slug=acai&category=pescados")).toEqual([]);
    expect(await slugs("/api/products?slug=segredo")).toEqual([]);
  });

  test("parts of the list, one after the other", async () => {
    await addProduct(database, { slug: "umbu", position: 2, long_desc: "Do sertão" });
    const first = await read("/api/products?limit=2");
    expect(first).toMatchObject({ total: 3, items: [{ slug: "gelo-de-coco" }, { slug: "acai" }] });
    const cursor = encodeURIComponent(first.next_cursor);
    const second = await read(`/api/products?limit=2&cursor=${cursor}&brief=1`);
    expect(second).toMatchObject({ next_cursor: null, items: [{ slug: "umbu", long_desc: "" }] });
    for (const word of ["sertao", "sertoes"]) {
      expect(await slugs(`/api/products?q=${word}`)).toEqual(["umbu"]);
    }
    expect(await slugs("/api/products?q=sertanejo")).toEqual([]);
  });

  test("selected products, without those that are hidden", async () => {
    const added = await database.select({ id: products.id }).from(products);
    const ids = [...added.map(({ id }) => id), "00000000-0000-4000-8000-000000000000"];
    expect(await slugs(`/api/products?ids=${ids.join()}`)).toEqual(["gelo-de-coco", "acai"]);
  });

  test("the categories by position", async () => {
    list(categorySchema.strict()).parse(await read("/api/categories"));
    expect(await slugs("/api/categories")).toEqual([
      "polpas",
      "frutas-congeladas",
      "gelo-saborizado",
      "pescados",
    ]);
  });

  test("the visible recipes", async () => {
    list(recipeSchema.strict()).parse(await read("/api/recipes"));
    expect(await slugs("/api/recipes")).toEqual(["vitamina-de-acai"]);
  });

  test("the settings", async () => {
    publicSettingsSchema.strict().parse(await read("/api/settings"));
  });

  test("the health of the shop", async () => {
    expect(await read("/api/health")).toEqual({ status: "ok" });
  });
});

describe("the published description", () => {
  type Answer = { content?: Record<string, { schema: object; example?: unknown }> };
  type Operation = { summary?: string; responses: Record<string, Answer> };
  type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

  test("covers the public routes with their errors and examples", async () => {
    const document: Document = await read("/api/openapi.json");
    expect(document.openapi).toBe("3.1.0");
    const expected = {
      "/api/products": ["get", 200, 304, 400, 401, 403, 410, 429, 500, 503],
      "/api/categories": ["get", 200, 304, 400, 401, 403, 429, 500, 503],
      "/api/recipes": ["get", 200, 304, 400, 401, 403, 429, 500, 503],
      "/api/settings": ["get", 200, 304, 400, 401, 429, 500, 503],
      "/api/orders": ["post", 200, 201, 400, 401, 403, 409, 413, 415, 422, 429, 500, 503],
      "/api/postal-code/{cep}": ["get", 200, 400, 401, 404, 429, 500, 503, 504],
      "/api/health": ["get", 200, 400, 401, 429, 500, 503],
    };
    for (const [path, [method = "", ...statuses]] of Object.entries(expected)) {
      const operation = document.paths[path]?.[method];
      expect(Object.keys(operation?.responses ?? {}), path).toEqual(statuses.map(String));
      const examples = Object.entries(operation?.responses ?? {}).flatMap(([status, { content }]) =>
        Object.values(content ?? {}).flatMap(({ example }) => (example ? [status] : [])),
      );
      const answered = statuses.filter((status) => status !== 304);
      expect([...new Set(examples)], path).toEqual(answered.map(String));
    }
  });

  // `npm run check` lints the same document.
  test("is valid OpenAPI, with valid examples", { tags: ["nightly"] }, async () => {
    expect(await lintApi(await read("/api/openapi.json"))).toEqual([]);
  });

  test("has a field for every value of examples", async () => {
    const text = JSON.stringify(await read("/api/openapi.json"));
    const unknown = Object.keys(exampleValues).filter((name) => !text.includes(`"${name}":{`));
    expect(unknown).toEqual([]);
  });

  test("shows examples that its own schemas accept, with the rules that the document cannot state", () => {
    const rejected = createTestApi({ database }).api.openAPIRegistry.definitions.flatMap(
      (definition) => {
        if (definition.type !== "route") return [];
        const { method, path, request, responses } = definition.route;
        return [request?.body, ...Object.values(responses)].flatMap((part) => {
          const content = part && "content" in part && part.content?.["application/json"];
          if (!content || !("schema" in content) || !(content.schema instanceof z.ZodType))
            return [];
          const { error } = content.schema.safeParse(content.example);
          return error ? [`${method} ${path}: ${z.prettifyError(error)}`] : [];
        });
      },
    );
    expect(rejected).toEqual([]);
  });
});
