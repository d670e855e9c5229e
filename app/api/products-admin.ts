import { createRoute } from "@hono/zod-openapi";
import { newProductSchema, productChangesSchema } from "#app/domain/catalogue/product-input.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { addDeletion } from "./deletion.ts";
import * as examples from "./examples.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { wholeList } from "./list.ts";
import { problemResponse, problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";
import { changeAnswers, idParams, largestRow, ranking, savedRow } from "./saving.ts";

const tags = ["Catálogo"];
const slugTaken = "Já existe um produto com este slug";
const product = productSchema.meta({ id: "Product" });

/** The administrator's writes of products. */
export function addProductWrites(api: Api, deps: ApiDependencies): void {
  addCreation(api, deps);
  addChange(api, deps);
  addDeletion(api, deps, {
    path: "/products/{id}",
    tags,
    summary: "Exclui um produto",
    description: "Pedidos já feitos guardam o que diziam dele.",
    done: "Excluído.",
    remove: deps.shop.deleteProduct,
  });
  addReordering(api, deps);
}

function addCreation(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "post",
    path: "/products",
    tags,
    security,
    summary: "Cria um produto",
    description: "Fica no fim da lista. Só `title` e `slug` são obrigatórios.",
    middleware: [requireAdmin(deps), jsonBody(largestRow)] as const,
    request: {
      body: jsonRequest(newProductSchema.meta({ id: "NewProduct" }), examples.newProduct),
    },
    responses: {
      201: { description: "Criado.", content: json(product, examples.product) },
      ...problemResponses(400, 401, 403, 413, 415),
      ...problemResponse(409, "O slug já é de outro produto.", {
        kind: "slug-taken",
        title: slugTaken,
        errors: [{ field: "slug", message: slugTaken }],
      }),
    },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const created = await deps.shop.createProduct(author, c.req.valid("json"));
    return c.json(savedRow(created, slugTaken), 201);
  });
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "patch",
    path: "/products/{id}",
    tags,
    security,
    summary: "Muda um produto",
    description: "Envie só os campos que mudam, também dentro de `specs`, e a `version` lida.",
    middleware: [requireAdmin(deps), jsonBody(largestRow)] as const,
    request: {
      params: idParams,
      body: jsonRequest(productChangesSchema.meta({ id: "ProductChanges" }), {
        stock: 25,
        version: 1,
      }),
    },
    responses: changeAnswers(product, examples.product),
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const { id } = c.req.valid("param");
    const saved = await deps.shop.changeProduct(author, id, c.req.valid("json"));
    return c.json(savedRow(saved, slugTaken), 200);
  });
}

function addReordering(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "put",
    path: "/products/order",
    tags,
    security,
    summary: "Ordena os produtos",
    description:
      "Todos os ids, do primeiro ao último, de uma vez. Produtos não citados ficam no fim, como estavam.",
    middleware: [requireAdmin(deps), jsonBody(largestRow)] as const,
    request: { body: ranking.body },
    responses: { 200: ranking.answer, ...problemResponses(400, 401, 403, 413, 415) },
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const places = await deps.shop.reorderProducts(author, c.req.valid("json").ids);
    return c.json(wholeList(places), 200);
  });
}
