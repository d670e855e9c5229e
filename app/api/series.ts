import type { Context } from "hono";
import { customerAuthor } from "#app/domain/orders/links/rules.ts";
import type { SeriesFailure } from "#app/domain/series/rejections.ts";
import {
  newSeriesSchema,
  seriesActionSchema,
  seriesNoticeSchema,
  seriesOfferSchema,
  seriesViewSchema,
} from "#app/domain/series/schema.ts";
import { z } from "#app/shared/zod.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { problem, problemResponses } from "./framework/problem.ts";
import { createRateLimit, requireAdmission } from "./framework/rate-limit.ts";
import { adminRoutes, customerRoutes, publicRoutes } from "./framework/routes.ts";
import { idParams, saveProblem } from "./framework/rows.ts";
import { refParams, requireOrderLink } from "./orders/orders.ts";

const tag = "Pedidos que se repetem";
const series = seriesViewSchema.meta({ id: "Series" });
const link = z
  .object({
    id: z.uuid(),
    path: z.string().meta({ description: "O caminho da página da repetição." }),
  })
  .meta({ id: "SeriesLink" });
const offer = seriesOfferSchema.meta({ id: "SeriesOffer" });
const newSeries = newSeriesSchema.meta({ id: "NewSeries" });
const action = seriesActionSchema.meta({ id: "SeriesAction" });
const conflict = problemResponses(409);

/** Orders that repeat: for the seller by customer and order, for a customer by a private link or in the area. */
export function addSeriesRoutes(api: Api, deps: ApiDependencies): void {
  addSeriesActions(api, deps);
  addSellerRoutes(api, deps);
  addOrderLinkSeriesRoutes(api, deps);
}

/** The seller, the customer's area and the link of a series show and change a series in the same way. */
function addSeriesActions(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const seller = adminRoutes(api, deps, tag);
  const area = customerRoutes(api, deps, tag);
  const visitor = publicRoutes(api, deps, tag);
  const resolve = async (c: Context, ref: string) =>
    (await shop.series.resolveLink(ref)) ?? (await deps.wrongLinks.reject(c));
  const act = async (...args: Parameters<typeof shop.series.act>) => {
    const result = await shop.series.act(...args);
    if (result.ok) return result.row;
    throw actionProblem(result);
  };
  const listed = { answer: ["As que valem vêm antes.", series] } as const;
  const acted = {
    method: "post",
    body: action,
    answer: ["A repetição, como ficou.", series],
    problems: conflict,
  } as const;
  seller.list({
    ...listed,
    path: "/customers/{id}/series",
    area: "orders",
    summary: "Lista os pedidos que se repetem de um cliente",
    description: "Com as próximas datas, e os de quem foi unido a ele.",
    run: ({ id }) => shop.series.list({ rootId: id }),
  });
  seller.row({
    ...acted,
    path: "/customers/{id}/series/{series_id}/actions",
    params: idParams.extend({ series_id: idParams.shape.id }),
    area: "orders",
    summary: "Pula, muda, pausa ou termina um pedido que se repete",
    description: "Uma data de cada vez, ou daqui em diante. Responde como a repetição ficou.",
    run: ({ author, id, params, body }) => act(author, { rootId: id }, params.series_id, body),
  });
  area.list({
    ...listed,
    path: "/customer/series",
    summary: "Lista os pedidos que se repetem de quem entrou",
    description: "Com as próximas datas.",
    run: ({ customer }) => shop.series.list({ rootId: customer.id, inArea: true }),
  });
  area.row({
    ...acted,
    path: "/customer/series/{id}/actions",
    summary: "Pula, muda, pausa ou termina um pedido que se repete de quem entrou",
    description: "Uma data de cada vez, ou daqui em diante.",
    run: ({ customer, id, body }) =>
      act(customerAuthor, { rootId: customer.id, inArea: true }, id, body),
  });
  visitor.row({
    path: "/series-links/{ref}",
    summary: "Mostra o pedido que se repete de um link",
    description: "O link é a única credencial, e só desta repetição.",
    params: refParams,
    answer: ["A repetição.", series],
    problems: problemResponses(404),
    run: async ({ c, params }) => {
      const seriesId = await resolve(c, params.ref);
      return (await shop.series.list({ seriesId }))[0];
    },
  });
  visitor.row({
    ...acted,
    path: "/series-links/{ref}/actions",
    summary: "Pula, muda, pausa ou termina um pedido que se repete, pelo link",
    description: "O link é a única credencial.",
    params: refParams,
    problems: { ...problemResponses(404), ...conflict },
    run: async ({ c, params, body }) => {
      const seriesId = await resolve(c, params.ref);
      return act(customerAuthor, { seriesId }, seriesId, body);
    },
  });
}

function addSellerRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list, done } = adminRoutes(api, deps, tag);
  row({
    path: "/orders/{id}/series",
    area: "orders",
    summary: "Mostra como um pedido pode se repetir",
    description: "Os dias, turnos e formas de pagamento, e as repetições que já tem.",
    answer: ["O que pode ser escolhido.", offer],
    run: ({ id }) => shop.series.readOffer(id),
  });
  row({
    method: "post",
    path: "/orders/{id}/series",
    area: "orders",
    status: 201,
    summary: "Repete um pedido",
    description:
      "Toda semana, a cada duas, ou em dias escolhidos. Começa na próxima data possível.",
    body: newSeries,
    answer: ["O que foi criado.", link],
    run: async ({ author, id, body }) => {
      const created = await shop.series.create(author, id, body, { isSeller: true });
      return createdLink(deps, created);
    },
  });
  list({
    path: "/series-notices",
    area: "orders",
    summary: "Lista o que conferir dos pedidos que se repetem",
    description:
      "Pedidos que não saíram como a repetição, datas sem pedido e lembretes, dos últimos 30 dias.",
    answer: ["Do mais novo ao mais antigo.", seriesNoticeSchema.meta({ id: "SeriesNotice" })],
    run: () => shop.series.listNotices(),
  });
  done({
    method: "delete",
    path: "/series-notices/{id}/{date}",
    params: idParams.extend({ date: z.iso.date() }),
    area: "orders",
    summary: "Tira da lista o que foi conferido",
    description: "O pedido não muda.",
    answer: "Fora da lista.",
    run: ({ author, id, params }) => shop.series.dismissNotice(author, id, params.date),
  });
}

/** The link of an order shows and makes series of this order only. */
function addOrderLinkSeriesRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row } = publicRoutes(api, deps, tag);
  const limit = createRateLimit(deps.rateLimits, { name: "series", points: 20, seconds: 600 });
  row({
    path: "/order-links/{ref}/series",
    summary: "Mostra como o pedido de um link pode se repetir",
    description: "O link do pedido é a única credencial.",
    params: refParams,
    answer: ["O que pode ser escolhido.", offer],
    problems: problemResponses(404, 410),
    run: async ({ c, params }) => {
      const id = await requireOrderLink(deps, c, params.ref);
      return shop.series.readOffer(id);
    },
  });
  row({
    method: "post",
    path: "/order-links/{ref}/series",
    status: 201,
    summary: "Repete o pedido de um link",
    description: "Vale quando a loja confirmar este pedido. O link do pedido é a única credencial.",
    params: refParams,
    body: newSeries,
    answer: ["O que foi criado.", link],
    problems: problemResponses(404, 410),
    run: async ({ c, params, body }) => {
      const id = await requireOrderLink(deps, c, params.ref);
      await requireAdmission(c, limit, deps.clientAddress(c), {
        kind: "too-many-series",
        title: "Muitas repetições em pouco tempo",
        detail: "Espere alguns minutos e tente de novo.",
      });
      return createdLink(
        deps,
        await shop.series.create(customerAuthor, id, body, { isSeller: false }),
      );
    },
  });
}

async function createdLink(
  { shop }: ApiDependencies,
  created: Awaited<ReturnType<ApiDependencies["shop"]["series"]["create"]>>,
) {
  if (!created.ok) throw actionProblem(created);
  const path = await shop.series.findPath(created.id);
  return path === undefined ? undefined : { id: created.id, path };
}

function actionProblem(rejection: SeriesFailure) {
  if (rejection.reason === "stale") {
    return problem(409, {
      kind: "stale-version",
      title: "A repetição mudou. Confira e tente de novo.",
    });
  }
  if (rejection.reason === "done") {
    const { numero_pedido } = rejection;
    return problem(409, {
      kind: "series-date-done",
      title: numero_pedido
        ? `O pedido desta data já foi feito: nº ${numero_pedido}. Mude ou cancele o pedido.`
        : "Esta data já passou pela loja.",
    });
  }
  return saveProblem(rejection);
}
