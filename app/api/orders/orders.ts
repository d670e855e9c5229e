import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import {
  expiredCursorProblem,
  notFoundProblem,
  problem,
  problemResponse,
  problemResponses,
} from "#app/api/framework/problem.ts";
import { csvResponse, listSchema, streamCsv } from "#app/api/framework/request-body.ts";
import { adminRoutes, publicRoutes } from "#app/api/framework/routes.ts";
import {
  readResponses,
  saveProblem,
  sendRow,
  staleResponse,
  versionHeader,
  withVersion,
} from "#app/api/framework/rows.ts";
import type { StatusChange } from "#app/domain/orders/commands.server.ts";
import type { EditOrderResult } from "#app/domain/orders/edit.server.ts";
import { listEditDifferences } from "#app/domain/orders/edit.ts";
import { orderQuerySchema, toFeedRequest } from "#app/domain/orders/feed.server.ts";
import { alreadyConfirmedMessage } from "#app/domain/orders/links/rules.ts";
import { cancellationSchema, orderViewSchema } from "#app/domain/orders/links/schema.ts";
import {
  type OrderDetail,
  type OrderEdit,
  orderChangeSchema,
  orderDetailSchema,
  orderFilterSchema,
  orderSchema,
} from "#app/domain/orders/schema.ts";
import { orderFieldNames } from "#app/shared/order-fields.ts";
import { nameStatuses, statusesWith } from "#app/shared/order-status.ts";

const tag = "Pedidos";
const takingStock = nameStatuses(statusesWith("takesStock"));
const order = orderSchema.meta({ id: "Order" });
const orderDetail = orderDetailSchema.meta({ id: "OrderDetail" });

const orderList = listSchema(order).extend({
  total: z.int().meta({ description: "Quantos o filtro encontra ao todo." }),
  total_is_minimum: z.boolean().meta({
    description: "Há mais do que `total`: tantos que não foram contados.",
  }),
});
const orderChange = orderChangeSchema
  .partial({ version: true })
  .refine(({ version, reason, accepted, ...change }) => Object.keys(change).length > 0, {
    path: ["status"],
    error: "Informe o que muda.",
  })
  .refine((change) => !isEdit(change) || !(change.status || change.metadata), {
    path: ["status"],
    error: "Mude status e metadata em outra requisição que itens e valores.",
  })
  .meta({ id: "OrderChange", examples: [{ status: "confirmado", version: 1 }] });
const deleteQuery = z.object({
  restore_stock: z
    .enum(["true", "false"])
    .optional()
    .meta({
      description: `\`true\` devolve ao estoque as quantidades de um pedido ${takingStock}.`,
      example: "true",
    }),
});

/** Orders as the administrator reads and changes them. */
export function addOrderRoutes(api: Api, deps: ApiDependencies): void {
  adminRoutes(api, deps, tag).row({
    path: "/orders",
    area: "orders",
    summary: "Lista os pedidos",
    description:
      "Do mais novo ao mais antigo, ou com `after` pela última mudança, do mais antigo ao mais novo, para sincronizar: " +
      "comece com `after=start` e guarde cada `next_cursor`, que então nunca é nulo. `items` vazio: nada mudou desde então. " +
      "Um pedido que muda outra vez aparece outra vez, e nenhum se perde, mesmo com vários processos gravando. Depois de " +
      "uma restauração a resposta é 410: comece de novo. Com `status=pendente`, é a fila dos que esperam confirmação.",
    query: orderQuerySchema,
    answer: ["Uma página de pedidos.", orderList],
    problems: problemResponses(410),
    run: async ({ query }) => {
      const feed = toFeedRequest(query);
      const page = await (feed ? deps.shop.orders.readFeed(feed) : deps.shop.orders.list(query));
      if (!page) throw expiredCursorProblem();
      return page;
    },
  });
  addReads(api, deps);
  addChanges(api, deps);
}

