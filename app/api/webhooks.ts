import { z } from "@hono/zod-openapi";
import type { WebhookRejection } from "#app/domain/webhooks/commands.server.ts";
import { webhookEventLabels } from "#app/domain/webhooks/rules.ts";
import {
  newWebhookSchema,
  webhookChangesSchema,
  webhookDeliverySchema,
  webhookEventData,
  webhookRequestSchema,
  webhookSchema,
} from "#app/domain/webhooks/schema.ts";
import * as examples from "./account-examples.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { completeList, jsonRequestBody, jsonResponse, listSchema } from "./json-content.ts";
import { problem, problemResponses, rejectedFieldsProblem } from "./problem.ts";
import { webhookRoute } from "./routes.ts";
import { idParams, notFoundProblem } from "./rows.ts";

const tags = ["Webhooks"];
const webhook = webhookSchema.meta({ id: "Webhook" });
const newWebhook = newWebhookSchema.meta({ id: "NewWebhook" });
const delivery = webhookDeliverySchema.meta({ id: "WebhookDelivery" });

/** Receivers of events, which the administrator or a token with that scope configures. */
export function addWebhookRoutes(api: Api, deps: ApiDependencies): void {
  describeEvents(api);
  addList(api, deps);
  addRead(api, deps);
  addCreation(api, deps);
  addChange(api, deps);
  addDeletion(api, deps);
  addSecret(api, deps);
  addTest(api, deps);
  addDeliveries(api, deps);
  addRedelivery(api, deps);
}

function addList(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "get",
    path: "/webhooks",
    tags,
    summary: "Lista os webhooks",
    description: "Os endereços que recebem eventos.",
    responses: {
      200: jsonResponse(
        "Do mais antigo ao mais novo, sem os segredos.",
        listSchema(webhook),
        completeList([examples.webhook]),
      ),
    },
  });
  api.openapi(route, async (c) => c.json(completeList(await deps.shop.listWebhooks()), 200));
}

function addRead(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "get",
    path: "/webhooks/{id}",
    tags,
    summary: "Mostra um webhook",
    description: "Sem o segredo.",
    request: { params: idParams },
    responses: {
      200: jsonResponse("Como está agora.", webhook, examples.webhook),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const found = await deps.shop.findWebhook(c.req.valid("param").id);
    if (!found) throw notFoundProblem();
    return c.json(found, 200);
  });
}

function addSecret(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "post",
    path: "/webhooks/{id}/secret",
    tags,
    summary: "Troca o segredo de um webhook",
    description:
      "Por um dia as entregas levam as assinaturas dos dois segredos, separadas por espaço; depois, só a do novo.",
    request: { params: idParams },
    responses: {
      200: jsonResponse("Com o segredo novo.", newWebhook, examples.newWebhook),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const changed = await deps.shop.rotateWebhookSecret(c.req.valid("param").id);
    if (!changed) throw notFoundProblem();
    return c.json(changed, 200);
  });
}

function addCreation(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "post",
    path: "/webhooks",
    tags,
    summary: "Cria um webhook",
    description:
      "Cada evento é um POST a `url`, assinado como em Standard Webhooks: `webhook-signature` é `v1,` e o HMAC-SHA256 em " +
      "base64 de `webhook-id.webhook-timestamp.corpo`, com o segredo sem `whsec_`, decodificado de base64. Uma resposta " +
      "que não seja 2xx em 10 s é tentada de novo por um dia; 410 desliga o webhook. Só endereços https públicos, na porta 443 " +
      "ou de 1024 em diante; redirecionamentos não são seguidos.",
    request: {
      body: jsonRequestBody(
        webhookRequestSchema.meta({ id: "WebhookRequest" }),
        examples.webhookRequest,
      ),
    },
    responses: {
      201: jsonResponse("Criado.", newWebhook, examples.newWebhook),
      ...problemResponses(409),
    },
  });
  api.openapi(route, async (c) => {
    const created = await deps.shop.createWebhook(c.req.valid("json"));
    if (!created.ok) throw rejectionProblem(created);
    return c.json(created.webhook, 201);
  });
}

function addChange(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "patch",
    path: "/webhooks/{id}",
    tags,
    summary: "Muda, liga ou desliga um webhook",
    description:
      "Desligado, não recebe eventos novos; os que esperam são entregues se for ligado de novo em um dia.",
    request: {
      params: idParams,
      body: jsonRequestBody(webhookChangesSchema.meta({ id: "WebhookChanges" }), {
        enabled: false,
      }),
    },
    responses: {
      200: jsonResponse("Como ficou.", webhook, examples.webhook),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const changed = await deps.shop.changeWebhook(c.req.valid("param").id, c.req.valid("json"));
    if (!changed.ok) throw rejectionProblem(changed);
    return c.json(changed.webhook, 200);
  });
}

function addDeletion(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "delete",
    path: "/webhooks/{id}",
    tags,
    summary: "Exclui um webhook",
    description: "Também as suas entregas.",
    request: { params: idParams },
    responses: { 204: { description: "Excluído." }, ...problemResponses(404) },
  });
  api.openapi(route, async (c) => {
    if (await deps.shop.deleteWebhook(c.req.valid("param").id)) return c.body(null, 204);
    throw notFoundProblem();
  });
}

function addTest(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "post",
    path: "/webhooks/{id}/test",
    tags,
    summary: "Envia um evento de teste",
    description: "Na hora e uma só vez, com `type` igual a `test`.",
    request: { params: idParams },
    responses: {
      200: jsonResponse("O resultado.", delivery, examples.webhookDelivery),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const tested = await deps.shop.testWebhook(c.req.valid("param").id);
    if (!tested) throw notFoundProblem();
    return c.json(tested, 200);
  });
}

function addDeliveries(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "get",
    path: "/webhooks/{id}/deliveries",
    tags,
    summary: "Lista as últimas entregas de um webhook",
    description: "Sem o conteúdo: só o evento, as tentativas e o resultado.",
    request: { params: idParams },
    responses: {
      200: jsonResponse(
        "Até 50, da mais nova à mais antiga. São apagadas depois de 30 dias.",
        listSchema(delivery),
        completeList([examples.webhookDelivery]),
      ),
    },
  });
  api.openapi(route, async (c) =>
    c.json(completeList(await deps.shop.listWebhookDeliveries(c.req.valid("param").id)), 200),
  );
}

const deliveryParams = idParams.extend({ delivery_id: idParams.shape.id });

function addRedelivery(api: Api, deps: ApiDependencies): void {
  const route = webhookRoute(deps, {
    method: "post",
    path: "/webhooks/{id}/deliveries/{delivery_id}/redeliver",
    tags,
    summary: "Entrega um evento de novo",
    description: "Na hora, com o mesmo `webhook-id` e conteúdo, também se já foi entregue.",
    request: { params: deliveryParams },
    responses: {
      200: jsonResponse("O resultado.", delivery, examples.webhookDelivery),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const { id, delivery_id } = c.req.valid("param");
    const redelivered = await deps.shop.redeliver(id, delivery_id);
    if (!redelivered) throw notFoundProblem();
    return c.json(redelivered, 200);
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
      tags,
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

function rejectionProblem({ reason }: WebhookRejection) {
  if (reason === "not-found") return notFoundProblem();
  if (reason === "too-many") {
    return problem(409, { kind: "too-many-webhooks", title: "Há webhooks demais. Exclua um." });
  }
  const message = "Use um endereço https:// público, na porta 443 ou de 1024 em diante.";
  return rejectedFieldsProblem([{ field: "url", message }]);
}
