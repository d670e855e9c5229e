import { createRoute, z } from "@hono/zod-openapi";
import {
  orderChangeSchema,
  orderDetailSchema,
  orderFilterSchema,
  orderListSchema,
  orderSchema,
} from "#app/domain/orders/order.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { addDeletion } from "./deletion.ts";
import * as examples from "./examples.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { json, jsonRequest } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problemResponses } from "./problem.ts";
import { jsonBody } from "./request-body.ts";
import { changeAnswers, idParams, largestRow, notFound, refusedSave } from "./saving.ts";
import { streamText } from "./text-stream.ts";

const tags = ["Pedidos"];
const order = orderSchema.meta({ id: "Order" });
const orderDetail = orderDetailSchema.meta({ id: "OrderDetail" });

/** The administrator's side of orders. */
export function addOrderAdministration(api: Api, deps: ApiDependencies): void {
  addList(api, deps);
  addExport(api, deps);
  addReading(api, deps);
  addChange(api, deps);
  addOpening(api, deps);
  addDeletion(api, deps, {
    path: "/orders/{id}",
    tags,
    summary: "Exclui um pedido",
    description: "Não mexe no estoque.",
    done: "Excluído.",
    remove: deps.shop.deleteOrder,
  });
}

function addList(api: Api, deps: ApiDependencies): void {
  const list = listOf(order).extend({
    total: z.int().meta({ description: "Quantos o filtro encontra ao todo." }),
    total_is_minimum: z.boolean().meta({
      description: "A busca encontra mais do que `total`: tantos que não foram contados.",
    }),
  });
  const route = createRoute({
    method: "get",
    path: "/orders",
    tags,
    security,
    summary: "Lista os pedidos",
    middleware: requireAdmin(deps),
    request: { query: orderListSchema },
    responses: {
      200: {
        description: "Do mais novo ao mais antigo.",
        content: json(list, { ...wholeList([examples.order]), total: 1, total_is_minimum: false }),
      },
      ...problemResponses(400, 401),
    },
  });
  api.openapi(route, async (c) => c.json(await deps.shop.listOrders(c.req.valid("query")), 200));
}

function addExport(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/orders/export.csv",
    tags,
    security,
    summary: "Exporta os pedidos para planilha",
    description:
      "Os mesmos filtros da lista. UTF-8, ponto e vírgula, vírgula decimal, horário de São Paulo.",
    middleware: requireAdmin(deps),
    request: { query: orderFilterSchema },
    responses: {
      200: {
        description: "Um pedido por linha, do mais novo ao mais antigo.",
        content: {
          "text/csv": {
            schema: z.string(),
            example: '"Número";"ID";"Data"\r\n"1001";"3f25…";"21/11/2026 09:00:00"\r\n',
          },
        },
      },
      ...problemResponses(400, 401),
    },
  });
  api.openapi(route, (c) => {
    const orders = deps.shop.exportOrders(c.req.valid("query"));
    return c.body(streamText(orders), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="pedidos.csv"',
    });
  });
}

function addReading(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/orders/{id}",
    tags,
    security,
    summary: "Mostra um pedido",
    middleware: requireAdmin(deps),
    request: { params: idParams },
    responses: {
      200: {
        description: "Com o estoque atual de cada produto pedido.",
        content: json(orderDetail, examples.orderDetail),
      },
      ...problemResponses(400, 401, 404),
    },
  });
  api.openapi(route, async (c) => {
    const found = await deps.shop.findOrder(c.req.valid("param").id);
    if (!found) throw notFound();
    return c.json(found, 200);
  });
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "patch",
    path: "/orders/{id}",
    tags,
    security,
    summary: "Muda o status de um pedido",
    description:
      "Ao entrar em confirmado ou entregue, as quantidades saem do estoque, que pode ficar negativo; ao sair, voltam.",
    middleware: [requireAdmin(deps), jsonBody(largestRow)] as const,
    request: {
      params: idParams,
      body: jsonRequest(orderChangeSchema.meta({ id: "OrderChange" }), {
        status: "confirmado",
        version: 1,
      }),
    },
    responses: changeAnswers(orderDetail, examples.orderDetail, examples.order),
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const { id } = c.req.valid("param");
    const saved = await deps.shop.changeOrderStatus(author, id, c.req.valid("json"));
    if (!saved.ok) throw refusedSave(saved);
    return c.json(saved.row, 200);
  });
}

function addOpening(api: Api, deps: ApiDependencies): void {
  const route = createRoute({
    method: "put",
    path: "/orders/{id}/opened",
    tags,
    security,
    summary: "Marca um pedido como visto",
    description: "Pedidos pendentes que ninguém viu aparecem no painel como novos.",
    middleware: requireAdmin(deps),
    request: { params: idParams },
    responses: {
      204: { description: "Visto, agora ou antes." },
      ...problemResponses(400, 401, 403, 404),
    },
  });
  api.openapi(route, async (c) => {
    if (await deps.shop.openOrder(c.get("author"), c.req.valid("param").id)) {
      return c.body(null, 204);
    }
    throw notFound();
  });
}
