import { z } from "@hono/zod-openapi";
import { newRecipeSchema, recipeChangesSchema, recipeSchema } from "#app/domain/recipes/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { findAdministrator } from "./guard.ts";
import { keyedRequest, keyHeader, keyReusedResponse, requireCreated } from "./idempotency.ts";
import {
  completeList,
  jsonContent,
  jsonRequestBody,
  jsonResponse,
  listSchema,
} from "./json-content.ts";
import {
  adminRoute,
  allParameter,
  catalogueRoute,
  optionalSecurity,
  publicRoute,
} from "./routes.ts";
import {
  addDeleteRoute,
  changeResponses,
  idParams,
  notFoundProblem,
  readResponses,
  requireSaved,
  sendRow,
  setVersionTag,
  slugTakenResponse,
  versionHeader,
  versionTagHeaders,
  withVersion,
} from "./rows.ts";

const tags = ["Receitas"];
const taken = { slug: "Já existe uma receita com este slug" };
const recipe = recipeSchema.meta({ id: "Recipe" });

/** Recipes: visitors read the visible ones, the administrator reads and writes all. */
export function addRecipeRoutes(api: Api, deps: ApiDependencies): void {
  addList(api, deps);
  addRead(api, deps);
  addCreation(api, deps);
  addChange(api, deps);
  addDeleteRoute(api, deps, {
    path: "/recipes/{id}",
    tags,
    summary: "Exclui uma receita",
    description: "Não há como desfazer; os logs guardam o que ela dizia.",
    done: "Excluída.",
    remove: deps.shop.deleteRecipe,
  });
}

function addList(api: Api, deps: ApiDependencies): void {
  const route = catalogueRoute(deps, {
    method: "get",
    path: "/recipes",
    tags,
    summary: "Lista as receitas visíveis",
    description: "Sem páginas. Com `all=1`, para o administrador, também as ocultas.",
    request: { query: z.object({ all: allParameter }) },
    responses: {
      200: jsonResponse(
        "Da mais nova à mais antiga; `prep_time` em minutos.",
        listSchema(recipe),
        completeList([examples.recipe]),
      ),
    },
  });
  api.openapi(route, async (c) => {
    const { all } = c.req.valid("query");
    const shop = c.get("shop");
    const found = all ? shop.listAllRecipes() : shop.listVisibleRecipes();
    return c.json(completeList(await found), 200);
  });
}

function addRead(api: Api, deps: ApiDependencies): void {
  const route = {
    ...publicRoute(deps, {
      method: "get",
      path: "/recipes/{id}",
      tags,
      summary: "Mostra uma receita",
      description: "Uma receita oculta, só ao administrador.",
      request: { params: idParams },
      responses: readResponses(recipe, examples.recipe),
    }),
    security: optionalSecurity,
  };
  api.openapi(route, async (c) => {
    const found = await deps.shop.findRecipe(c.req.valid("param").id);
    const isShown = found?.visible || (found && (await findAdministrator(deps, c)));
    if (!isShown) throw notFoundProblem();
    return sendRow(c, found);
  });
}

function addCreation(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path: "/recipes",
    tags,
    summary: "Cria uma receita",
    description: "Só `title` e `slug` são obrigatórios. Uma em destaque toma o lugar da anterior.",
    request: {
      headers: keyHeader,
      body: jsonRequestBody(newRecipeSchema.meta({ id: "NewRecipe" }), examples.newRecipe),
    },
    responses: {
      201: {
        description: "Criada.",
        headers: versionTagHeaders,
        content: jsonContent(recipe, examples.recipe),
      },
      ...keyReusedResponse,
      ...slugTakenResponse("O slug já é de outra receita.", taken.slug, examples.recipe),
    },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const body = c.req.valid("json");
    const request = keyedRequest("/recipes", c.req.valid("header"), body);
    const created = requireCreated(await deps.shop.createRecipe(author, body, request), taken);
    setVersionTag(c, created);
    return c.json(created, 201);
  });
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "patch",
    path: "/recipes/{id}",
    tags,
    summary: "Muda uma receita",
    description:
      "Envie só os campos que mudam e a `version` lida. Pôr uma em destaque tira a anterior.",
    request: {
      params: idParams,
      headers: versionHeader,
      body: jsonRequestBody(
        recipeChangesSchema.partial({ version: true }).meta({ id: "RecipeChanges" }),
        {
          is_featured: true,
          version: 1,
        },
      ),
    },
    responses: changeResponses(recipe, examples.recipe),
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const { id } = c.req.valid("param");
    const header = c.req.valid("header");
    const changes = withVersion(c.req.valid("json"), header);
    const row = requireSaved(await deps.shop.changeRecipe(author, id, changes), taken, header);
    setVersionTag(c, row);
    return c.json(row, 200);
  });
}
