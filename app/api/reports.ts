import {
  priceChangeSchema,
  pricedProductSchema,
  priceScheduleSchema,
  priceUndoSchema,
} from "#app/domain/catalogue/prices/price-change.ts";
import {
  dayRangeSchema,
  newPaymentSchema,
  paymentSchema,
} from "#app/domain/orders/payments/schema.ts";
import { orderSchema } from "#app/domain/orders/schema.ts";
import { periodError } from "#app/domain/reports/sales/rules.ts";
import {
  salesFileSchema,
  salesMarginsSchema,
  salesQueryError,
  salesQuerySchema,
  salesSchema,
} from "#app/domain/reports/sales/schema.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { exampleIds } from "./framework/example-values.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedProblem,
  keyReusedResponse,
} from "./framework/idempotency.ts";
import { problemResponses, rejectedFieldsProblem } from "./framework/problem.ts";
import { csvResponse, streamCsv } from "./framework/request-body.ts";
import { adminRoutes } from "./framework/routes.ts";
import { idParams, saveProblem, staleResponse } from "./framework/rows.ts";

const payment = paymentSchema.meta({ id: "Payment" });
const path = "/orders/{id}/payments";

/** Payments of an order: each is added or removed, never changed. */
export function addPaymentRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list, done, response } = adminRoutes(api, deps, "Pedidos");
  list({
    path,
    area: "orders",
    summary: "Lista os pagamentos de um pedido",
    description: "Na ordem em que foram recebidos; uma devolução tem valor negativo.",
    answer: ["Todos.", payment],
    problems: problemResponses(404),
    run: async ({ id }) => {
      const items = await shop.orders.listPayments([id]);
      return items.length > 0 || (await shop.orders.find(id)) ? items : undefined;
    },
  });
  row({
    method: "post",
    path,
    area: "orders",
    summary: "Registra um pagamento de um pedido",
    description:
      "Sem `amount`, o que falta receber. Um valor negativo é uma devolução, com o motivo em `note`, e nunca passa do que foi " +
      "recebido. `paid_amount`, `payment_state`, `paid_at` e `paid_method` do pedido mudam na mesma transação.",
    headers: keyHeader,
    body: newPaymentSchema.meta({ id: "NewPayment" }),
    status: 201,
    answer: ["Registrado.", payment],
    problems: { ...staleResponse(orderSchema), ...keyReusedResponse },
    run: async ({ author, id, header, body }) => {
      const request = keyedRequest(`/orders/${id}/payments`, header, body);
      const saved = await shop.once(request, (bound) => bound.orders.addPayment(author, id, body));
      if (saved.ok) return saved.row;
      throw saved.reason === "key-reused" ? keyReusedProblem() : saveProblem(saved);
    },
  });
  done({
    method: "delete",
    path: `${path}/{payment_id}`,
    area: "orders",
    params: idParams.extend({ payment_id: idParams.shape.id }),
    summary: "Desfaz um pagamento",
    description:
      "Como se nunca tivesse sido registrado. A parte de um recebimento da conta do cliente volta a ser crédito dele. " +
      "Dinheiro que saiu é uma devolução.",
    answer: "Desfeito.",
    run: async ({ author, id, params }) => {
      const removed = await shop.orders.removePayment(author, id, params.payment_id);
      if (!removed.ok) throw saveProblem(removed);
    },
  });
  response({
    path: "/payments/export.csv",
    summary: "Exporta o que foi recebido para planilha",
    description: "Um pagamento por linha, na ordem em que foram recebidos, de `from` até `until`.",
    query: dayRangeSchema,
    answer: csvResponse("Os pagamentos.", '"Recebido em";"Pedido"\r\n'),
    run: ({ c, query }) =>
      streamCsv(
        c,
        deps,
        nameOfPeriod("recebimentos", query),
        shop.reports.streamPaymentsCsv(query),
      ),
  });
}

/** 'pedidos-2026-10-01-a-2026-10-31' */
function nameOfPeriod(name: string, { from, until }: { from: string; until: string }): string {
  return `${name}-${from}-a-${until}`;
}

