import {
  anonymizationSchema,
  anonymizedSchema,
  customerDataRequestSchema,
  customerDataSchema,
  type RelatedOrder,
  relatedOrderSchema,
} from "#app/domain/privacy/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { problem, problemResponses } from "./problem.ts";
import { adminRoutes } from "./routes.ts";
import { notFoundProblem } from "./rows.ts";

const example: RelatedOrder = {
  id: examples.order.id,
  numero_pedido: examples.order.numero_pedido,
  created_at: examples.order.created_at,
  status: examples.order.status,
  name: "Maria da Silva",
  email: "maria@example.com",
  document: "52998224725",
  match: "customer",
  deleted: false,
};

/** The customer's rights under the LGPD: which orders are affected, a copy of the data, and its erasure. */
export function addCustomerDataRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list } = adminRoutes(api, deps, "Pedidos");
  list({
    path: "/orders/{id}/related",
    summary: "Lista os pedidos do mesmo cliente e os parecidos",
    description:
      "`match: customer`: o pedido e os que têm o mesmo e-mail e o mesmo documento válido. `email` e `document`: só um deles " +
      "é igual; confira o nome antes de selecionar. Inclui pedidos excluídos.",
    answer: [
      "Do mais novo ao mais antigo.",
      relatedOrderSchema.meta({ id: "RelatedOrder" }),
      example,
    ],
    problems: problemResponses(404),
    run: ({ id }) => shop.listRelatedOrders(id),
  });
  row({
    path: "/orders/{id}/customer-data",
    summary: "Baixa os dados do cliente de um pedido",
    description: "Do mais novo ao mais antigo.",
    query: customerDataRequestSchema,
    answer: [
      "Os dados, como arquivo.",
      customerDataSchema.meta({ id: "CustomerData" }),
      {
        exported_at: "2026-11-21T12:00:00.000Z",
        controller: "Loja Exemplo",
        customer: { email: "maria@example.com", document: "52998224725" },
        orders: [{ ...examples.order, payments: [] }],
      },
    ],
    run: async ({ c, id, query }) => {
      const result = await shop.readCustomerData(id, query.orders);
      if (!result.ok) throw selectionProblem(result.reason);
      c.header("Content-Disposition", 'attachment; filename="dados-do-cliente.json"');
      return result.data;
    },
  });
  row({
    method: "post",
    path: "/orders/{id}/anonymize",
    summary: "Apaga os dados do cliente de um pedido",
    description:
      "Do pedido, dos pedidos selecionados, do registro de alterações e dos e-mails ainda não enviados. Itens, valores e " +
      "datas ficam. Cópias de segurança já feitas não mudam. Não pode ser desfeito.",
    body: [anonymizationSchema, { orders: [example.id] }],
    answer: [
      "Quantos pedidos perderam os dados; 0 quando já não havia.",
      anonymizedSchema.meta({ id: "Anonymized" }),
      { orders: 2 },
    ],
    run: async ({ author, id, body }) => {
      const result = await shop.anonymizeCustomer(author, id, body.orders);
      if (!result.ok) throw selectionProblem(result.reason);
      return { orders: result.orders };
    },
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
