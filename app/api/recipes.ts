import { createRoute, z } from "@hono/zod-openapi";
import { recipeSchema } from "#app/domain/recipes/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { recipe } from "./examples.ts";
import { guardHidden, orAdministrator } from "./hidden-rows.ts";
import { json } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problemResponses } from "./problem.ts";

/** GET /recipes: what is on show, newest first. */
export function addRecipes(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/recipes",
    tags: ["Receitas"],
    summary: "Lista as receitas visíveis",
    security: orAdministrator.security,
    middleware: guardHidden(deps),
    request: { query: z.object({ all: orAdministrator.query }) },
    responses: {
      200: {
        description: "Da mais nova à mais antiga; `prep_time` em minutos.",
        content: json(listOf(recipeSchema.meta({ id: "Recipe" })), wholeList([recipe])),
      },
      ...orAdministrator.responses,
      ...problemResponses(400),
    },
  });
  api.openapi(route, async (c) => {
    const { all } = c.req.valid("query");
    const found = all ? deps.shop.listAllRecipes() : deps.shop.listVisibleRecipes();
    return c.json(wholeList(await found), 200);
  });
}
