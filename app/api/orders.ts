import { z } from "@hono/zod-openapi";
import { orderQuerySchema, toFeedRequest } from "#app/domain/orders/feed.ts";
import {
  type OrderDetail,
  orderChangeSchema,
  orderDetailSchema,
  orderFilterSchema,
  orderSchema,
  paymentSchema,
} from "#app/domain/orders/schema.ts";
import { nameStatuses, statusesWith } from "#app/domain/orders/status.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { completeList, jsonContent, jsonRequestBody, listSchema } from "./json-content.ts";
import { expiredCursorProblem, problemResponses } from "./problem.ts";
import { adminRoute } from "./routes.ts";
import {
  changeResponses,
  idParams,
  notFoundProblem,
  readResponses,
  saveProblem,
  sendRow,
  setVersionTag,
  versionHeader,
  withVersion,
} from "./rows.ts";

const tags = ["Pedidos"];
const takingStock = nameStatuses(statusesWith("takesStock"));
const order = orderSchema.meta({ id: "Order" });
const orderDetail = orderDetailSchema.meta({ id: "OrderDetail" });

/** Orders as the administrator reads and changes them. */
export function addOrderRoutes(api: Api, deps: ApiDependencies): void {
  addList(api, deps);
  addExport(api, deps);
  addRead(api, deps);
  addChange(api, deps);
  addPayment(api, deps);
  addOpened(api, deps);
  addDelete(api, deps);
}

function addList(api: Api, deps: ApiDependencies): void {
  const list = listSchema(order).extend({
    total: z.int().meta({ description: "Quantos o filtro encontra ao todo." }),
    total_is_minimum: z.boolean().meta({
      description: "Há mais do que `total`: tantos que não foram contados.",
    }),
  });
  const route = adminRoute(deps, {
    method: "get",
    path: "/orders",
    tags,
    summary: "Lista os pedidos",
    description:
      "Do mais novo ao mais antigo, ou com `after` pela última mudança, do mais antigo ao mais novo, para sincronizar: " +
      "comece com `after=start` e guarde cada `next_cursor`, que então nunca é nulo. `items` vazio: nada mudou desde então. " +
      "Um pedido que muda outra vez aparece outra vez, e nenhum se perde, mesmo com vários processos gravando. Depois de " +
      "uma restauração a resposta é 410: comece de novo. Com `status=pendente`, é a fila dos que esperam confirmação.",
    request: { query: orderQuerySchema },
    responses: {
      200: {
        description: "Uma página de pedidos.",
        content: jsonContent(list, {
          ...completeList([examples.order]),
          total: 1,
          total_is_minimum: false,
        }),
      },
      ...problemResponses(410),
    },
  });
  api.openapi(route, async (c) => {
    const query = c.req.valid("query");
    const feed = toFeedRequest(query);
    const page = await (feed ? deps.shop.readOrderFeed(feed) : deps.shop.listOrders(query));
    if (!page) throw expiredCursorProblem();
    return c.json(page, 200);
  });
}

function addExport(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "get",
    path: "/orders/export.csv",
    tags,
    summary: "Exporta os pedidos para planilha",
    description:
      "Os mesmos filtros da lista. UTF-8, ponto e vírgula, vírgula decimal, horário de São Paulo.",
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
    },
  });
  api.openapi(route, async (c) => {
    const pieces = deps.shop.exportOrders(c.req.valid("query"));
    // The column names and the first orders: if this fails the response is an error, not a broken file.
    const first = [await pieces.next(), await pieces.next()];
    return c.body(streamText(first, pieces, deps.log), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="pedidos.csv"',
    });
  });
}

