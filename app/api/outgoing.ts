import { z } from "@hono/zod-openapi";
import type { SubscriptionRejection } from "#app/domain/outgoing/push/commands.server.ts";
import {
  pushDeviceSchema,
  pushStateSchema,
  pushTestSchema,
  subscriptionRequestSchema,
} from "#app/domain/outgoing/push/schema.ts";
import type { WebhookRejection } from "#app/domain/outgoing/webhooks/commands.server.ts";
import { webhookEventLabels } from "#app/domain/outgoing/webhooks/rules.ts";
import {
  newWebhookSchema,
  webhookChangesSchema,
  webhookDeliverySchema,
  webhookEventData,
  webhookRequestSchema,
  webhookSchema,
} from "#app/domain/outgoing/webhooks/schema.ts";
import { describeDevice } from "#app/domain/people/rules.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import {
  notFoundProblem,
  problem,
  problemResponses,
  rejectedFieldsProblem,
} from "./framework/problem.ts";
import { sessionRoutes, webhookRoutes } from "./framework/routes.ts";
import { idParams } from "./framework/rows.ts";

const webhook = webhookSchema.meta({ id: "Webhook" });
const newWebhook = newWebhookSchema.meta({ id: "NewWebhook" });
const delivery = webhookDeliverySchema.meta({ id: "WebhookDelivery" });

/** Receivers of events, which the administrator or a token with that scope configures. */
export function addWebhookRoutes(api: Api, deps: ApiDependencies): void {
  describeEvents(api);
  const { shop } = deps;
  const { row, list, done } = webhookRoutes(api, deps);
  list({
    path: "/webhooks",
    summary: "Lista os webhooks",
    description: "Os endereços que recebem eventos.",
    answer: ["Do mais antigo ao mais novo, sem os segredos.", webhook],
    run: () => shop.outgoing.listWebhooks(),
  });
  row({
    path: "/webhooks/{id}",
    summary: "Mostra um webhook",
    description: "Sem o segredo.",
    answer: ["Como está agora.", webhook],
    run: ({ id }) => shop.outgoing.findWebhook(id),
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
    body: webhookRequestSchema.meta({ id: "WebhookRequest" }),
    status: 201,
    answer: ["Criado.", newWebhook],
    problems: problemResponses(409),
    run: async ({ body }) => requireAccepted(await shop.outgoing.createWebhook(body)).webhook,
  });
  row({
    method: "patch",
    path: "/webhooks/{id}",
    summary: "Muda, liga ou desliga um webhook",
    description:
      "Desligado, não recebe eventos novos; os que esperam são entregues se for ligado de novo em um dia.",
    body: webhookChangesSchema.meta({ id: "WebhookChanges", examples: [{ enabled: false }] }),
    answer: ["Como ficou.", webhook],
    run: async ({ id, body }) =>
      requireAccepted(await shop.outgoing.changeWebhook(id, body)).webhook,
  });
  done({
    method: "delete",
    path: "/webhooks/{id}",
    summary: "Exclui um webhook",
    description: "Também as suas entregas.",
    answer: "Excluído.",
    run: ({ id }) => shop.outgoing.deleteWebhook(id),
  });
  row({
    method: "post",
    path: "/webhooks/{id}/secret",
    summary: "Troca o segredo de um webhook",
    description:
      "Por um dia as entregas levam as assinaturas dos dois segredos, separadas por espaço; depois, só a do novo.",
    answer: ["Com o segredo novo.", newWebhook],
    run: ({ id }) => shop.outgoing.rotateWebhookSecret(id),
  });
  row({
    method: "post",
    path: "/webhooks/{id}/test",
    summary: "Envia um evento de teste",
    description: "Na hora e uma só vez, com `type` igual a `test`.",
    answer: ["O resultado.", delivery],
    run: ({ id }) => shop.outgoing.testWebhook(id),
  });
  list({
    path: "/webhooks/{id}/deliveries",
    summary: "Lista as últimas entregas de um webhook",
    description: "Sem o conteúdo: só o evento, as tentativas e o resultado.",
    answer: ["Até 50, da mais nova à mais antiga. São apagadas depois de 30 dias.", delivery],
    run: ({ id }) => shop.outgoing.listWebhookDeliveries(id),
  });
  row({
    method: "post",
    path: "/webhooks/{id}/deliveries/{delivery_id}/redeliver",
    params: idParams.extend({ delivery_id: idParams.shape.id }),
    summary: "Entrega um evento de novo",
    description: "Na hora, com o mesmo `webhook-id` e conteúdo, também se já foi entregue.",
    answer: ["O resultado.", delivery],
    run: ({ id, params }) => shop.outgoing.redeliver(id, params.delivery_id ?? ""),
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

/** Devices on which the seller gets notices of orders. */
export function addPushRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, done } = sessionRoutes(api, deps, "Avisos");
  row({
    path: "/push",
    summary: "Lista os aparelhos avisados",
    description: "Com a chave pública com que um navegador se inscreve (VAPID).",
    answer: ["Do mais antigo ao mais novo.", pushStateSchema.meta({ id: "PushState" })],
    run: () => shop.outgoing.readPushState(),
  });
  row({
    method: "post",
    path: "/push/devices",
    summary: "Avisa este aparelho",
    description:
      "A inscrição do navegador, como `PushSubscription.toJSON()`. Só serviços conhecidos de navegadores; repetir a mesma " +
      "atualiza as chaves. O aviso tem só o tipo, o id e o número do pedido.",
    body: subscriptionRequestSchema.meta({ id: "PushSubscription" }),
    answer: ["Inscrito.", pushDeviceSchema.meta({ id: "PushDevice" })],
    problems: problemResponses(409),
    run: async ({ c, body }) => {
      const device = describeDevice(c.req.header("User-Agent"));
      const result = await shop.outgoing.subscribeDevice(body, device);
      if (!result.ok) throw subscriptionProblem(result);
      return result.device;
    },
  });
  row({
    method: "post",
    path: "/push/devices/{id}/test",
    summary: "Envia um aviso de teste",
    description: "Um aparelho que se desinscreveu é removido.",
    answer: ["Se o serviço do navegador aceitou o aviso.", pushTestSchema.meta({ id: "PushTest" })],
    run: async ({ id }) => {
      const result = await shop.outgoing.testDevice(id);
      return result && { delivered: result.ok };
    },
  });
  done({
    method: "delete",
    path: "/push/devices/{id}",
    summary: "Deixa de avisar um aparelho",
    description: "Avisos na fila para ele também somem.",
    answer: "Removido.",
    run: ({ id }) => shop.outgoing.unsubscribeDevice(id),
  });
}

function subscriptionProblem({ reason }: SubscriptionRejection) {
  if (reason === "too-many") {
    return problem(409, { kind: "too-many-devices", title: "Há aparelhos demais: remova um." });
  }
  return rejectedFieldsProblem([
    reason === "keys"
      ? { field: "keys", message: "Chave inválida." }
      : { field: "endpoint", message: "Este serviço de avisos não é conhecido." },
  ]);
}
