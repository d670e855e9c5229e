import { toCostAmount } from "#app/domain/catalogue/prices/costs.ts";
import { isAllowed, roleTexts } from "#app/domain/people/roles.ts";
import { writePurchaseCsv } from "#app/domain/stock/purchase-list.ts";
import {
  entryResultSchema,
  lotListSchema,
  minimumStockSchema,
  movementListSchema,
  productCostSchema,
  purchaseListSchema,
  purchaseRowSchema,
  recallSchema,
  type StockEntry,
  stockCostsSchema,
  stockEntrySchema,
  stockLotSchema,
  stockMovementSchema,
} from "#app/domain/stock/schema.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { z } from "#app/shared/zod.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { type Administrator, roleProblem } from "./framework/guard.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedProblem,
  keyReusedResponse,
} from "./framework/idempotency.ts";
import { problemResponses, rejectedFieldsProblem } from "./framework/problem.ts";
import { csvResponse, listSchema, sendCsv } from "./framework/request-body.ts";
import { adminRoutes } from "./framework/routes.ts";

const path = "/stock-movements";
const maxId = 999_999_999_999_999;
const lotRow = stockLotSchema.meta({ id: "StockLot" });

/** Movements of the stock, which are added and never changed; lots, and who got goods of one. */
export function addStockRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, done } = adminRoutes(api, deps, "Estoque");
  row({
    path,
    area: "stock",
    summary: "Lista os movimentos do estoque de um produto",
    description: "Do mais novo ao mais antigo. A soma de todos é o `stock` do produto.",
    query: movementListSchema,
    answer: [
      "Uma página de movimentos.",
      listSchema(stockMovementSchema.meta({ id: "StockMovement" })),
    ],
    run: ({ query }) => shop.stock.listMovements(query),
  });
  row({
    method: "post",
    path,
    area: "stock",
    summary: "Registra mercadoria recebida, contada ou perdida",
    description:
      "Todas as linhas, ou nenhuma. `entrada` soma, `perda` tira e precisa de `note`; `contagem` grava a diferença até o que foi " +
      "contado. Com `lot` ou `expires_on` a linha é desse lote; uma entrada ou contagem cria o lote que falta. Sem lote, uma " +
      "perda ou contagem menor tira primeiro do que não tem lote. `cost` é só do administrador: de membros a resposta é 403.",
    headers: keyHeader,
    body: stockEntrySchema.meta({ id: "StockEntry" }),
    status: 201,
    answer: ["O que mudou, por linha.", entryResultSchema.meta({ id: "StockEntryResult" })],
    problems: keyReusedResponse,
    run: async ({ administrator, author, header, body }) => {
      checkCosts(administrator, body);
      const saved = await shop.once(keyedRequest(path, header, body), (bound) =>
        bound.stock.addEntry(author, body),
      );
      if (saved.ok) return saved.row;
      throw saved.reason === "key-reused"
        ? keyReusedProblem()
        : rejectedFieldsProblem(saved.errors);
    },
  });
  done({
    method: "post",
    path: `${path}/{movement_id}/undo`,
    area: "stock",
    params: z.object({ movement_id: z.coerce.number<string>().int().positive().max(maxId) }),
    summary: "Desfaz uma entrada, contagem ou perda",
    description: `Por ${undoMinutes} minutos, com um movimento contrário nos mesmos lotes.`,
    answer: "Desfeito.",
    problems: problemResponses(404),
    run: async ({ author, params }) => {
      const undone = await shop.stock.undoMovement(author, params.movement_id);
      if (!undone.ok && undone.reason === "invalid") throw rejectedFieldsProblem(undone.errors);
      return undone.ok;
    },
  });
  row({
    path: "/stock-lots",
    area: "stock",
    summary: "Lista os lotes",
    description:
      "O que vence primeiro na frente. Lotes vazios só com `product` ou `search`, no fim.",
    query: lotListSchema,
    answer: ["Uma página de lotes.", listSchema(lotRow)],
    run: ({ query }) => shop.stock.listLots(query),
  });
  row({
    path: "/stock-lots/{id}/recall",
    area: "stock",
    summary: "Lista quem recebeu um lote",
    description: "Os pedidos que tiraram deste lote, com cliente e telefone; cancelados devolvem.",
    answer: ["O lote e os pedidos.", recallSchema.meta({ id: "Recall" })],
    run: ({ id }) => shop.stock.readRecall(id),
  });
  addPurchaseRoutes(api, deps);
  addCostRoutes(api, deps);
}

