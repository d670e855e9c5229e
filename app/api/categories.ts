import { z } from "@hono/zod-openapi";
import {
  categoryChangesSchema,
  categorySchema,
  newCategorySchema,
} from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { category as example } from "./examples.ts";
import {
  completeList,
  jsonContent,
  jsonRequestBody,
  jsonResponse,
  listSchema,
} from "./json-content.ts";
import { adminRoute, allParameter, catalogueRoute } from "./routes.ts";
import {
  changeResponses,
  idParams,
  ranking,
  requireSaved,
  setVersionTag,
  slugTakenResponse,
  versionHeader,
  versionTagHeaders,
  withVersion,
} from "./rows.ts";

const tags = ["Catálogo"];
const category = categorySchema.meta({ id: "Category" });
const taken = { slug: "Já existe uma categoria com este slug" };

/** Categories: visitors read the visible ones, the administrator adds, changes, hides and reorders them. */
export function addCategoryRoutes(api: Api, deps: ApiDependencies): void {
  addList(api, deps);
  addCreation(api, deps);
  addChange(api, deps);
  addReordering(api, deps);
}

function addList(api: Api, deps: ApiDependencies): void {
  const route = catalogueRoute(deps, {
    method: "get",
    path: "/categories",
    tags,
    summary: "Lista as categorias",
    description: "As visíveis. Com `all=1`, para o administrador, também as ocultas.",
    request: { query: z.object({ all: allParameter }) },
    responses: {
      200: jsonResponse(
        "Por `position`, crescente.",
        listSchema(category),
        completeList([example]),
      ),
    },
  });
  api.openapi(route, async (c) => {
    const shop = c.get("shop");
    const { all } = c.req.valid("query");
    const found = all ? shop.listCategories() : shop.listVisibleCategories();
    return c.json(completeList(await found), 200);
  });
}

function addCreation(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path: "/categories",
    tags,
    summary: "Cria uma categoria",
    description: "Fica no fim da lista. Só `name` e `slug` são obrigatórios; o slug é fixo.",
    request: {
      body: jsonRequestBody(newCategorySchema.meta({ id: "NewCategory" }), {
        name: "Sorvetes artesanais",
        short_name: "Sorvetes",
        slug: "sorvetes",
        tint: "orange",
      }),
    },
    responses: {
      201: {
        description: "Criada.",
        headers: versionTagHeaders,
        content: jsonContent(category, example),
      },
      ...slugTakenResponse("O slug já é de outra categoria.", taken.slug, example),
    },
  });
  api.openapi(route, async (c) => {
    const saved = await deps.shop.createCategory(c.get("author"), c.req.valid("json"));
    const created = requireSaved(saved, taken);
    setVersionTag(c, created);
    return c.json(created, 201);
  });
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "patch",
    path: "/categories/{id}",
    tags,
    summary: "Muda uma categoria",
    description: "Envie só os campos que mudam e a `version` lida. O slug é fixo.",
    request: {
      params: idParams,
      headers: versionHeader,
      body: jsonRequestBody(
        categoryChangesSchema.partial({ version: true }).meta({ id: "CategoryChanges" }),
        {
          name: "Polpas",
          version: 1,
        },
      ),
    },
    responses: changeResponses(category, example),
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const { id } = c.req.valid("param");
    const header = c.req.valid("header");
    const changes = withVersion(c.req.valid("json"), header);
    const row = requireSaved(
      await deps.shop.changeCategory(author, id, changes),
      undefined,
      header,
    );
    setVersionTag(c, row);
    return c.json(row, 200);
  });
}

function addReordering(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "put",
    path: "/categories/order",
    tags,
    summary: "Ordena as categorias",
    description: "Todos os ids, da primeira à última, de uma vez.",
    request: { body: ranking.body },
    responses: { 200: ranking.response },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const places = await deps.shop.reorderCategories(author, c.req.valid("json").ids);
    return c.json(completeList(places), 200);
  });
}
