import { createRoute } from "@hono/zod-openapi";
import { recipeSchema } from "#app/domain/recipes/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { recipe } from "./examples.ts";
import { json } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problemResponses } from "./problem.ts";

/** GET /recipes: what is on show, newest first. */
export function addRecipes(api: Api, { shop, publicReads }: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/recipes",
    tags: ["Receitas"],
    summary: "Lista as receitas visíveis",
    middleware: publicReads,
    responses: {
      200: {
        description: "Da mais nova à mais antiga; `prep_time` em minutos.",
        content: json(listOf(recipeSchema.meta({ id: "Recipe" })), wholeList([recipe])),
      },
      ...problemResponses(),
    },
  });
  api.openapi(route, async (c) => c.json(wholeList(await shop.listVisibleRecipes()), 200));
}
