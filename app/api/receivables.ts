import type { KeyReused } from "#app/domain/kernel/idempotency.server.ts";
import { dayRangeSchema, receiptSchema } from "#app/domain/orders/payments/schema.ts";
import {
  accountSchema,
  creditUseSchema,
  newAdjustmentSchema,
  newReceiptSchema,
  newRefundSchema,
  statementSchema,
} from "#app/domain/receivables/schema.ts";
import { writeStatementCsv } from "#app/domain/receivables/statement-csv.ts";
import { periodError } from "#app/domain/reports/sales/rules.ts";
import { z } from "#app/shared/zod.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedProblem,
  keyReusedResponse,
} from "./framework/idempotency.ts";
import { notFoundProblem, rejectedFieldsProblem } from "./framework/problem.ts";
import { csvResponse, sendCsv } from "./framework/request-body.ts";
import { adminRoutes } from "./framework/routes.ts";
import { idParams, saveProblem } from "./framework/rows.ts";

const linkSchema = z
  .object({ path: z.string().meta({ description: "O caminho da página do extrato." }) })
  .meta({ id: "StatementLink" });
const tag = "A receber";
const receipt = receiptSchema.meta({ id: "Receipt" });

/** Routes for what a customer owes and has paid: account, receipts, credit and statement. */
export function addReceivableRoutes(api: Api, deps: ApiDependencies): void {
  addAccount(api, deps);
  addReceipts(api, deps);
  addStatement(api, deps);
}

function addAccount(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row } = adminRoutes(api, deps, tag);
  row({
    path: "/customers/{id}/account",
    area: "customers",
    summary: "Mostra a conta de um cliente",
    description: "Saldo, crédito e pedidos em aberto, com os de quem foi unido a ele.",
    answer: ["A conta.", accountSchema.meta({ id: "CustomerAccount" })],
    run: ({ id }) => shop.receivables.read(id),
  });
  row({
    method: "post",
    path: "/customers/{id}/credit",
    area: "customers",
    summary: "Usa o crédito de um cliente em pedidos em aberto",
    description: "Sem `payments`, nos que vencem antes.",
    body: creditUseSchema.meta({ id: "CreditUse" }),
    answer: [
      "Quanto do crédito foi usado.",
      z.object({ used: z.number() }).meta({ id: "UsedCredit" }),
    ],
    run: async ({ author, id, body }) => {
      const usage = await shop.receivables.giveCredit(author, id, body);
      if (usage.ok) return usage.row;
      throw saveProblem(usage);
    },
  });
}

function addReceipts(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list, done } = adminRoutes(api, deps, tag);
  const keyed = { headers: keyHeader, status: 201, problems: keyReusedResponse } as const;
  const requireRecorded = (
    saved: Awaited<ReturnType<typeof shop.receivables.recordReceipt>> | KeyReused,
  ): z.input<typeof receiptSchema> => {
    if (saved.ok) return saved.row;
    throw saved.reason === "key-reused" ? keyReusedProblem() : saveProblem(saved);
  };
  list({
    path: "/customers/{id}/receipts",
    area: "customers",
    summary: "Lista os recebimentos de um cliente",
    description: "Os 200 mais novos, cada um com a parte de cada pedido e o que ficou de crédito.",
    answer: ["Do mais novo ao mais antigo.", receipt],
    run: ({ id }) => shop.receivables.listReceipts(id),
  });
  row({
    ...keyed,
    method: "post",
    path: "/customers/{id}/receipts",
    area: "customers",
    summary: "Registra um recebimento de um cliente",
    description:
      "Um pagamento de vários pedidos. Sem `payments`, recebem antes os que vencem antes; o que sobra fica como crédito. " +
      "Tudo é gravado em uma só transação.",
    body: newReceiptSchema.meta({ id: "NewReceipt" }),
    answer: ["Registrado.", receipt],
    run: async ({ author, id, header, body }) => {
      const request = keyedRequest(`/customers/${id}/receipts`, header, body);
      return requireRecorded(
        await shop.once(request, (bound) => bound.receivables.recordReceipt(author, id, body)),
      );
    },
  });
  row({
    ...keyed,
    method: "post",
    path: "/customers/{id}/adjustments",
    summary: "Abate um valor da conta de um cliente",
    description:
      "Um crédito com motivo, sem dinheiro: conta como um recebimento, mas não entra no caixa.",
    body: newAdjustmentSchema.meta({ id: "NewAdjustment" }),
    answer: ["Registrado.", receipt],
    run: async ({ author, id, header, body }) => {
      const request = keyedRequest(`/customers/${id}/adjustments`, header, body);
      return requireRecorded(
        await shop.once(request, (bound) => bound.receivables.recordAdjustment(author, id, body)),
      );
    },
  });
  row({
    ...keyed,
    method: "post",
    path: "/customers/{id}/refunds",
    area: "customers",
    summary: "Registra que um crédito foi devolvido",
    description: "Nunca passa do crédito do cliente. O recebimento que resulta é negativo.",
    body: newRefundSchema.meta({ id: "NewRefund" }),
    answer: ["Registrada.", receipt],
    run: async ({ author, id, header, body }) => {
      const request = keyedRequest(`/customers/${id}/refunds`, header, body);
      return requireRecorded(
        await shop.once(request, (bound) => bound.receivables.recordRefund(author, id, body)),
      );
    },
  });
  done({
    method: "delete",
    path: "/customers/{id}/receipts/{receipt_id}",
    params: idParams.extend({ receipt_id: idParams.shape.id }),
    summary: "Desfaz um recebimento",
    description:
      "Como se nunca tivesse sido registrado: os pedidos voltam a estar em aberto. Só se o crédito dele não foi devolvido.",
    answer: "Desfeito.",
    run: async ({ author, id, params }) => {
      const removed = await shop.receivables.removeReceipt(author, id, params.receipt_id);
      if (!removed.ok) throw saveProblem(removed);
    },
  });
}

function addStatement(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, response } = adminRoutes(api, deps, tag);
  const readPeriod = (id: string, period: { from: string; until: string }) => {
    const message = periodError(period);
    if (message) throw rejectedFieldsProblem([{ field: "until", message }]);
    return shop.receivables.readStatement(id, period);
  };
  row({
    path: "/customers/{id}/statement",
    area: "customers",
    summary: "Mostra o extrato de um cliente",
    description:
      "O que foi entregue, mudado depois da entrega, pago, devolvido e abatido, do primeiro ao último dia, com o saldo antes e depois.",
    query: dayRangeSchema,
    answer: ["O extrato.", statementSchema.meta({ id: "Statement" })],
    run: ({ id, query }) => readPeriod(id, query),
  });
  row({
    method: "post",
    path: "/customers/{id}/statement-link/rotate",
    area: "customers",
    summary: "Troca o link do extrato de um cliente",
    description: "O link de antes deixa de valer.",
    answer: ["O link novo.", linkSchema],
    run: async ({ author, id }) => {
      const path = await shop.receivables.rotateStatementLink(author, id);
      return path === undefined ? undefined : { path };
    },
  });
  response({
    path: "/customers/{id}/statement.csv",
    summary: "Exporta o extrato de um cliente para planilha",
    description: "UTF-8, ponto e vírgula, vírgula decimal, dias de São Paulo.",
    query: dayRangeSchema,
    answer: csvResponse("Uma linha por movimento.", '"Data";"Descrição"\r\n'),
    run: async ({ c, id, query }) => {
      const statement = await readPeriod(id, query);
      if (!statement) throw notFoundProblem();
      return sendCsv(c, "extrato", writeStatementCsv(statement));
    },
  });
}
