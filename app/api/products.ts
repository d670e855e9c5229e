import { z } from "@hono/zod-openapi";
import { productListSchema, readListCursor } from "#app/domain/catalogue/product-list.ts";
import {
  newProductSchema,
  productMoveSchema,
  productPatchSchema,
} from "#app/domain/catalogue/schema.ts";
import { selectionActionSchema } from "#app/domain/catalogue/selection.ts";
import { rowPositionSchema } from "#app/domain/editing/schema.ts";
import { afterSchema } from "#app/domain/paging/feed.ts";
import type { Shop } from "#app/shop.ts";
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
import { expiredCursorProblem, problemResponses, rejectedFieldsProblem } from "./problem.ts";
import { addProductBatchRoute, productComponent, takenMessages as taken } from "./product-batch.ts";
import { addProductFileRoutes } from "./product-file.ts";
import { addProductPriceRoutes } from "./product-prices.ts";
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
  ranking,
  readResponses,
  requireSaved,
  sendRow,
  setVersionTag,
  slugTakenResponse,
  versionHeader,
  versionTagHeaders,
  withVersion,
} from "./rows.ts";

const tags = ["Catálogo"];

/** Products: visitors read the visible ones, the administrator reads and writes all. */
export function addProductRoutes(api: Api, deps: ApiDependencies): void {
  addList(api, deps);
  addProductFileRoutes(api, deps);
  addRead(api, deps);
  addCreation(api, deps);
  addChange(api, deps);
  addDeleteRoute(api, deps, {
    path: "/products/{id}",
    tags,
    summary: "Exclui um produto",
    description: "Pedidos já feitos guardam o que diziam dele.",
    done: "Excluído.",
    remove: deps.shop.deleteProduct,
  });
  addReordering(api, deps);
  addMove(api, deps);
  addSelectionAction(api, deps);
  addProductBatchRoute(api, deps);
  addProductPriceRoutes(api, deps);
}

const listQuerySchema = productListSchema
  .extend({ all: allParameter, after: afterSchema.optional() })
  .superRefine(({ after, limit: _, ...others }, context) => {
    if (after === undefined) return;
    for (const name of Object.keys(others)) {
      if (name === "all" || others[name as keyof typeof others] === undefined) continue;
      context.addIssue({ code: "custom", path: [name], message: "Não se combina com after." });
    }
    if (others.all) return;
    context.addIssue({ code: "custom", path: ["all"], message: "Com after, use all=1." });
  });

function addList(api: Api, deps: ApiDependencies): void {
  const route = catalogueRoute(deps, {
    method: "get",
    path: "/products",
    tags,
    summary: "Lista os produtos visíveis",
    description:
      "Por posição, em partes: sem `limit`, 100 produtos. Com `all=1`, para o administrador, também os ocultos; e com `after` " +
      "pela última mudança, também do estoque, da mais antiga à mais nova, para sincronizar como em GET /api/orders.",
    request: { query: listQuerySchema },
    responses: {
      200: jsonResponse(
        "Preço em reais por `specs.unit`; estoque em unidades de venda.",
        productListComponent,
        {
          ...completeList([examples.product]),
          total: 1,
        },
      ),
      ...problemResponses(410),
    },
  });
  api.openapi(route, async (c) => {
    const { all, brief, cursor, after: position, ...query } = c.req.valid("query");
    if (position !== undefined) {
      const page = await deps.shop.readProductFeed({ after: position, limit: query.limit });
      if (!page) throw expiredCursorProblem();
      return c.json(page, 200);
    }
    const { category } = query;
    if (category !== undefined) await requireCategory(c.get("shop"), category, all === "1");
    const after = cursor === undefined ? undefined : readListCursor(cursor, query);
    if (cursor !== undefined && !after) {
      throw rejectedFieldsProblem([{ field: "cursor", message: "Cursor inválido." }]);
    }
    const request = { ...query, after, all: all === "1", brief: brief === "1" };
    return c.json(await c.get("shop").listProducts(request), 200);
  });
}

async function requireCategory(shop: Shop, wanted: string, all: boolean): Promise<void> {
  const categories = await (all ? shop.listCategories() : shop.listVisibleCategories());
  if (categories.some(({ slug }) => slug === wanted)) return;
  throw rejectedFieldsProblem([{ field: "category", message: "Categoria desconhecida." }]);
}

