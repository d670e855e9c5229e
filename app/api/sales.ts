import {
  periodError,
  type Sales,
  salesFileSchema,
  salesQueryError,
  salesQuerySchema,
  salesSchema,
} from "#app/domain/sales/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { streamCsv } from "./csv-stream.ts";
import { csvResponse } from "./json-content.ts";
import { rejectedFieldsProblem } from "./problem.ts";
import { adminRoutes } from "./routes.ts";

const example: Sales = {
  from: "2026-08-01",
  until: "2026-08-31",
  before_from: "2026-07-01",
  total: { orders: 2, quantity: 14, amount: 180.6 },
  before: { orders: 1, quantity: 7, amount: 90.3 },
  days: [{ day: "2026-08-03", amount: 180.6, orders: 2 }],
  rows: [
    {
      key: "7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55",
      label: "Polpa de Açaí",
      orders: 2,
      quantity: 14,
      amount: 180.6,
      before: 90.3,
    },
  ],
  row_count: 1,
};

/** What was sold, as figures and as files. */
export function addSalesRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, response } = adminRoutes(api, deps, "Vendas");
  row({
    path: "/sales",
    summary: "Mostra o que foi vendido",
    description:
      "De um período por produto, categoria, cliente ou forma de pagamento, ao lado do período anterior de mesma duração. " +
      "As linhas somam o total.",
    query: salesQuerySchema,
    answer: ["As figuras.", salesSchema.meta({ id: "Sales" }), example],
    run: ({ query }) => {
      const error = salesQueryError(query);
      if (error) throw rejectedFieldsProblem([error]);
      return shop.readSales(query);
    },
  });
  const files = [
    ["orders", "um pedido por linha", shop.streamSalesOrders],
    ["lines", "um item enviado por linha", shop.streamSalesLines],
  ] as const;
  for (const [name, contents, stream] of files) {
    response({
      path: `/sales/${name}.csv`,
      summary: `Exporta as vendas para planilha: ${contents}`,
      description: "UTF-8, ponto e vírgula, vírgula decimal, horário de São Paulo.",
      query: salesFileSchema,
      answer: csvResponse("Do mais novo ao mais antigo.", '"Pedido";"Data";"Status"\r\n'),
      run: ({ c, query }) => {
        const message = periodError(query);
        if (message) throw rejectedFieldsProblem([{ field: "until", message }]);
        return streamCsv(c, deps, `vendas-${name}`, stream(query));
      },
    });
  }
}
