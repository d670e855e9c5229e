import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { LinkRejection } from "#app/domain/order-links/queries.server.ts";
import { alreadyConfirmedMessage } from "#app/domain/order-links/rules.ts";
import { cancellationSchema, orderViewSchema } from "#app/domain/order-links/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { jsonRequestBody, jsonResponse } from "./json-content.ts";
import { problem, problemResponse, problemResponses } from "./problem.ts";
import { reportLimit } from "./rate-limit.ts";
import { adminRoute, publicRoute } from "./routes.ts";
import { idParams, notFoundProblem } from "./rows.ts";

const tags = ["Link do pedido"];
const orderView = orderViewSchema.meta({ id: "OrderView" });

const refParams = z.object({
  ref: z
    .string()
    .max(200, { error: "Link inválido." })
    .meta({ description: "O fim do link do pedido.", examples: ["1001-Zk3vYw5Qm8RtXc2LhP0aBg"] }),
});

const description =
  "O link é a única credencial. Número e código errados têm a mesma resposta, e depois de 60 erros em dez minutos a rede recebe 429 para links errados.";

const anonymized = {
  kind: "order-anonymized",
  title: "Os dados deste pedido foram apagados",
  detail: "A loja apagou os dados do cliente.",
};

/** What a customer does with the link of an order, and how the administrator replaces the link. */
export function addOrderLinkRoutes(api: Api, deps: ApiDependencies): void {
  addRead(api, deps);
  addCancel(api, deps);
  addRotate(api, deps);
}

function addRead(api: Api, deps: ApiDependencies): void {
  const route = publicRoute(deps, {
    method: "get",
    path: "/order-links/{ref}",
    tags,
    summary: "Mostra o pedido de um link",
    description,
    request: { params: refParams },
    responses: {
      200: jsonResponse(
        "O pedido, sem documento, e-mail, telefone e rua.",
        orderView,
        examples.orderView,
      ),
      ...linkProblems(),
    },
  });
  api.openapi(route, async (c) => {
    const { ref } = c.req.valid("param");
    return c.json(await readOrder(deps, c, ref), 200);
  });
}

function addCancel(api: Api, deps: ApiDependencies): void {
  const route = publicRoute(deps, {
    method: "post",
    path: "/order-links/{ref}/cancel",
    tags,
    summary: "Cancela o pedido de um link",
    description: `Só enquanto está pendente; repetir responde o mesmo. ${description}`,
    request: {
      params: refParams,
      body: jsonRequestBody(cancellationSchema.meta({ id: "Cancellation" }), {
        version: 1,
        reason: "Pedi duas vezes.",
      }),
    },
    responses: {
      200: jsonResponse("Cancelado, agora ou antes.", orderView, {
        ...examples.orderView,
        status: "cancelado",
        version: 2,
      }),
      ...linkProblems(),
      ...problemResponse(
        409,
        "`urn:pomar:order-confirmed`: a loja já confirmou. `urn:pomar:stale-version`: mudou desde a versão enviada.",
        { kind: "order-confirmed", title: alreadyConfirmedMessage },
      ),
    },
  });
  api.openapi(route, async (c) => {
    const { ref } = c.req.valid("param");
    const link = await resolveLink(deps, c, () => deps.shop.resolveOrderLink(ref));
    const result = await deps.shop.cancelOrder(link.id, c.req.valid("json"));
    if (!result.ok) throw cancelProblem(result.reason);
    return c.json(await readOrder(deps, c, ref), 200);
  });
}

function cancelProblem(reason: "not-found" | "confirmed" | "stale") {
  if (reason === "not-found") return notFoundProblem();
  return reason === "confirmed"
    ? problem(409, { kind: "order-confirmed", title: alreadyConfirmedMessage })
    : problem(409, { kind: "stale-version", title: "O pedido mudou. Confira e tente de novo." });
}

function addRotate(api: Api, deps: ApiDependencies): void {
  const route = adminRoute(deps, {
    method: "post",
    path: "/orders/{id}/link/rotate",
    tags: ["Pedidos"],
    summary: "Gera um novo link do pedido",
    description: "O link anterior deixa de valer.",
    request: { params: idParams },
    responses: {
      200: jsonResponse("O novo link.", z.object({ link: z.string() }).meta({ id: "OrderLink" }), {
        link: examples.placedOrder.link,
      }),
      ...problemResponses(404),
      ...problemResponse(410, "Os dados do cliente foram apagados.", anonymized),
    },
  });
  api.openapi(route, async (c) => {
    const result = await deps.shop.rotateOrderLink(c.get("author"), c.req.valid("param").id);
    if (!result.ok) {
      throw result.reason === "anonymized" ? problem(410, anonymized) : notFoundProblem();
    }
    return c.json({ link: deps.ownOrigin(c) + result.path }, 200);
  });
}

async function readOrder(deps: ApiDependencies, c: Context, ref: string) {
  return (await resolveLink(deps, c, () => deps.shop.readLinkedOrder(ref))).order;
}

/** The result of a valid link; otherwise throws, and counts the failure of the client's network. */
async function resolveLink<T extends { ok: true }>(
  deps: ApiDependencies,
  c: Context,
  resolve: () => Promise<T | LinkRejection>,
): Promise<T> {
  const result = await resolve();
  if (result.ok) return result;
  if (result.reason === "anonymized") throw problem(410, anonymized);
  const admission = await deps.linkFailures.consume(deps.clientAddress(c));
  reportLimit(c, admission.state);
  if (!admission.ok) throw tooManyFailuresProblem(admission.retryAfterSeconds);
  throw notFoundProblem();
}

function tooManyFailuresProblem(retryAfterSeconds: number) {
  return problem(
    429,
    {
      kind: "too-many-wrong-links",
      title: "Muitos links errados em pouco tempo",
      detail: "Espere alguns minutos e tente de novo.",
    },
    { "Retry-After": String(retryAfterSeconds) },
  );
}

function linkProblems() {
  return {
    ...problemResponses(404, 429),
    ...problemResponse(410, "Os dados do cliente foram apagados.", anonymized),
  };
}
