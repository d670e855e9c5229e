import { createRoute } from "@hono/zod-openapi";
import { categoryChangesSchema } from "#app/domain/catalogue/category-input.ts";
import { categorySchema } from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { category as example } from "./examples.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";
import { changeAnswers, idParams, largestRow, ranking, savedRow } from "./saving.ts";

const tags = ["Catálogo"];
const category = categorySchema.meta({ id: "Category" });

/** The four categories: everyone reads them, the administrator renames and orders them. */
export function addCategories(api: Api, deps: ApiDependencies): void {
  addList(api, deps);
  addChange(api, deps);
  addReordering(api, deps);
}

function addList(api: Api, { shop, publicReads }: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/categories",
    tags,
    summary: "Lista as categorias",
    middleware: publicReads,
    responses: {
      200: {
        description: "Por `position`, crescente.",
        content: json(listOf(category), wholeList([example])),
      },
      ...problemResponses(),
    },
  });
  api.openapi(route, async (c) => c.json(wholeList(await shop.listCategories()), 200));
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "patch",
    path: "/categories/{id}",
    tags,
    security,
    summary: "Muda uma categoria",
    description: "Envie só os campos que mudam e a `version` lida. O slug é fixo.",
    middleware: [requireAdmin(deps), jsonBody(largestRow)] as const,
    request: {
      params: idParams,
      body: jsonRequest(categoryChangesSchema.meta({ id: "CategoryChanges" }), {
        name: "Polpas",
        version: 1,
      }),
    },
    responses: changeAnswers(category, example),
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const { id } = c.req.valid("param");
    const saved = await deps.shop.changeCategory(author, id, c.req.valid("json"));
    return c.json(savedRow(saved), 200);
  });
}

function addReordering(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "put",
    path: "/categories/order",
    tags,
    security,
    summary: "Ordena as categorias",
    description: "Todos os ids, da primeira à última, de uma vez.",
    middleware: [requireAdmin(deps), jsonBody(largestRow)] as const,
    request: { body: ranking.body },
    responses: { 200: ranking.answer, ...problemResponses(400, 401, 403, 413, 415) },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const places = await deps.shop.reorderCategories(author, c.req.valid("json").ids);
    return c.json(wholeList(places), 200);
  });
}
