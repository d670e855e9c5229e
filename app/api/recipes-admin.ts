import { createRoute } from "@hono/zod-openapi";
import { newRecipeSchema, recipeChangesSchema } from "#app/domain/recipes/recipe-input.ts";
import { recipeSchema } from "#app/domain/recipes/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { addDeletion } from "./deletion.ts";
import * as examples from "./examples.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { problemResponse, problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";
import { changeAnswers, idParams, largestRow, savedRow } from "./saving.ts";

const tags = ["Receitas"];
const slugTaken = "Já existe uma receita com este slug";
const recipe = recipeSchema.meta({ id: "Recipe" });

/** The administrator's writes of recipes. */
export function addRecipeWrites(api: Api, deps: ApiDependencies): void {
  addCreation(api, deps);
  addChange(api, deps);
  addDeletion(api, deps, {
    path: "/recipes/{id}",
    tags,
    summary: "Exclui uma receita",
    done: "Excluída.",
    remove: deps.shop.deleteRecipe,
  });
}

function addCreation(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "post",
    path: "/recipes",
    tags,
    security,
    summary: "Cria uma receita",
    description: "Só `title` e `slug` são obrigatórios. Uma em destaque toma o lugar da anterior.",
    middleware: [requireAdmin(deps), jsonBody(largestRow)] as const,
    request: {
      body: jsonRequest(newRecipeSchema.meta({ id: "NewRecipe" }), examples.newRecipe),
    },
    responses: {
      201: { description: "Criada.", content: json(recipe, examples.recipe) },
      ...problemResponses(400, 401, 403, 413, 415),
      ...problemResponse(409, "O slug já é de outra receita.", {
        kind: "slug-taken",
        title: slugTaken,
        errors: [{ field: "slug", message: slugTaken }],
      }),
    },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const created = await deps.shop.createRecipe(author, c.req.valid("json"));
    return c.json(savedRow(created, slugTaken), 201);
  });
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "patch",
    path: "/recipes/{id}",
    tags,
    security,
    summary: "Muda uma receita",
    description:
      "Envie só os campos que mudam e a `version` lida. Pôr uma em destaque tira a anterior.",
    middleware: [requireAdmin(deps), jsonBody(largestRow)] as const,
    request: {
      params: idParams,
      body: jsonRequest(recipeChangesSchema.meta({ id: "RecipeChanges" }), {
        is_featured: true,
        version: 1,
      }),
    },
    responses: changeAnswers(recipe, examples.recipe),
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const { id } = c.req.valid("param");
    const saved = await deps.shop.changeRecipe(author, id, c.req.valid("json"));
    return c.json(savedRow(saved, slugTaken), 200);
  });
}
