import { z } from "@hono/zod-openapi";
import { newRecipeSchema, recipeChangesSchema, recipeSchema } from "#app/domain/recipes/schema.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { findAdministrator } from "./framework/guard.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedResponse,
  requireCreated,
} from "./framework/idempotency.ts";
import { notFoundProblem } from "./framework/problem.ts";
import {
  adminRoutes,
  allParameter,
  catalogueRoutes,
  optionalSecurity,
  publicRoutes,
} from "./framework/routes.ts";
import { readResponses, rowChange, sendRow, slugTakenResponse } from "./framework/rows.ts";

const tag = "Receitas";
const taken = { slug: "Já existe uma receita com este slug" };
const recipe = recipeSchema.meta({ id: "Recipe" });

/** Recipes: visitors read the visible ones, the administrator reads and writes all. */
export function addRecipeRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  catalogueRoutes(api, deps, tag).list({
    path: "/recipes",
    summary: "Lista as receitas visíveis",
    description: "Sem páginas. Com `all=1`, para o administrador, também as ocultas.",
    query: z.object({ all: allParameter }),
    answer: ["Da mais nova à mais antiga; `prep_time` em minutos.", recipe],
    run: ({ shop, query }) => (query.all ? shop.recipes.listAll() : shop.recipes.listVisible()),
  });
  addRead(api, deps);
  const { row, done } = adminRoutes(api, deps, tag);
  row({
    method: "post",
    path: "/recipes",
    summary: "Cria uma receita",
    description: "Só `title` e `slug` são obrigatórios. Uma em destaque toma o lugar da anterior.",
    headers: keyHeader,
    body: newRecipeSchema.meta({ id: "NewRecipe" }),
    status: 201,
    tagged: true,
    answer: ["Criada.", recipe],
    problems: {
      ...keyReusedResponse,
      ...slugTakenResponse("O slug já é de outra receita.", taken.slug, recipe),
    },
    run: async ({ author, header, body }) => {
      const request = keyedRequest("/recipes", header, body);
      return requireCreated(
        await shop.once(request, (bound) => bound.recipes.create(author, body)),
        taken,
      );
    },
  });
  const changes = recipeChangesSchema
    .partial({ version: true })
    .meta({ id: "RecipeChanges", examples: [{ is_featured: true, version: 1 }] });
  row({
    ...rowChange(recipe, changes, shop.recipes.change, taken),
    path: "/recipes/{id}",
    summary: "Muda uma receita",
    description:
      "Envie só os campos que mudam e a `version` lida. Pôr uma em destaque tira a anterior.",
  });
  done({
    method: "delete",
    path: "/recipes/{id}",
    summary: "Exclui uma receita",
    description: "Não há como desfazer; os logs guardam o que ela dizia.",
    answer: "Excluída.",
    run: ({ author, id }) => shop.recipes.delete(author, id),
  });
}

function addRead(api: Api, deps: ApiDependencies): void {
  publicRoutes(api, deps, tag).response({
    path: "/recipes/{id}",
    summary: "Mostra uma receita",
    description: "Uma receita oculta, só ao administrador.",
    security: optionalSecurity,
    answer: readResponses(recipe),
    run: async ({ c, id }) => {
      const isAdministrator = (await findAdministrator(deps, c)) !== undefined;
      const read = () => deps.shop.recipes.find(id);
      const found = await (isAdministrator ? read() : deps.limitRead(c, read));
      if (!found || !(found.visible || isAdministrator)) throw notFoundProblem();
      return sendRow(c, found);
    },
  });
}
