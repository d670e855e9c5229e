import { z } from "@hono/zod-openapi";
import type { EditOrderResult } from "#app/domain/orders/edit.server.ts";
import { listEditDifferences } from "#app/domain/orders/edit.ts";
import { orderQuerySchema, toFeedRequest } from "#app/domain/orders/feed.ts";
import {
  type OrderDetail,
  type OrderEdit,
  orderChangeSchema,
  orderDetailSchema,
  orderFilterSchema,
  orderSchema,
} from "#app/domain/orders/schema.ts";
import { nameStatuses, statusesWith } from "#app/domain/orders/status.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { completeList, jsonRequestBody, jsonResponse, listSchema } from "./json-content.ts";
import { expiredCursorProblem, problem, problemResponse, problemResponses } from "./problem.ts";
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
  addOpened(api, deps);
  addChangeMail(api, deps);
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
      200: jsonResponse("Uma página de pedidos.", list, {
        ...completeList([examples.order]),
        total: 1,
        total_is_minimum: false,
      }),
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
    summary: "Muda o status ou edita um pedido",
    description:
      `Ao entrar em ${takingStock}, as quantidades saem do estoque, que pode ficar negativo; ao sair, voltam. ` +
      "Com `itens`, `delivery_fee` ou `discount` edita o pedido: `itens` traz todas as linhas, a que não vem não é enviada e " +
      "fica com quantidade 0, e uma de outro produto é acrescentada. O total é itens + entrega − desconto, e o estoque muda " +
      "pela diferença. Entregue, só com `reason`; cancelado, nunca.",
    request: {
      params: idParams,
      headers: versionHeader,
      body: jsonRequestBody(
        orderChangeSchema
          .partial({ version: true })
          .refine(({ version, reason, ...change }) => Object.keys(change).length > 0, {
            path: ["status"],
            error: "Informe o que muda.",
          })
          .refine((change) => !isEdit(change) || !(change.status || change.metadata), {
            path: ["status"],
            error: "Mude status e metadata em outra requisição que itens e valores.",
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
    const saved = await (isEdit(change)
      ? deps.shop.editOrder(author, id, change)
      : deps.shop.changeOrderStatus(author, id, change));
    if (!saved.ok) throw changeProblem(saved, change, header);
    setVersionTag(c, saved.row, stocksOf(saved.row));
    return c.json(saved.row, 200);
  });
}

function isEdit(change: Partial<OrderEdit>): boolean {
  return [change.itens, change.delivery_fee, change.discount].some((field) => field !== undefined);
}

function changeProblem(
  rejection: Exclude<EditOrderResult, { ok: true }>,
  edit: OrderEdit,
  header: Parameters<typeof saveProblem>[2],
) {
  if (rejection.reason === "cancelled") {
    return problem(409, {
      kind: "order-cancelled",
      title: "O pedido foi cancelado",
      detail: "Um pedido cancelado não é editado. Reabra-o pelo status, se for o caso.",
      current: rejection.current,
    });
  }
  const isStaleEdit = rejection.reason === "stale" && isEdit(edit);
  const errors = isStaleEdit ? listEditDifferences(rejection.current, edit) : [];
  return saveProblem(rejection, undefined, header, errors);
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

function addChangeMail(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path: "/orders/{id}/change-mail",
    tags,
    summary: "Avisa o cliente por e-mail que o pedido mudou",
    description:
      "Com os itens, o motivo e os totais de antes e de agora. Nenhuma edição envia isto por si.",
    request: { params: idParams },
    responses: {
      204: { description: "O e-mail sai em seguida." },
      ...problemResponse(
        409,
        "O pedido nunca foi editado, foi cancelado, ou os dados do cliente foram apagados.",
        notChanged,
      ),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const { id } = c.req.valid("param");
    if (await deps.shop.queueChangeMail(id)) return c.body(null, 204);
    throw (await deps.shop.findOrder(id)) ? problem(409, notChanged) : notFoundProblem();
  });
}

const notChanged = { kind: "order-not-changed", title: "Não há mudança a avisar" };

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
