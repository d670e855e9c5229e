import { z } from "@hono/zod-openapi";
import type { BatchEntry } from "#app/domain/catalogue/batch.server.ts";
import { type BatchResult, batchItemSchema, batchOutcomes } from "#app/domain/catalogue/batch.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import { maxBatchItems } from "#app/shared/limits.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { keyedRequest, keyHeader, keyReusedProblem, keyReusedResponse } from "./idempotency.ts";
import { listFieldErrors, problemSchema, readProblem } from "./problem.ts";
import { adminRoutes } from "./routes.ts";
import { saveProblem } from "./rows.ts";

const maxBatchBytes = 4 * 1024 * 1024;
const path = "/products/batch";

export const takenMessages = {
  slug: "Já existe um produto com este slug",
  external_id: "Já existe um produto com este código externo",
};
export const productComponent = productSchema.meta({ id: "Product" });

const resultSchema = z
  .object({
    index: z.int().meta({ description: "A posição em `items`, a partir de 0." }),
    status: z.enum([...batchOutcomes, "failed"]),
    product: productComponent.optional(),
    problem: problemSchema.optional().meta({ description: "Por que falhou." }),
  })
  .meta({ id: "BatchResult" });
type Result = z.infer<typeof resultSchema>;

const countSchema = z.int().meta({ description: "Quantos itens." });
const responseSchema = z.object({
  items: z.array(resultSchema),
  created: countSchema,
  updated: countSchema,
  unchanged: countSchema,
  failed: countSchema,
});

const description = `\
Até ${maxBatchItems} itens, cada um achado por \`id\`, \`external_id\` ou \`slug\`. Um que não existe é criado (não por \`id\`) e
precisa de \`title\` e \`slug\`; um que existe é mudado, e campos iguais aos gravados não contam como mudança. Cada item vale por
si: um que falha não impede os outros, e a resposta traz todos, na ordem enviada.

Mudar um produto exige a \`version\` lida, exceto \`price\` e \`stock\` com \`overwrite: true\`, e \`stock_delta\`, que soma ao
estoque do momento. Com \`Idempotency-Key\`, repetir a requisição não aplica nenhum item duas vezes.`;

/** POST /products/batch: many creations and changes in one request. */
export function addProductBatchRoute(api: Api, deps: ApiDependencies): void {
  const item = { $ref: "#/components/schemas/BatchItem" };
  api.openAPIRegistry.register("BatchItem", batchItemSchema);
  const requestSchema = z
    .strictObject(
      {
        items: z
          .array(z.unknown(), { error: "Informe os itens." })
          .min(1, { error: "Informe ao menos um item." })
          .max(maxBatchItems, { error: `Informe no máximo ${maxBatchItems} itens.` })
          .openapi({ type: "array", items: item }),
      },
      { error: "Envie um objeto com items." },
    )
    .meta({ id: "ProductBatch" });
  adminRoutes(api, deps, "Catálogo").row({
    method: "post",
    path,
    summary: "Cria e muda muitos produtos",
    description,
    headers: keyHeader,
    body: [
      requestSchema,
      {
        items: [
          { external_id: "ERP-1042", price: 12.9, stock: 40, overwrite: true },
          { slug: "polpa-de-acai", stock_delta: -2 },
        ],
      },
    ],
    maxBodyBytes: maxBatchBytes,
    answer: [
      "O resultado de cada item.",
      responseSchema,
      {
        items: [{ index: 0, status: "updated", product: examples.product }],
        created: 0,
        updated: 1,
        unchanged: 0,
        failed: 0,
      },
    ],
    problems: keyReusedResponse,
    run: async ({ author, header, body: { items } }) => {
      const request = keyedRequest(path, header, items);
      const saved = await deps.shop.saveProducts(author, items.map(toEntry), request);
      if (!saved.ok) throw keyReusedProblem();
      const results = await Promise.all(saved.results.map(toResult));
      const count = (status: Result["status"]) =>
        results.filter((result) => result.status === status).length;
      return {
        items: results,
        created: count("created"),
        updated: count("updated"),
        unchanged: count("unchanged"),
        failed: count("failed"),
      };
    },
  });
}

function toEntry(given: unknown): BatchEntry {
  const item = batchItemSchema.safeParse(given);
  if (item.success) return item.data;
  return { ok: false, reason: "invalid", errors: listFieldErrors(item.error) };
}

async function toResult(result: BatchResult, index: number): Promise<Result> {
  if (result.ok) return { index, status: result.outcome, product: result.row };
  const failure = saveProblem(result, takenMessages);
  return { index, status: "failed", problem: await readProblem(failure) };
}