/** Routes for what was sold, as figures and as files. */
export function addSalesRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, response } = adminRoutes(api, deps, "Vendas");
  row({
    path: "/sales",
    area: "business",
    summary: "Mostra o que foi vendido",
    description:
      "De um período por produto, categoria, cliente ou forma de pagamento, ao lado do período anterior de mesma duração. " +
      "As linhas somam o total.",
    query: salesQuerySchema,
    answer: ["As figuras.", salesSchema.meta({ id: "Sales" })],
    run: ({ query }) => {
      const error = salesQueryError(query);
      if (error) throw rejectedFieldsProblem([error]);
      return shop.reports.readSales(query);
    },
  });
  row({
    path: "/sales/margins",
    summary: "Mostra o que se ganhou com as vendas",
    description:
      "Só do administrador. O custo de um item é o custo médio de quando o pedido foi confirmado.",
    query: salesQuerySchema,
    answer: [
      "As margens das linhas de `GET /sales`.",
      salesMarginsSchema.meta({ id: "SalesMargins" }),
    ],
    run: ({ query }) => {
      const error = salesQueryError(query);
      if (error) throw rejectedFieldsProblem([error]);
      return shop.reports.readSalesMargins(query);
    },
  });
  const files = [
    ["orders", "pedidos", "um pedido por linha", shop.reports.streamSalesOrders],
    ["lines", "itens", "um item enviado por linha", shop.reports.streamSalesLines],
    ["customers", "clientes", "um cliente do período por linha", shop.reports.streamBuyers],
  ] as const;
  for (const [name, fileName, contents, stream] of files) {
    response({
      path: `/sales/${name}.csv`,
      summary: `Exporta as vendas para planilha: ${contents}`,
      description: "UTF-8, ponto e vírgula, vírgula decimal, horário de São Paulo.",
      query: salesFileSchema,
      answer: csvResponse("Do mais novo ao mais antigo.", '"Pedido";"Data";"Status"\r\n'),
      run: ({ c, query }) => {
        const message = periodError(query);
        if (message) throw rejectedFieldsProblem([{ field: "until", message }]);
        return streamCsv(c, deps, nameOfPeriod(fileName, query), stream(query));
      },
    });
  }
}

/** 10,000 products with their versions. */
const maxBodyBytes = 1024 * 1024;

const changeDescription = `\
Muda os preços de todas as opções e quantidades dos produtos, em uma só transação, e com \`dry_run\` só mostra como ficariam.
Cada produto é mudado só se a sua versão ainda é a lida; os que mudaram ou ficariam com preços inválidos são recusados, um a
um. Com \`apply_at\` os preços mudam naquele minuto, e só os que ainda forem os de agora.`;

const undoDescription = `\
Volta aos preços de antes de \`POST /products/prices\`, por ${undoMinutes} minutos. Envie as versões que a mudança mostrou: um produto
gravado desde então é recusado.`;

/** The prices of many products: changed now, changed later, and undone. */
export function addProductPriceRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { list, done } = adminRoutes(api, deps, "Catálogo");
  const priced = pricedProductSchema.meta({ id: "PricedProduct" });
  const logStop = (error: unknown) =>
    deps.log.error({ err: error }, "a change of prices stopped after its first piece");
  const answer = ["O que mudou em cada produto, na ordem enviada.", priced] as const;
  list({
    method: "post",
    path: "/products/prices",
    summary: "Muda os preços de muitos produtos",
    description: changeDescription,
    body: priceChangeSchema.meta({
      id: "PriceChange",
      examples: [
        { products: [{ id: exampleIds.product, version: 3 }], percent: 5, round_to: "0.90" },
      ],
    }),
    maxBodyBytes,
    answer,
    run: ({ author, body }) => shop.catalogue.changeManyPrices(author, body, logStop),
  });
  list({
    method: "post",
    path: "/products/prices/undo",
    summary: "Desfaz uma mudança de preços",
    description: undoDescription,
    body: priceUndoSchema.meta({ id: "PriceUndo" }),
    maxBodyBytes,
    answer,
    run: ({ author, body }) => shop.catalogue.undoPriceChange(author, body.products, logStop),
  });
  list({
    path: "/price-schedules",
    summary: "Lista os preços agendados",
    description: "O próximo na frente, depois os que já mudaram nos últimos 30 dias.",
    answer: ["Todos.", priceScheduleSchema.meta({ id: "PriceSchedule" })],
    run: () => shop.catalogue.listPriceSchedules(),
  });
  done({
    method: "delete",
    path: "/price-schedules/{id}",
    summary: "Cancela preços agendados",
    description:
      "Só antes de mudarem. Se uma parte já mudou, ela fica como está, e `skipped` lista os produtos que não mudaram.",
    answer: "Cancelado: nenhum preço muda mais.",
    missing: "Estes preços já mudaram, ou o agendamento já foi cancelado",
    run: ({ id }) => shop.catalogue.cancelPriceSchedule(id),
  });
  done({
    method: "delete",
    path: "/price-schedules/{id}/report",
    summary: "Exclui o relatório de preços que já mudaram",
    description: "Os preços ficam como estão.",
    answer: "Excluído.",
    missing: "Estes preços ainda não mudaram, ou o relatório já foi excluído",
    run: ({ id }) => shop.catalogue.deletePriceReport(id),
  });
}
