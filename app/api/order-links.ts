import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { LinkRejection } from "#app/domain/order-links/queries.server.ts";
import { alreadyConfirmedMessage } from "#app/domain/order-links/rules.ts";
import { cancellationSchema, orderViewSchema } from "#app/domain/order-links/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import * as examples from "./examples.ts";
import { problem, problemResponse, problemResponses } from "./problem.ts";
import { requireAdmission } from "./rate-limit.ts";
import { adminRoutes, publicRoutes } from "./routes.ts";
import { notFoundProblem } from "./rows.ts";

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

const alreadyConfirmed = { kind: "order-confirmed", title: alreadyConfirmedMessage };

const linkProblems = {
  ...problemResponses(404, 429),
  ...problemResponse(410, "Os dados do cliente foram apagados.", anonymized),
};

/** What a customer does with the link of an order, and how the administrator replaces the link. */
export function addOrderLinkRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row } = publicRoutes(api, deps, "Link do pedido");
  row({
    path: "/order-links/{ref}",
    summary: "Mostra o pedido de um link",
    description,
    params: refParams,
    answer: ["O pedido, sem documento, e-mail, telefone e rua.", orderView, examples.orderView],
    problems: linkProblems,
    run: ({ c, params }) => readOrder(deps, c, params.ref),
  });
  row({
    method: "post",
    path: "/order-links/{ref}/cancel",
    summary: "Cancela o pedido de um link",
    description: `Só enquanto está pendente; repetir responde o mesmo. ${description}`,
    params: refParams,
    body: [
      cancellationSchema.meta({ id: "Cancellation" }),
      { version: 1, reason: "Pedi duas vezes." },
    ],
    answer: [
      "Cancelado, agora ou antes.",
      orderView,
      { ...examples.orderView, status: "cancelado", version: 2 },
    ],
    problems: {
      ...linkProblems,
      ...problemResponse(
        409,
        "`urn:pomar:order-confirmed`: a loja já confirmou. `urn:pomar:stale-version`: mudou desde a versão enviada.",
        alreadyConfirmed,
      ),
    },
    run: async ({ c, params, body }) => {
      const link = await resolveLink(deps, c, () => shop.resolveOrderLink(params.ref));
      const result = await shop.cancelOrder(link.id, body);
      if (!result.ok) throw cancelProblem(result.reason);
      return readOrder(deps, c, params.ref);
    },
  });
  adminRoutes(api, deps, "Pedidos").row({
    method: "post",
    path: "/orders/{id}/link/rotate",
    summary: "Gera um novo link do pedido",
    description: "O link anterior deixa de valer.",
    answer: [
      "O novo link.",
      z.object({ link: z.string() }).meta({ id: "OrderLink" }),
      { link: examples.placedOrder.link },
    ],
    problems: problemResponse(410, "Os dados do cliente foram apagados.", anonymized),
    run: async ({ c, author, id }) => {
      const result = await shop.rotateOrderLink(author, id);
      if (result.ok) return { link: deps.ownOrigin(c) + result.path };
      throw result.reason === "anonymized" ? problem(410, anonymized) : notFoundProblem();
    },
  });
}

function cancelProblem(reason: "not-found" | "confirmed" | "stale") {
  if (reason === "not-found") return notFoundProblem();
  return reason === "confirmed"
    ? problem(409, alreadyConfirmed)
    : problem(409, { kind: "stale-version", title: "O pedido mudou. Confira e tente de novo." });
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
  return rejectWrongLink(deps, c);
}

/** Throws 404 for a wrong link, and 429 for a network with too many of them. */
export async function rejectWrongLink(deps: ApiDependencies, c: Context): Promise<never> {
  await requireAdmission(c, deps.linkFailures, deps.clientAddress(c), {
    kind: "too-many-wrong-links",
    title: "Muitos links errados em pouco tempo",
    detail: "Espere alguns minutos e tente de novo.",
  });
  throw notFoundProblem();
}