function addReads(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { response } = adminRoutes(api, deps, tag);
  response({
    path: "/orders/export.csv",
    summary: "Exporta os pedidos para planilha",
    description:
      "Os mesmos filtros da lista. UTF-8, ponto e vírgula, vírgula decimal, horário de São Paulo.",
    query: orderFilterSchema,
    answer: csvResponse(
      "Um pedido por linha, do mais novo ao mais antigo.",
      '"Número";"ID";"Data"\r\n"1001";"3f25…";"21/11/2026 09:00:00"\r\n',
    ),
    run: ({ c, query }) => streamCsv(c, deps, "pedidos", shop.orders.export(query)),
  });
  response({
    path: "/orders/{id}",
    area: "orders",
    summary: "Mostra um pedido",
    description: "Com o cliente, os itens e os valores de quando foi feito.",
    answer: readResponses(orderDetail, "Com o estoque atual de cada produto pedido."),
    run: async ({ c, id }) => {
      const found = await shop.orders.find(id);
      if (!found) throw notFoundProblem();
      return sendRow(c, found, stocksOf(found));
    },
  });
}

function addChanges(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, done } = adminRoutes(api, deps, tag);
  row({
    method: "patch",
    path: "/orders/{id}",
    area: "orders",
    summary: "Muda o status ou edita um pedido",
    description:
      `Ao entrar em ${takingStock}, as quantidades saem do estoque, que pode ficar negativo; ao sair, voltam. ` +
      "Com `itens`, `delivery_fee` ou `discount` edita o pedido: `itens` traz todas as linhas, a que não vem não é enviada e " +
      "fica com quantidade 0, e uma de outro produto é acrescentada. O total é itens + entrega − desconto, e o estoque muda " +
      "pela diferença. `delivery_date` e `delivery_shift` mudam a entrega, também para um dia que a loja não oferece. Entregue, só " +
      "com `reason`; cancelado, nunca. Um membro não muda preços, taxa e desconto. Com `accepted`, o que falta no estoque, o " +
      "limite de crédito e o bloqueio do cliente são avisados antes (409 `order-warnings`).",
    headers: versionHeader,
    body: orderChange,
    tagged: stocksOf,
    answer: ["Como ficou.", orderDetail],
    problems: staleResponse(order),
    run: async ({ administrator, author, id, header, body }) => {
      const change = withVersion(body, header);
      const saved = await (isEdit(change)
        ? shop.orders.edit(author, id, change, administrator.role === "dono")
        : shop.customers.changeStatus(author, id, change));
      if (!saved.ok) throw changeProblem(saved, change, header);
      return saved.row;
    },
  });
  done({
    method: "put",
    path: "/orders/{id}/opened",
    area: "orders",
    summary: "Marca um pedido como visto",
    description: "Pedidos pendentes que ninguém viu aparecem no painel como novos.",
    answer: "Visto, agora ou antes.",
    run: ({ author, id }) => shop.orders.open(author, id),
  });
  done({
    method: "post",
    path: "/orders/{id}/change-mail",
    area: "orders",
    summary: "Avisa o cliente por e-mail que o pedido mudou",
    description:
      "Com os itens, o motivo e os totais de antes e de agora. Nenhuma edição envia isto por si.",
    answer: "O e-mail sai em seguida.",
    problems: problemResponse(
      409,
      "O pedido nunca foi editado, foi cancelado, ou os dados do cliente foram apagados.",
      notChanged,
    ),
    run: async ({ id }) => {
      if (await shop.outgoing.queueChangeMail(id)) return true;
      if (await shop.orders.find(id)) throw problem(409, notChanged);
      return false;
    },
  });
  done({
    method: "delete",
    path: "/orders/{id}",
    summary: "Exclui um pedido",
    description: "Só mexe no estoque com `restore_stock=true`.",
    query: deleteQuery,
    answer: "Excluído.",
    run: ({ author, id, query }) =>
      shop.orders.delete(author, id, { restoreStock: query.restore_stock === "true" }),
  });
}

function isEdit(change: Partial<OrderEdit>): boolean {
  return change.itens !== undefined || orderFieldNames.some((field) => change[field] !== undefined);
}

function changeProblem(
  rejection: Exclude<EditOrderResult | StatusChange, { ok: true }>,
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
  if (rejection.reason === "warned") return problem(409, orderWarningsProblem(rejection.warnings));
  if (rejection.reason !== "stale") return saveProblem(rejection, undefined, header);
  const errors = isEdit(edit) ? listEditDifferences(rejection.current, edit) : [];
  const texts = rejection.current.changed_from ? changedByCustomer : {};
  return saveProblem(rejection, undefined, header, errors, texts);
}

/** The answer to a confirmation whose warnings were not accepted. */
export function orderWarningsProblem(warnings: string[]) {
  return {
    kind: "order-warnings",
    title: "Confira antes de confirmar",
    detail: warnings.join(" "),
    warnings,
  };
}