const productListComponent = listSchema(productComponent).extend({
  total: z.int().meta({ description: "Quantos produtos há em todas as partes." }),
});

function addRead(api: Api, deps: ApiDependencies): void {
  const route = {
    ...publicRoute(deps, {
      method: "get",
      path: "/products/{id}",
      tags,
      summary: "Mostra um produto",
      description: "Um produto oculto, só ao administrador.",
      request: { params: idParams },
      responses: readResponses(productComponent, examples.product),
    }),
    security: optionalSecurity,
  };
  api.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    const found = (await findAdministrator(deps, c))
      ? await deps.shop.findProduct(id)
      : (await deps.shop.listProducts({ ids: [id], limit: 1 })).items[0];
    if (!found) throw notFoundProblem();
    return sendRow(c, found);
  });
}

function addCreation(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path: "/products",
    tags,
    summary: "Cria um produto",
    description: "Fica no fim da lista. Só `title` e `slug` são obrigatórios.",
    request: {
      headers: keyHeader,
      body: jsonRequestBody(newProductSchema.meta({ id: "NewProduct" }), examples.newProduct),
    },
    responses: {
      201: {
        description: "Criado.",
        headers: versionTagHeaders,
        content: jsonContent(productComponent, examples.product),
      },
      ...keyReusedResponse,
      ...slugTakenResponse(
        "O slug ou o código externo já é de outro produto.",
        taken.slug,
        examples.product,
      ),
    },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const body = c.req.valid("json");
    const request = keyedRequest("/products", c.req.valid("header"), body);
    const created = requireCreated(await deps.shop.createProduct(author, body, request), taken);
    setVersionTag(c, created);
    return c.json(created, 201);
  });
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "patch",
    path: "/products/{id}",
    tags,
    summary: "Muda um produto",
    description: "Envie só os campos que mudam, também dentro de `specs`, e a `version` lida.",
    request: {
      params: idParams,
      headers: versionHeader,
      body: jsonRequestBody(productPatchSchema.meta({ id: "ProductChanges" }), {
        stock: 25,
        version: 1,
      }),
    },
    responses: changeResponses(productComponent, examples.product),
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const { id } = c.req.valid("param");
    const header = c.req.valid("header");
    const changes = withVersion(c.req.valid("json"), header);
    const row = requireSaved(await deps.shop.changeProduct(author, id, changes), taken, header);
    setVersionTag(c, row);
    return c.json(row, 200);
  });
}

function addReordering(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "put",
    path: "/products/order",
    tags,
    summary: "Ordena os produtos",
    description:
      "Todos os ids, do primeiro ao último, de uma vez. Produtos não citados ficam no fim, como estavam.",
    request: { body: ranking.body },
    responses: { 200: ranking.response },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const places = await deps.shop.reorderProducts(author, c.req.valid("json").ids);
    return c.json(completeList(places), 200);
  });
}

function addMove(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path: "/products/{id}/move",
    tags,
    summary: "Move um produto na lista",
    description: "Os produtos entre o lugar antigo e o novo andam um lugar.",
    request: {
      params: idParams,
      body: jsonRequestBody(productMoveSchema.meta({ id: "ProductMove" }), { place: 1 }),
    },
    responses: {
      200: jsonResponse("A posição de agora.", rowPositionSchema.meta({ id: "Place" }), {
        id: examples.product.id,
        position: 0,
        version: 2,
      }),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    const place = await deps.shop.moveProduct(c.get("author"), id, c.req.valid("json"));
    if (!place) throw notFoundProblem();
    return c.json(place, 200);
  });
}

function addSelectionAction(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path: "/products/actions",
    tags,
    summary: "Mostra, oculta, esgota ou exclui muitos produtos",
    description:
      "Os de `ids`, ou com `matching` todos os que a lista com estes filtros mostra, também os ocultos. Vale o que está gravado: não pede versões.",
    request: {
      body: jsonRequestBody(selectionActionSchema.meta({ id: "ProductAction" }), {
        action: "hide",
        matching: { category: "polpas" },
      }),
    },
    responses: {
      200: jsonResponse(
        "Feito.",
        z.object({ found: z.int().meta({ description: "Quantos produtos existiam." }) }),
        { found: 12 },
      ),
    },
  });
  api.openapi(route, async (c) => {
    const found = await deps.shop.changeSelection(c.get("author"), c.req.valid("json"));
    return c.json({ found }, 200);
  });
}
