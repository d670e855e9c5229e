import {
  entryResultSchema,
  lotListSchema,
  movementListSchema,
  type Recall,
  recallSchema,
  type StockLot,
  type StockMovement,
  stockEntrySchema,
  stockLotSchema,
  stockMovementSchema,
} from "#app/domain/stock/schema.ts";
import { undoMinutes } from "#app/shared/limits.ts";
import { z } from "#app/shared/zod.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import * as examples from "./framework/examples.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedProblem,
  keyReusedResponse,
} from "./framework/idempotency.ts";
import { problemResponses, rejectedFieldsProblem } from "./framework/problem.ts";
import { completeList, listSchema } from "./framework/request-body.ts";
import { adminRoutes } from "./framework/routes.ts";

const path = "/stock-movements";
const maxId = 999_999_999_999_999;
const product_id = examples.product.id;
const lot: StockLot = {
  id: "5a0c1a52-6f5e-4a68-8f0b-5d2f0f6f8c11",
  product_id,
  title: examples.product.title,
  unit: "unidade",
  code: "A12",
  expires_on: "2027-03-31",
  balance: 48,
};
const movement: StockMovement = {
  id: 812,
  product_id,
  quantity: 48,
  reason: "entrada",
  order_id: null,
  numero_pedido: null,
  note: null,
  author: "admin@pomar.example",
  created_at: "2026-11-24T13:05:00.000Z",
  undoes: null,
  is_undone: false,
  lots: [{ lot_id: lot.id, code: lot.code, expires_on: lot.expires_on, quantity: 48 }],
};
const recall: Recall = {
  lot,
  orders: [
    {
      id: examples.order.id,
      numero_pedido: examples.order.numero_pedido,
      status: examples.order.status,
      customer_id: null,
      name: "Maria Silva",
      phone: "11987654321",
      delivery_date: null,
      quantity: 4,
    },
  ],
};
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
      completeList([movement]),
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
      "perda ou contagem menor tira primeiro do que não tem lote.",
    headers: keyHeader,
    body: [
      stockEntrySchema.meta({ id: "StockEntry" }),
      {
        reason: "entrada",
        lines: [{ product_id, unit: "caixa", quantity: 2, lot: "A12", expires_on: "2027-03-31" }],
      },
    ],
    status: 201,
    answer: [
      "O que mudou, por linha.",
      entryResultSchema.meta({ id: "StockEntryResult" }),
      {
        items: [
          {
            product_id,
            title: lot.title,
            quantity: 48,
            stock: 60,
            lot_id: lot.id,
            movement_id: 812,
          },
        ],
      },
    ],
    problems: keyReusedResponse,
    run: async ({ author, header, body }) => {
      const saved = await shop.stock.addEntry(author, body, keyedRequest(path, header, body));
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
    answer: ["Uma página de lotes.", listSchema(lotRow), completeList([lot])],
    run: ({ query }) => shop.stock.listLots(query),
  });
  row({
    path: "/stock-lots/{id}/recall",
    area: "stock",
    summary: "Lista quem recebeu um lote",
    description: "Os pedidos que tiraram deste lote, com cliente e telefone; cancelados devolvem.",
    answer: ["O lote e os pedidos.", recallSchema.meta({ id: "Recall" }), recall],
    run: ({ id }) => shop.stock.readRecall(id),
  });
}
