import { z } from "@hono/zod-openapi";
import type { WebhookRejection } from "#app/domain/webhooks/commands.server.ts";
import { webhookEventLabels } from "#app/domain/webhooks/rules.ts";
import {
  newWebhookSchema,
  type Webhook,
  type WebhookDelivery,
  type WebhookRequest,
  webhookChangesSchema,
  webhookDeliverySchema,
  webhookEventData,
  webhookRequestSchema,
  webhookSchema,
} from "#app/domain/webhooks/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { problem, problemResponses, rejectedFieldsProblem } from "./problem.ts";
import { webhookRoutes } from "./routes.ts";
import { idParams, notFoundProblem } from "./rows.ts";

const exampleRequest: WebhookRequest = {
  url: "https://erp.example/pomar",
  events: ["order.created", "stock.changed"],
};
const exampleWebhook: Webhook = {
  id: "c1f0a7de-3b5a-4d3a-9d0e-5a4b3c2d1e0f",
  ...exampleRequest,
  enabled: true,
  disabled_reason: null,
  created_at: "2026-11-21T12:00:00.000Z",
};
const exampleDelivery: WebhookDelivery = {
  id: "d2e1b8cf-4c6b-4e4b-8e1f-6b5c4d3e2f10",
  webhook_id: exampleWebhook.id,
  event: "order.created",
  created_at: "2026-11-21T12:00:00.000Z",
  attempts: 1,
  next_attempt_at: null,
  delivered_at: "2026-11-21T12:00:00.000Z",
  response_status: 204,
  error: null,
};
const webhook = [webhookSchema.meta({ id: "Webhook" }), exampleWebhook] as const;
const newWebhook = [
  newWebhookSchema.meta({ id: "NewWebhook" }),
  { ...exampleWebhook, secret: "whsec_3q2+7w…" },
] as const;
const delivery = [webhookDeliverySchema.meta({ id: "WebhookDelivery" }), exampleDelivery] as const;

/** Receivers of events, which the administrator or a token with that scope configures. */
export function addWebhookRoutes(api: Api, deps: ApiDependencies): void {
  describeEvents(api);
  const { shop } = deps;
  const { row, list, done } = webhookRoutes(api, deps);
  list({
    path: "/webhooks",
    summary: "Lista os webhooks",
    description: "Os endereços que recebem eventos.",
    answer: ["Do mais antigo ao mais novo, sem os segredos.", ...webhook],
    run: () => shop.listWebhooks(),
  });
  row({
    path: "/webhooks/{id}",
    summary: "Mostra um webhook",
    description: "Sem o segredo.",
    answer: ["Como está agora.", ...webhook],
    run: ({ id }) => shop.findWebhook(id),
  });
  row({
    method: "post",
    path: "/webhooks",
    summary: "Cria um webhook",
    description:
      "Cada evento é um POST a `url`, assinado como em Standard Webhooks: `webhook-signature` é `v1,` e o HMAC-SHA256 em " +
      "base64 de `webhook-id.webhook-timestamp.corpo`, com o segredo sem `whsec_`, decodificado de base64. Uma resposta " +
      "que não seja 2xx em 10 s é tentada de novo por um dia; 410 desliga o webhook. Só endereços https públicos, na porta 443 " +
      "ou de 1024 em diante; redirecionamentos não são seguidos.",
    body: [webhookRequestSchema.meta({ id: "WebhookRequest" }), exampleRequest],
    status: 201,
    answer: ["Criado.", ...newWebhook],
    problems: problemResponses(409),
    run: async ({ body }) => requireAccepted(await shop.createWebhook(body)).webhook,
  });
  row({
    method: "patch",
    path: "/webhooks/{id}",
    summary: "Muda, liga ou desliga um webhook",
    description:
      "Desligado, não recebe eventos novos; os que esperam são entregues se for ligado de novo em um dia.",
    body: [webhookChangesSchema.meta({ id: "WebhookChanges" }), { enabled: false }],
    answer: ["Como ficou.", ...webhook],
    run: async ({ id, body }) => requireAccepted(await shop.changeWebhook(id, body)).webhook,
  });
  done({
    method: "delete",
    path: "/webhooks/{id}",
    summary: "Exclui um webhook",
    description: "Também as suas entregas.",
    answer: "Excluído.",
    run: ({ id }) => shop.deleteWebhook(id),
  });
  row({
    method: "post",
    path: "/webhooks/{id}/secret",
    summary: "Troca o segredo de um webhook",
    description:
      "Por um dia as entregas levam as assinaturas dos dois segredos, separadas por espaço; depois, só a do novo.",
    answer: ["Com o segredo novo.", ...newWebhook],
    run: ({ id }) => shop.rotateWebhookSecret(id),
  });
  row({
    method: "post",
    path: "/webhooks/{id}/test",
    summary: "Envia um evento de teste",
    description: "Na hora e uma só vez, com `type` igual a `test`.",
    answer: ["O resultado.", ...delivery],
    run: ({ id }) => shop.testWebhook(id),
  });
  list({
    path: "/webhooks/{id}/deliveries",
    summary: "Lista as últimas entregas de um webhook",
    description: "Sem o conteúdo: só o evento, as tentativas e o resultado.",
    answer: ["Até 50, da mais nova à mais antiga. São apagadas depois de 30 dias.", ...delivery],
    run: ({ id }) => shop.listWebhookDeliveries(id),
  });
  row({
    method: "post",
    path: "/webhooks/{id}/deliveries/{delivery_id}/redeliver",
    params: idParams.extend({ delivery_id: idParams.shape.id }),
    summary: "Entrega um evento de novo",
    description: "Na hora, com o mesmo `webhook-id` e conteúdo, também se já foi entregue.",
    answer: ["O resultado.", ...delivery],
    run: ({ id, params }) => shop.redeliver(id, params.delivery_id ?? ""),
  });
}

/** The requests that receivers get, as `webhooks` of the document. */
function describeEvents(api: Api): void {
  for (const [type, data] of Object.entries(webhookEventData)) {
    const event = z
      .object({ type: z.literal(type), timestamp: z.iso.datetime(), data })
      .meta({ id: toSchemaName(type) });
    api.openAPIRegistry.registerWebhook({
      method: "post",
      path: type,
      operationId: toSchemaName(type),
      tags: ["Webhooks"],
      security: [],
      summary: webhookEventLabels[type],
      description: "Sem dados pessoais. A assinatura está em POST /api/webhooks.",
      request: {
        headers: deliveryHeaders,
        body: { required: true, content: { "application/json": { schema: event } } },
      },
      responses: {
        "2XX": { description: "Recebido." },
        410: { description: "O endereço não existe mais: a loja desliga o webhook." },
      },
    });
  }
}

/** "order.created" → "OrderCreatedEvent" */
function toSchemaName(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("")}Event`;
}

const deliveryHeaders = z.object({
  "webhook-id": z.uuid().meta({ description: "O mesmo em cada tentativa." }),
  "webhook-timestamp": z.string().meta({ description: "Segundos desde 1970." }),
  "webhook-signature": z
    .string()
    .meta({ examples: ["v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="] }),
});

function requireAccepted<T extends { ok: true }>(result: T | WebhookRejection): T {
  if (result.ok) return result;
  if (result.reason === "not-found") throw notFoundProblem();
  if (result.reason === "too-many") {
    throw problem(409, { kind: "too-many-webhooks", title: "Há webhooks demais. Exclua um." });
  }
  const message = "Use um endereço https:// público, na porta 443 ou de 1024 em diante.";
  throw rejectedFieldsProblem([{ field: "url", message }]);
}
