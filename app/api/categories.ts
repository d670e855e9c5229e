import { createRoute } from "@hono/zod-openapi";
import { categorySchema } from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { category } from "./examples.ts";
import { json } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problemResponses } from "./problem.ts";

/** GET /categories: the four, in the seller's order. */
export function addCategories(api: Api, { shop, publicReads }: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/categories",
    tags: ["Catálogo"],
    summary: "Lista as categorias",
    middleware: publicReads,
    responses: {
      200: {
        description: "Por `position`, crescente.",
        content: json(listOf(categorySchema.meta({ id: "Category" })), wholeList([category])),
      },
      ...problemResponses(),
    },
  });
  api.openapi(route, async (c) => c.json(wholeList(await shop.listCategories()), 200));
}
