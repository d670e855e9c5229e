import type { z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { problem, problemResponse } from "#app/api/framework/problem.ts";
import { adminRoutes } from "#app/api/framework/routes.ts";
import { idParams } from "#app/api/framework/rows.ts";
import type { JoinResult } from "#app/domain/orders/join/commands.server.ts";
import { joinableOrderSchema, joinRequestSchema } from "#app/domain/orders/join/schema.ts";
import { orderSchema } from "#app/domain/orders/schema.ts";

const rejection = {
  kind: "not-joinable",
  title: "Os pedidos não podem ser juntados",
  detail: "Um dos pedidos já foi separado ou embalado.",
};
const responses = problemResponse(
  409,
  "Um dos dois mudou, ou não são para uma entrega.",
  rejection,
);
const order = orderSchema.meta({ id: "Order" });
/** Two orders of one customer for one delivery as one. */
export function addJoinRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { list, row } = adminRoutes(api, deps, "Pedidos");
  list({
    path: "/orders/{id}/joinable",
    area: "orders",
    summary: "Lista os pedidos que podem ser juntados a este",
    description:
      "Do mesmo cliente, para a mesma entrega, que ninguém separou ainda. `joined` mostra como o pedido ficaria, sem gravar nada.",
    answer: ["Do mais antigo ao mais novo.", joinableOrderSchema.meta({ id: "JoinableOrder" })],
    run: ({ id }) => shop.customers.listJoinable(id),
  });
  row({
    method: "post",
    path: "/orders/{id}/join",
    area: "orders",
    summary: "Junta dois pedidos em um",
    description:
      "Fica o mais antigo, com os itens e pagamentos dos dois e uma só taxa; o outro é cancelado, e o link dele leva ao que ficou. " +
      "`DELETE` desfaz. Repetir não muda nada.",
    body: joinRequestSchema.meta({ id: "JoinRequest" }),
    answer: ["O pedido que ficou.", order],
    problems: responses,
    run: async ({ author, id, body }) =>
      requireJoined(await shop.customers.joinOrders(author, id, body)),
  });
  row({
    method: "delete",
    path: "/orders/{id}/join/{order_id}",
    params: idParams.extend({ order_id: idParams.shape.id }),
    area: "orders",
    summary: "Separa dois pedidos que foram juntados",
    description:
      "Os dois como eram, se nenhum mudou depois. `id` é o que ficou. Das junções de um pedido, a última é desfeita primeiro.",
    answer: ["O pedido que ficou, como era.", order],
    problems: responses,
    run: async ({ author, id, params }) =>
      requireJoined(await shop.customers.separateOrders(author, id, params.order_id)),
  });
}

function requireJoined(joined: JoinResult): z.input<typeof orderSchema> | undefined {
  if (joined.ok) return joined.row;
  if (joined.reason === "not-found") return undefined;
  throw problem(409, { ...rejection, detail: joined.message });
}
