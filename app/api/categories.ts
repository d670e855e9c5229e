import { categoryChangesSchema, categorySchema } from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { category as example } from "./examples.ts";
import { completeList, jsonContent, jsonRequestBody, listSchema } from "./json-content.ts";
import { adminRoute, cachedRoute } from "./routes.ts";
import {
  changeResponses,
  idParams,
  ranking,
  requireSaved,
  setVersionTag,
  versionHeader,
  withVersion,
} from "./rows.ts";

const tags = ["Catálogo"];
const category = categorySchema.meta({ id: "Category" });

/** The fixed set of categories: visitors read them, the administrator changes and reorders them. */
export function addCategoryRoutes(api: Api, deps: ApiDependencies): void {
  addList(api, deps);
  addChange(api, deps);
  addReordering(api, deps);
}

function addList(api: Api, deps: ApiDependencies): void {
  const route = cachedRoute(deps, {
    method: "get",
    path: "/categories",
    tags,
    summary: "Lista as categorias",
    description: "As quatro categorias fixas da loja.",
    responses: {
      200: {
        description: "Por `position`, crescente.",
        content: jsonContent(listSchema(category), completeList([example])),
      },
    },
  });
  api.openapi(route, async (c) => c.json(completeList(await c.get("shop").listCategories()), 200));
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
