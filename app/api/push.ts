import { describeDevice } from "#app/domain/auth/rules.ts";
import type { SubscriptionRejection } from "#app/domain/push/commands.server.ts";
import {
  pushDeviceSchema,
  pushStateSchema,
  pushTestSchema,
  subscriptionRequestSchema,
} from "#app/domain/push/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { jsonRequestBody, jsonResponse } from "./json-content.ts";
import { problem, problemResponses, rejectedFieldsProblem } from "./problem.ts";
import { sessionRoute } from "./routes.ts";
import { idParams, notFoundProblem } from "./rows.ts";

const tags = ["Avisos"];
const exampleDevice = {
  id: "8e7d6c5b-4a39-4281-9706-f5e4d3c2b1a0",
  device: "Chrome no Android",
  created_at: "2026-11-21T12:00:00.000Z",
};
const publicKey = `B${"A".repeat(86)}`;

/** Devices on which the seller gets notices of orders. */
export function addPushRoutes(api: Api, deps: ApiDependencies): void {
  addState(api, deps);
  addSubscription(api, deps);
  addTest(api, deps);
  const remove = sessionRoute(deps, {
    method: "delete",
    path: "/push/devices/{id}",
    tags,
    summary: "Deixa de avisar um aparelho",
    description: "Avisos na fila para ele também somem.",
    request: { params: idParams },
    responses: { 204: { description: "Removido." }, ...problemResponses(404) },
  });
  api.openapi(remove, async (c) => {
    if (await deps.shop.unsubscribeDevice(c.req.valid("param").id)) return c.body(null, 204);
    throw notFoundProblem();
  });
}

function addState(api: Api, deps: ApiDependencies): void {
  const route = sessionRoute(deps, {
    method: "get",
    path: "/push",
    tags,
    summary: "Lista os aparelhos avisados",
    description: "Com a chave pública com que um navegador se inscreve (VAPID).",
    responses: {
      200: jsonResponse("Do mais antigo ao mais novo.", pushStateSchema.meta({ id: "PushState" }), {
        public_key: publicKey,
        items: [exampleDevice],
      }),
    },
  });
  api.openapi(route, async (c) => c.json(await deps.shop.readPushState(), 200));
}

function addSubscription(api: Api, deps: ApiDependencies): void {
  const route = sessionRoute(deps, {
    method: "post",
    path: "/push/devices",
    tags,
    summary: "Avisa este aparelho",
    description:
      "A inscrição do navegador, como `PushSubscription.toJSON()`. Só serviços conhecidos de navegadores; repetir a mesma " +
      "atualiza as chaves. O aviso tem só o tipo, o id e o número do pedido.",
    request: {
      body: jsonRequestBody(subscriptionRequestSchema.meta({ id: "PushSubscription" }), {
        endpoint: "https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ",
        keys: { p256dh: publicKey, auth: "A".repeat(22) },
      }),
    },
    responses: {
      200: jsonResponse("Inscrito.", pushDeviceSchema.meta({ id: "PushDevice" }), exampleDevice),
      ...problemResponses(409),
    },
  });
  api.openapi(route, async (c) => {
    const device = describeDevice(c.req.header("User-Agent"));
    const result = await deps.shop.subscribeDevice(c.req.valid("json"), device);
    if (!result.ok) throw subscriptionProblem(result);
    return c.json(result.device, 200);
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

function addTest(api: Api, deps: ApiDependencies): void {
  const route = sessionRoute(deps, {
    method: "post",
    path: "/push/devices/{id}/test",
    tags,
    summary: "Envia um aviso de teste",
    description: "Um aparelho que se desinscreveu é removido.",
    request: { params: idParams },
    responses: {
      200: jsonResponse(
        "Se o serviço do navegador aceitou o aviso.",
        pushTestSchema.meta({ id: "PushTest" }),
        { delivered: true },
      ),
      ...problemResponses(404),
    },
  });
  api.openapi(route, async (c) => {
    const result = await deps.shop.testDevice(c.req.valid("param").id);
    if (!result) throw notFoundProblem();
    return c.json({ delivered: result.ok }, 200);
  });
}
