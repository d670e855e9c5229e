import { createRoute } from "@hono/zod-openapi";
import { anonymizedSchema, customerDataSchema } from "#app/domain/privacy/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import * as examples from "./examples.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { json } from "./json.ts";
import { problemResponses } from "./problem.ts";
import { idParams, notFound } from "./saving.ts";

const tags = ["Pedidos"];

/** What the law lets a customer ask for: a copy of their data, and that they go. */
export function addOrderPrivacy(api: Api, deps: ApiDependencies): void {
  addCustomerData(api, deps);
  addAnonymizing(api, deps);
}

function addCustomerData(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/orders/{id}/customer-data",
    tags,
    security,
    summary: "Baixa os dados do cliente de um pedido",
    description:
      "Todos os pedidos com o mesmo e-mail ou o mesmo documento, do mais novo ao mais antigo.",
    middleware: requireAdmin(deps),
    request: { params: idParams },
    responses: {
      200: {
        description: "Os dados, como arquivo.",
        content: json(customerDataSchema.meta({ id: "CustomerData" }), examples.customerData),
      },
      ...problemResponses(400, 401, 404),
    },
  });
  api.openapi(route, async (c) => {
    const found = await deps.shop.readCustomerData(c.req.valid("param").id);
    if (!found) throw notFound();
    c.header("Content-Disposition", 'attachment; filename="dados-do-cliente.json"');
    return c.json(found, 200);
  });
}

function addAnonymizing(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "post",
    path: "/orders/{id}/anonymize",
    tags,
    security,
    summary: "Apaga os dados do cliente de um pedido",
    description:
      "De todos os pedidos com o mesmo e-mail ou o mesmo documento, e do registro de alterações, também o de pedidos " +
      "excluídos. Itens, valores e datas ficam. Não pode ser desfeito.",
    middleware: requireAdmin(deps),
    request: { params: idParams },
    responses: {
      200: {
        description: "Quantos pedidos perderam os dados; 0 quando já não havia.",
        content: json(anonymizedSchema.meta({ id: "Anonymized" }), { orders: 2 }),
      },
      ...problemResponses(400, 401, 403, 404),
    },
  });
  api.openapi(route, async (c) => {
    const done = await deps.shop.anonymizeCustomer(c.get("author"), c.req.valid("param").id);
    if (!done) throw notFound();
    return c.json(done, 200);
  });
}
