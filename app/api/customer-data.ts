import {
  anonymizationSchema,
  anonymizedSchema,
  customerDataRequestSchema,
  customerDataSchema,
  relatedOrderSchema,
} from "#app/domain/privacy/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { completeList, jsonRequestBody, jsonResponse, listSchema } from "./json-content.ts";
import { problem, problemResponses } from "./problem.ts";
import { adminRoute } from "./routes.ts";
import { idParams, notFoundProblem } from "./rows.ts";

const tags = ["Pedidos"];

/** The customer's rights under the LGPD: which orders are affected, a copy of the data, and its erasure. */
export function addCustomerDataRoutes(api: Api, deps: ApiDependencies): void {
  addRelatedOrders(api, deps);
  addExport(api, deps);
  addAnonymization(api, deps);
}

function addRelatedOrders(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "get",
    path: "/orders/{id}/related",
    tags,
    summary: "Lista os pedidos do mesmo cliente e os parecidos",
    description:
      "`match: customer`: o pedido e os que têm o mesmo e-mail e o mesmo documento válido. `email` e `document`: só um deles " +
      "é igual; confira o nome antes de selecionar. Inclui pedidos excluídos.",
    request: { params: idParams },
    responses: {
      200: jsonResponse(
        "Do mais novo ao mais antigo.",
        listSchema(relatedOrderSchema.meta({ id: "RelatedOrder" })),
        {
          items: [examples.relatedOrder],
          next_cursor: null,
        },
      ),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const found = await deps.shop.listRelatedOrders(c.req.valid("param").id);
    if (!found) throw notFoundProblem();
    return c.json(completeList(found), 200);
  });
}

function addExport(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "get",
    path: "/orders/{id}/customer-data",
    tags,
    summary: "Baixa os dados do cliente de um pedido",
    description: "Do mais novo ao mais antigo.",
    request: { params: idParams, query: customerDataRequestSchema },
    responses: {
      200: jsonResponse(
        "Os dados, como arquivo.",
        customerDataSchema.meta({ id: "CustomerData" }),
        examples.customerData,
      ),
      ...problemResponses(400, 404),
    },
  });
  api.openapi(route, async (c) => {
    const { orders } = c.req.valid("query");
    const result = await deps.shop.readCustomerData(c.req.valid("param").id, orders);
    if (!result.ok) throw selectionProblem(result.reason);
    c.header("Content-Disposition", 'attachment; filename="dados-do-cliente.json"');
    return c.json(result.data, 200);
  });
}

function addAnonymization(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path: "/orders/{id}/anonymize",
    tags,
    summary: "Apaga os dados do cliente de um pedido",
    description:
      "Do pedido, dos pedidos selecionados, do registro de alterações e dos e-mails ainda não enviados. Itens, valores e " +
      "datas ficam. Cópias de segurança já feitas não mudam. Não pode ser desfeito.",
    request: {
      params: idParams,
      body: jsonRequestBody(anonymizationSchema, { orders: [examples.relatedOrder.id] }),
    },
    responses: {
      200: jsonResponse(
        "Quantos pedidos perderam os dados; 0 quando já não havia.",
        anonymizedSchema.meta({ id: "Anonymized" }),
        { orders: 2 },
      ),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    const { orders } = c.req.valid("json");
    const result = await deps.shop.anonymizeCustomer(c.get("author"), id, orders);
    if (!result.ok) throw selectionProblem(result.reason);
    return c.json({ orders: result.orders }, 200);
  });
}

function selectionProblem(reason: "not-found" | "unrelated") {
  if (reason === "not-found") return notFoundProblem();
  return problem(400, {
    kind: "invalid-input",
    title: "Dados inválidos",
    errors: [
      { field: "orders", message: "Há pedidos sem o mesmo e-mail ou documento deste cliente." },
    ],
  });
}