/** Suppliers, minimum stocks and the purchase list. */
function addPurchaseRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { list, done, response } = adminRoutes(api, deps, "Estoque");
  list({
    path: "/suppliers",
    area: "stock",
    summary: "Lista os fornecedores de quem já se recebeu",
    description: "Em ordem alfabética.",
    answer: ["Os nomes.", z.object({ name: z.string() })],
    run: () => shop.stock.listSuppliers(),
  });
  list({
    path: "/purchase-list",
    area: "stock",
    summary: "Mostra a lista de compras",
    description:
      "Produtos vendidos em quatro semanas, com estoque mínimo, ou que faltam. `suggested` é o que falta para vender por `days` dias " +
      "como nas últimas quatro semanas sem ficar abaixo do mínimo.",
    query: purchaseListSchema,
    answer: ["O que mais falta na frente.", purchaseRowSchema.meta({ id: "PurchaseRow" })],
    run: ({ query }) => shop.stock.listPurchases(query.days),
  });
  response({
    path: "/purchase-list.csv",
    summary: "Exporta a lista de compras para planilha",
    description: "UTF-8, ponto e vírgula, vírgula decimal.",
    query: purchaseListSchema,
    answer: csvResponse("Um produto por linha.", '"Fornecedor";"Produto";"Unidade"\r\n'),
    run: async ({ c, query }) =>
      sendCsv(c, "lista-de-compras", writePurchaseCsv(await shop.stock.listPurchases(query.days))),
  });
  done({
    method: "put",
    path: "/stock-minimums/{id}",
    area: "stock",
    summary: "Grava o estoque mínimo de um produto",
    description: "Abaixo dele a lista de compras sugere comprar.",
    body: minimumStockSchema.meta({ id: "MinimumStock" }),
    answer: "Gravado.",
    run: ({ id, body }) => shop.stock.setMinimum(id, body.minimum),
  });
}

/** The costs of goods are the administrator's alone. */
function checkCosts({ role }: Administrator, { lines }: StockEntry): void {
  const hasCost = lines.some(({ cost }) => cost !== undefined);
  if (hasCost && !isAllowed(role, "write", undefined)) throw roleProblem(roleTexts.ownerOnly);
}

function addCostRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list } = adminRoutes(api, deps, "Estoque");
  list({
    path: "/product-costs",
    summary: "Lista os custos médios dos produtos",
    description:
      "Média móvel das entradas com custo, pesada pelo que havia em estoque. Um produto sem custo não está na lista.",
    answer: ["Todos.", productCostSchema.meta({ id: "ProductCost" })],
    run: async () =>
      (await shop.catalogue.listProductCosts()).map(({ average_cost, ...cost }) => ({
        ...cost,
        average_cost: toCostAmount(average_cost),
      })),
  });
  row({
    path: "/product-costs/{id}",
    summary: "Mostra o custo médio de um produto e o que se pagou por ele",
    description: "As 200 entradas com custo mais novas.",
    answer: ["O custo.", stockCostsSchema.meta({ id: "StockCosts" })],
    run: async ({ id }) => {
      if (!(await shop.stock.readLevels(id))) return undefined;
      const { average_cost, receipts } = await shop.stock.readCosts(id);
      return {
        average_cost: average_cost === null ? null : toCostAmount(average_cost),
        receipts: receipts.map(({ cost, unit_cost, ...receipt }) => ({
          ...receipt,
          cost: toCostAmount(cost),
          unit_cost: toCostAmount(unit_cost),
        })),
      };
    },
  });
}
