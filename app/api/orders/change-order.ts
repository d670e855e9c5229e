import { z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import {
  idempotencyKeySchema,
  keyReusedProblem,
  keyReusedResponse,
} from "#app/api/framework/idempotency.ts";
import {
  notFoundProblem,
  problem,
  problemResponse,
  rejectedFieldsProblem,
} from "#app/api/framework/problem.ts";
import { createRateLimit, requireAdmission } from "#app/api/framework/rate-limit.ts";
import { publicRoutes } from "#app/api/framework/routes.ts";
import type { ChangeOrderResult } from "#app/domain/orders/links/change.server.ts";
import { describeClosed } from "#app/domain/orders/links/open-order.ts";
import {
  linkedChangeSchema,
  orderPreviewRequestSchema,
  orderPreviewSchema,
} from "#app/domain/orders/links/schema.ts";
import { linkDescription, linkProblems, orderView, refParams, requireOrderLink } from "./orders.ts";
import { rejectionProblem } from "./place-order.ts";

const limitWindowSeconds = 600;
/** A preview follows each press of a button. */
const previewsPerChange = 30;

const staleOrder = { kind: "stale-version", title: "O pedido mudou enquanto você editava" };

const problems = {
  ...linkProblems,
  ...problemResponse(
    409,
    "`urn:pomar:order-closed`: o pedido não pode mais ser mudado pelo link. `urn:pomar:stale-version`: mudou desde a versão enviada; " +
      "`order` é ele agora. Ou, como ao enviar um pedido: `lines-changed`, `quantity-step`, `below-minimum`.",
    staleOrder,
  ),
};

/** Routes for what a customer changes by the link of an order until its cut-off. */
export function addChangeOrderRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const options = { points: deps.orderLimit, seconds: limitWindowSeconds };
  const changes = createRateLimit(deps.rateLimits, { ...options, name: "order-change" });
  const previews = createRateLimit(deps.rateLimits, {
    ...options,
    name: "order-preview",
    points: deps.orderLimit * previewsPerChange,
  });
  const { row } = publicRoutes(api, deps, "Link do pedido");
  row({
    method: "post",
    path: "/order-links/{ref}/changes/preview",
    summary: "Calcula o pedido de um link como ficaria",
    description: `Nada é gravado. O preço de cada item é o de \`POST /order-links/{ref}/changes\`. ${linkDescription}`,
    params: refParams,
    body: orderPreviewRequestSchema.meta({ id: "OrderPreviewRequest" }),
    answer: ["Os itens e valores como ficariam.", orderPreviewSchema.meta({ id: "OrderPreview" })],
    problems,
    run: async ({ c, params, body }) => {
      const id = await requireOrderLink(deps, c, params.ref);
      await requireAdmission(c, previews, deps.clientAddress(c), tooMany);
      const preview = await shop.orders.previewChange(id, body);
      if (!preview.ok) throw await changeProblem(id, preview);
      return preview.row;
    },
  });
  row({
    method: "post",
    path: "/order-links/{ref}/changes",
    summary: "Muda os itens do pedido de um link",
    description:
      "Enquanto `changes.open`: até o prazo da entrega. `items` é o pedido inteiro: o que não vem sai dele. Um item com a mesma " +
      "quantidade fica com o preço combinado; um mudado ou novo tem o preço de hoje da tabela do pedido para a sua quantidade, e " +
      "`price` é o que a pessoa viu. Menos de um produto oculto fica com o preço combinado. A taxa de entrega só muda quando o pedido passa do valor da entrega grátis, para cima ou para " +
      `baixo, e vale o pedido mínimo. Repetir a mesma chave com o mesmo corpo não muda nada outra vez. ${linkDescription}`,
    params: refParams,
    headers: z.object({
      "Idempotency-Key": idempotencyKeySchema.meta({
        description: "Uma chave por mudança, a mesma em cada nova tentativa.",
        examples: ["6b0f6d6c-0a55-4d3e-8a65-0e0d5b1f1c11"],
      }),
    }),
    body: linkedChangeSchema.meta({ id: "LinkedOrderChange" }),
    maxBodyBytes: 64 * 1024,
    answer: ["Como ficou.", orderView],
    problems: { ...problems, ...keyReusedResponse },
    run: async ({ c, params, header, body }) => {
      const id = await requireOrderLink(deps, c, params.ref);
      await requireAdmission(c, changes, deps.clientAddress(c), tooMany);
      const changed = await shop.orders.change(id, body, header["Idempotency-Key"]);
      if (!changed.ok) throw await changeProblem(id, changed);
      return shop.orders.readView(id);
    },
  });

  async function changeProblem(id: string, rejection: Exclude<ChangeOrderResult, { ok: true }>) {
    switch (rejection.reason) {
      case "not-found":
        return notFoundProblem();
      case "key-reused":
        return keyReusedProblem();
      case "invalid":
        return rejectedFieldsProblem(rejection.errors);
      case "stale":
        return problem(409, { ...staleOrder, order: await shop.orders.readView(id) });
      case "not-open":
        return problem(409, { kind: "order-closed", title: describeClosed(rejection.changes) });
      default:
        return rejectionProblem(rejection);
    }
  }
}

const tooMany = {
  kind: "too-many-changes",
  title: "Muitas mudanças em pouco tempo",
  detail: "Espere alguns minutos e tente de novo.",
};