const changedByCustomer = {
  title: "O cliente mudou o pedido",
  detail: "Veja o que mudou e faça de novo.",
};

const notChanged = { kind: "order-not-changed", title: "Não há mudança a avisar" };

/** Changes without the order. */
function stocksOf({ itens }: OrderDetail): (number | null)[] {
  return itens.map(({ stock }) => stock);
}

export const orderView = orderViewSchema.meta({ id: "OrderView" });

export const refParams = z.object({
  ref: z
    .string()
    .max(200, { error: "Link inválido." })
    .meta({ description: "O fim do link do pedido.", examples: ["1001-Zk3vYw5Qm8RtXc2LhP0aBg"] }),
});

export const linkDescription =
  "O link é a única credencial. Número e código errados têm a mesma resposta, e depois de 60 erros em dez minutos a rede recebe 429 para links errados.";

const anonymized = {
  kind: "order-anonymized",
  title: "Os dados deste pedido foram apagados",
  detail: "A loja apagou os dados do cliente.",
};

const alreadyConfirmed = { kind: "order-confirmed", title: alreadyConfirmedMessage };

export const linkProblems = {
  ...problemResponses(404, 429),
  ...problemResponse(410, "Os dados do cliente foram apagados.", anonymized),
};

/** Routes for what a customer does with the link of an order, and how the administrator replaces the link. */
export function addOrderLinkRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row } = publicRoutes(api, deps, "Link do pedido");
  row({
    path: "/order-links/{ref}",
    summary: "Mostra o pedido de um link",
    description: linkDescription,
    params: refParams,
    answer: ["O pedido, sem documento, e-mail, telefone e rua.", orderView],
    problems: linkProblems,
    run: async ({ c, params }) => shop.orders.readView(await requireOrderLink(deps, c, params.ref)),
  });
  row({
    method: "post",
    path: "/order-links/{ref}/cancel",
    summary: "Cancela o pedido de um link",
    description: `Só enquanto está pendente, ou confirmado se a loja o permite e nada foi separado nem pago; repetir responde o mesmo. ${linkDescription}`,
    params: refParams,
    body: cancellationSchema.meta({ id: "Cancellation" }),
    answer: ["Cancelado, agora ou antes.", orderView],
    problems: {
      ...linkProblems,
      ...problemResponse(
        409,
        "`urn:pomar:order-confirmed`: a loja já confirmou. `urn:pomar:order-paid`: já tem pagamento. `urn:pomar:stale-version`: mudou desde a versão enviada.",
        alreadyConfirmed,
      ),
    },
    run: async ({ c, params, body }) => {
      const id = await requireOrderLink(deps, c, params.ref);
      const result = await shop.orders.cancel(id, body);
      if (!result.ok) throw cancelProblem(result.reason);
      return shop.orders.readView(id);
    },
  });
  adminRoutes(api, deps, "Pedidos").row({
    method: "post",
    path: "/orders/{id}/link/rotate",
    area: "orders",
    summary: "Gera um novo link do pedido",
    description: "O link anterior deixa de valer.",
    answer: ["O novo link.", z.object({ link: z.string() }).meta({ id: "OrderLink" })],
    problems: problemResponse(410, "Os dados do cliente foram apagados.", anonymized),
    run: async ({ c, author, id }) => {
      const result = await shop.orders.rotateLink(author, id);
      if (result.ok) return { link: deps.ownOrigin(c) + result.path };
      throw result.reason === "anonymized" ? problem(410, anonymized) : notFoundProblem();
    },
  });
}

function cancelProblem(reason: "not-found" | "confirmed" | "paid" | "stale") {
  if (reason === "not-found") return notFoundProblem();
  if (reason === "paid") {
    return problem(409, {
      kind: "order-paid",
      title: "Este pedido já tem pagamento. Para cancelar, fale com a loja.",
    });
  }
  return reason === "confirmed"
    ? problem(409, alreadyConfirmed)
    : problem(409, { kind: "stale-version", title: "O pedido mudou. Confira e tente de novo." });
}

/** The id of the order that a link opens; otherwise throws, and counts the failure of the client's network. */
export async function requireOrderLink(
  { shop, wrongLinks }: ApiDependencies,
  c: Context,
  ref: string,
): Promise<string> {
  const link = await shop.orders.resolveLink(ref);
  if (link.ok) return link.id;
  if (link.reason === "anonymized") throw problem(410, anonymized);
  return wrongLinks.reject(c);
}
