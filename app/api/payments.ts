import { dayRangeSchema } from "#app/domain/payments/money-pages.ts";
import { newPaymentSchema, paymentSchema } from "#app/domain/payments/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { streamCsv } from "./csv-stream.ts";
import * as examples from "./examples.ts";
import { keyedRequest, keyHeader, keyReusedProblem, keyReusedResponse } from "./idempotency.ts";
import { csvResponse } from "./json-content.ts";
import { problemResponses } from "./problem.ts";
import { adminRoutes } from "./routes.ts";
import { idParams, saveProblem, staleResponse } from "./rows.ts";

const payment = paymentSchema.meta({ id: "Payment" });
const path = "/orders/{id}/payments";

/** Payments of an order: each is added or removed, never changed. */
export function addPaymentRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list, done, response } = adminRoutes(api, deps, "Pedidos");
  list({
    path,
    summary: "Lista os pagamentos de um pedido",
    description: "Na ordem em que foram recebidos; uma devolução tem valor negativo.",
    answer: ["Todos.", payment, examples.payment],
    problems: problemResponses(404),
    run: async ({ id }) => {
      const items = await shop.listPayments([id]);
      return items.length > 0 || (await shop.findOrder(id)) ? items : undefined;
    },
  });
  row({
    method: "post",
    path,
    summary: "Registra um pagamento de um pedido",
    description:
      "Sem `amount`, o que falta receber. Um valor negativo é uma devolução, com o motivo em `note`, e nunca passa do que foi " +
      "recebido. `paid_amount`, `payment_state`, `paid_at` e `paid_method` do pedido mudam na mesma transação.",
    headers: keyHeader,
    body: [newPaymentSchema.meta({ id: "NewPayment" }), { method: "PIX", amount: 50 }],
    status: 201,
    answer: ["Registrado.", payment, examples.payment],
    problems: { ...staleResponse(examples.order), ...keyReusedResponse },
    run: async ({ author, id, header, body }) => {
      const request = keyedRequest(`/orders/${id}/payments`, header, body);
      const saved = await shop.addPayment(author, id, body, request);
      if (saved.ok) return saved.row;
      throw saved.reason === "key-reused" ? keyReusedProblem() : saveProblem(saved);
    },
  });
  done({
    method: "delete",
    path: `${path}/{payment_id}`,
    params: idParams.extend({ payment_id: idParams.shape.id }),
    summary: "Desfaz um pagamento",
    description: "Como se nunca tivesse sido registrado. Dinheiro que saiu é uma devolução.",
    answer: "Desfeito.",
    run: async ({ author, id, params }) => {
      const removed = await shop.removePayment(author, id, params.payment_id);
      if (!removed.ok) throw saveProblem(removed);
    },
  });
  response({
    path: "/payments/export.csv",
    summary: "Exporta o que foi recebido para planilha",
    description: "Um pagamento por linha, na ordem em que foram recebidos, de `from` até `until`.",
    query: dayRangeSchema,
    answer: csvResponse("Os pagamentos.", '"Recebido em";"Pedido"\r\n'),
    run: ({ c, query }) => streamCsv(c, deps, "caixa", shop.streamPaymentsCsv(query)),
  });
}
