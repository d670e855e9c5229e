import { describeDevice } from "#app/domain/auth/rules.ts";
import type { SubscriptionRejection } from "#app/domain/push/commands.server.ts";
import {
  pushDeviceSchema,
  pushStateSchema,
  pushTestSchema,
  subscriptionRequestSchema,
} from "#app/domain/push/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { problem, problemResponses, rejectedFieldsProblem } from "./problem.ts";
import { sessionRoutes } from "./routes.ts";

const exampleDevice = {
  id: "8e7d6c5b-4a39-4281-9706-f5e4d3c2b1a0",
  device: "Chrome no Android",
  created_at: "2026-11-21T12:00:00.000Z",
};
const publicKey = `B${"A".repeat(86)}`;

/** Devices on which the seller gets notices of orders. */
export function addPushRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, done } = sessionRoutes(api, deps, "Avisos");
  row({
    path: "/push",
    summary: "Lista os aparelhos avisados",
    description: "Com a chave pública com que um navegador se inscreve (VAPID).",
    answer: [
      "Do mais antigo ao mais novo.",
      pushStateSchema.meta({ id: "PushState" }),
      { public_key: publicKey, items: [exampleDevice] },
    ],
    run: () => shop.readPushState(),
  });
  row({
    method: "post",
    path: "/push/devices",
    summary: "Avisa este aparelho",
    description:
      "A inscrição do navegador, como `PushSubscription.toJSON()`. Só serviços conhecidos de navegadores; repetir a mesma " +
      "atualiza as chaves. O aviso tem só o tipo, o id e o número do pedido.",
    body: [
      subscriptionRequestSchema.meta({ id: "PushSubscription" }),
      {
        endpoint: "https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ",
        keys: { p256dh: publicKey, auth: "A".repeat(22) },
      },
    ],
    answer: ["Inscrito.", pushDeviceSchema.meta({ id: "PushDevice" }), exampleDevice],
    problems: problemResponses(409),
    run: async ({ c, body }) => {
      const device = describeDevice(c.req.header("User-Agent"));
      const result = await shop.subscribeDevice(body, device);
      if (!result.ok) throw subscriptionProblem(result);
      return result.device;
    },
  });
  row({
    method: "post",
    path: "/push/devices/{id}/test",
    summary: "Envia um aviso de teste",
    description: "Um aparelho que se desinscreveu é removido.",
    answer: [
      "Se o serviço do navegador aceitou o aviso.",
      pushTestSchema.meta({ id: "PushTest" }),
      { delivered: true },
    ],
    run: async ({ id }) => {
      const result = await shop.testDevice(id);
      return result && { delivered: result.ok };
    },
  });
  done({
    method: "delete",
    path: "/push/devices/{id}",
    summary: "Deixa de avisar um aparelho",
    description: "Avisos na fila para ele também somem.",
    answer: "Removido.",
    run: ({ id }) => shop.unsubscribeDevice(id),
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
