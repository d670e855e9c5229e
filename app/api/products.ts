import { z } from "@hono/zod-openapi";
import { categoryPages } from "#app/domain/catalogue/rules.ts";
import { withActiveOptions } from "#app/domain/catalogue/sale-options.ts";
import { newProductSchema, productPatchSchema } from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { findAdministrator } from "./guard.ts";
import { keyedRequest, keyHeader, keyReusedResponse, requireCreated } from "./idempotency.ts";
import { completeList, jsonContent, jsonRequestBody, listSchema } from "./json-content.ts";
import { problemResponses } from "./problem.ts";
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
  requireSaved,
  setVersionTag,
  slugTakenResponse,
  versionHeader,
  versionTagHeaders,
  withVersion,
} from "./rows.ts";

const tags = ["Catálogo"];
const categorySlugs = categoryPages.map((page) => page.slug);

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
  addProductBatchRoute(api, deps);
  addProductPriceRoutes(api, deps);
}

const listQuerySchema = z.object({
  category: z.enum(categorySlugs, { error: "Categoria desconhecida." }).optional(),
  all: allParameter,
  slug: z
    .string()
    .max(200, { error: "Slug inválido." })
    .refine((slug) => !/\p{Cc}/u.test(slug), { error: "Slug inválido." })
    .optional()
    .meta({ description: "Um só produto, ou nenhum.", examples: ["polpa-de-acai"] }),
  external_id: z
    .string()
    .max(100, { error: "Código inválido." })
    .optional()
    .meta({ description: "Um só produto, ou nenhum.", examples: ["ERP-1042"] }),
});

function addList(api: Api, deps: ApiDependencies): void {
  const route = catalogueRoute(deps, {
    method: "get",
    path: "/products",
    tags,
    summary: "Lista os produtos visíveis",
    description: "Por posição, sem páginas. Com `all=1`, para o administrador, também os ocultos.",
    request: { query: listQuerySchema },
    responses: {
      200: {
        description: "Preço em reais por `specs.unit`; estoque em unidades de venda.",
        content: jsonContent(listSchema(productComponent), completeList([examples.product])),
      },
    },
  });
  api.openapi(route, async (c) => {
    const query = c.req.valid("query");
    const found = await findProducts(deps, query);
    const { category, slug, external_id } = query;
    const matching = found.filter(
      (product) =>
        (category === undefined || product.category === category) &&
        (slug === undefined || product.slug === slug) &&
        (external_id === undefined || product.external_id === external_id),
    );
    return c.json(completeList(matching), 200);
  });
}

/** The rows among which the filters match: all, the visible ones, or the visible one of a slug. */
async function findProducts(
  { shop }: ApiDependencies,
  { all, category, slug }: z.infer<typeof listQuerySchema>,
) {
  if (all) return shop.listAllProducts();
  if (slug === undefined) return shop.listVisibleProducts(category);
  const product = await shop.findProductBySlug(slug);
  return product ? [product] : [];
}

function addRead(api: Api, deps: ApiDependencies): void {
  const route = {
    ...publicRoute(deps, {
      method: "get",
      path: "/products/{id}",
      tags,
      summary: "Mostra um produto",
      description: "Um produto oculto, só ao administrador.",
      request: { params: idParams },
      responses: {
        200: {
          description: "Como está agora.",
          headers: versionTagHeaders,
          content: jsonContent(productComponent, examples.product),
        },
        ...problemResponses(404),
      },
    }),
    security: optionalSecurity,
  };
  api.openapi(route, async (c) => {
    const found = await deps.shop.findProduct(c.req.valid("param").id);
    if (!found) throw notFoundProblem();
    setVersionTag(c, found);
    const shown = withActiveOptions(found);
    // Only what visitors do not see costs a look at the session.
    if (found.visible && shown === found) return c.json(found, 200);
    if (await findAdministrator(deps, c)) return c.json(found, 200);
    if (!found.visible) throw notFoundProblem();
    return c.json(shown, 200);
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