function addRead(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "get",
    path: "/orders/{id}",
    tags,
    summary: "Mostra um pedido",
    description: "Com o cliente, os itens e os valores de quando foi feito.",
    request: { params: idParams },
    responses: readResponses(
      orderDetail,
      examples.orderDetail,
      "Com o estoque atual de cada produto pedido.",
    ),
  });
  api.openapi(route, async (c) => {
    const found = await deps.shop.findOrder(c.req.valid("param").id);
    if (!found) throw notFoundProblem();
    return sendRow(c, found, stocksOf(found));
  });
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "patch",
    path: "/orders/{id}",
    tags,
    summary: "Muda o status de um pedido",
    description: `Ao entrar em ${takingStock}, as quantidades saem do estoque, que pode ficar negativo; ao sair, voltam.`,
    request: {
      params: idParams,
      headers: versionHeader,
      body: jsonRequestBody(
        orderChangeSchema
          .partial({ version: true })
          .refine(({ status, metadata }) => status ?? metadata, {
            path: ["status"],
            error: "Informe status ou metadata.",
          })
          .meta({ id: "OrderChange" }),
        {
          status: "confirmado",
          version: 1,
        },
      ),
    },
    responses: changeResponses(orderDetail, examples.orderDetail, examples.order),
  });
  api.openapi(route, async (c) => {
    const author = c.get("author");
    const { id } = c.req.valid("param");
    const header = c.req.valid("header");
    const change = withVersion(c.req.valid("json"), header);
    const saved = await deps.shop.changeOrderStatus(author, id, change);
    if (!saved.ok) throw saveProblem(saved, undefined, header);
    setVersionTag(c, saved.row, stocksOf(saved.row));
    return c.json(saved.row, 200);
  });
}

function addPayment(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "put",
    path: "/orders/{id}/payment",
    tags,
    summary: "Marca um pedido como pago, ou como não pago",
    description:
      "Com `method` o pedido fica pago agora por essa forma; com `null`, em aberto de novo.",
    request: {
      params: idParams,
      body: jsonRequestBody(paymentSchema.meta({ id: "Payment" }), { method: "PIX", version: 2 }),
    },
    responses: changeResponses(orderDetail, examples.orderDetail, examples.order),
  });
  api.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    const saved = await deps.shop.setOrderPayment(c.get("author"), id, c.req.valid("json"));
    if (!saved.ok) throw saveProblem(saved);
    return c.json(saved.row, 200);
  });
}

function addOpened(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "put",
    path: "/orders/{id}/opened",
    tags,
    summary: "Marca um pedido como visto",
    description: "Pedidos pendentes que ninguém viu aparecem no painel como novos.",
    request: { params: idParams },
    responses: {
      204: { description: "Visto, agora ou antes." },
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    if (await deps.shop.openOrder(c.get("author"), c.req.valid("param").id)) {
      return c.body(null, 204);
    }
    throw notFoundProblem();
  });
}

/** Changes without the order. */
function stocksOf({ itens }: OrderDetail): (number | null)[] {
  return itens.map(({ stock }) => stock);
}

/**
 * A response body generated on demand; generation stops when the client disconnects. A failure is logged and cuts the
 * response off, so that the client does not take the file for complete.
 */
function streamText(
  first: IteratorResult<string>[],
  pieces: AsyncGenerator<string>,
  log: ApiDependencies["log"],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = first.shift() ?? (await pieces.next());
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        log.error({ err: error }, "order export failed");
        controller.error(new Error("order export failed"));
      }
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}

const deleteQuery = z.object({
  restore_stock: z
    .enum(["true", "false"])
    .optional()
    .meta({
      description: `\`true\` devolve ao estoque as quantidades de um pedido ${takingStock}.`,
      example: "true",
    }),
});

function addDelete(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "delete",
    path: "/orders/{id}",
    tags,
    summary: "Exclui um pedido",
    description: "Só mexe no estoque com `restore_stock=true`.",
    request: { params: idParams, query: deleteQuery },
    responses: { 204: { description: "Excluído." }, ...problemResponses(404) },
  });
  api.openapi(route, async (c) => {
    const restoreStock = c.req.valid("query").restore_stock === "true";
    const { id } = c.req.valid("param");
    if (await deps.shop.deleteOrder(c.get("author"), id, { restoreStock }))
      return c.body(null, 204);
    throw notFoundProblem();
  });
}
