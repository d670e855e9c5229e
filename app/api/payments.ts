import { newPaymentSchema, paymentSchema } from "#app/domain/payments/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { keyedRequest, keyHeader, keyReusedProblem, keyReusedResponse } from "./idempotency.ts";
import {
  completeList,
  jsonContent,
  jsonRequestBody,
  jsonResponse,
  listSchema,
} from "./json-content.ts";
import { problemResponses } from "./problem.ts";
import { adminRoute } from "./routes.ts";
import { idParams, notFoundProblem, saveProblem, staleResponse } from "./rows.ts";

const tags = ["Pedidos"];
const payment = paymentSchema.meta({ id: "Payment" });
const path = "/orders/{id}/payments";

/** Payments of an order: each is added or removed, never changed. */
export function addPaymentRoutes(api: Api, deps: ApiDependencies): void {
  addList(api, deps);
  addCreation(api, deps);
  addRemoval(api, deps);
}

function addList(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "get",
    path,
    tags,
    summary: "Lista os pagamentos de um pedido",
    description: "Na ordem em que foram recebidos; uma devolução tem valor negativo.",
    request: { params: idParams },
    responses: {
      200: jsonResponse("Todos.", listSchema(payment), completeList([examples.payment])),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    const items = await deps.shop.listPayments([id]);
    if (items.length === 0 && !(await deps.shop.findOrder(id))) throw notFoundProblem();
    return c.json({ items, next_cursor: null }, 200);
  });
}

function addCreation(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path,
    tags,
    summary: "Registra um pagamento de um pedido",
    description:
      "Sem `amount`, o que falta receber. Um valor negativo é uma devolução, com o motivo em `note`, e nunca passa do que foi " +
      "recebido. `paid_amount`, `payment_state`, `paid_at` e `paid_method` do pedido mudam na mesma transação.",
    request: {
      params: idParams,
      headers: keyHeader,
      body: jsonRequestBody(newPaymentSchema.meta({ id: "NewPayment" }), {
        method: "PIX",
        amount: 50,
      }),
    },
    responses: {
      201: { description: "Registrado.", content: jsonContent(payment, examples.payment) },
      ...problemResponses(404),
      ...staleResponse(examples.order),
      ...keyReusedResponse,
    },
  });
  api.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    const body = c.req.valid("json");
    const request = keyedRequest(`/orders/${id}/payments`, c.req.valid("header"), body);
    const saved = await deps.shop.addPayment(c.get("author"), id, body, request);
    if (saved.ok) return c.json(saved.row, 201);
    if (saved.reason === "key-reused") throw keyReusedProblem();
    throw saveProblem(saved);
  });
}

function addRemoval(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "delete",
    path: `${path}/{payment_id}` as const,
    tags,
    summary: "Desfaz um pagamento",
    description: "Como se nunca tivesse sido registrado. Dinheiro que saiu é uma devolução.",
    request: { params: idParams.extend({ payment_id: idParams.shape.id }) },
    responses: { 204: { description: "Desfeito." }, ...problemResponses(404) },
  });
  api.openapi(route, async (c) => {
    const { id, payment_id } = c.req.valid("param");
    const removed = await deps.shop.removePayment(c.get("author"), id, payment_id);
    if (removed.ok) return c.body(null, 204);
    throw saveProblem(removed);
  });
}
