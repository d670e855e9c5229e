import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import {
  dayActionSchema,
  dayResultSchema,
  daySchema,
  dayViewSchema,
  helperLinkRequestSchema,
  helperLinkSchema,
  newHelperLinkSchema,
  routeRequestSchema,
} from "#app/domain/day/schema.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { exampleIds } from "./framework/example-values.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedProblem,
  keyReusedResponse,
} from "./framework/idempotency.ts";
import {
  notFoundProblem,
  problem,
  problemResponse,
  problemResponses,
  rejectedFieldsProblem,
} from "./framework/problem.ts";
import { csvResponse, sendCsv } from "./framework/request-body.ts";
import { adminRoutes, publicRoutes } from "./framework/routes.ts";
import { orderWarningsProblem } from "./orders/orders.ts";

const dayView = dayViewSchema.meta({ id: "Day" });
const dayAction = dayActionSchema.meta({
  id: "DayAction",
  examples: [
    {
      kind: "deliver",
      order: exampleIds.order,
      version: 1,
      payment: { method: "PIX", amount: 90.3 },
    },
  ],
});
const dayResult = dayResultSchema.meta({ id: "DayResult" });
const helperLink = helperLinkSchema.meta({ id: "HelperLink" });
const dateQuery = z.object({
  date: daySchema.meta({ description: "O dia, em São Paulo.", examples: ["2026-11-26"] }),
});
const tokenParams = z.object({
  token: z
    .string()
    .regex(/^[\w-]{1,200}$/, { error: "Link inválido." })
    .meta({
      description: "O fim do link do ajudante.",
      examples: ["ub0fWv3X1nJtq2kZ5yQe7o9dPcLrA4sMhGiTjKx8VwE"],
    }),
});

const action = {
  method: "post",
  summary: "Grava uma ação do dia",
  description:
    "`confirm` confirma, `pick` marca o que foi separado, `pack` grava pesos e volumes, `deliver` entrega e recebe, `fail` " +
    "devolve o pedido para outro dia, `date` dá uma data, `route` ordena as paradas, `count` grava o dinheiro contado. Com a mesma Idempotency-Key grava uma " +
    "vez só.",
  headers: keyHeader,
  body: dayAction,
  answer: ["Gravado, agora ou antes.", dayResult],
  problems: {
    ...problemResponse(409, "Outra gravação veio antes: nada foi gravado.", {
      kind: "stale-version",
      title: "O pedido nº 1001 mudou enquanto isso",
      detail: "Agora está cancelado. Confira e faça de novo, se ainda valer.",
    }),
    ...problemResponses(404),
    ...keyReusedResponse,
  },
  maxBodyBytes: 128 * 1024,
} as const;

/** The day of the seller and of helpers: what is picked, packed, delivered and received. */
export function addDayRoutes(api: Api, deps: ApiDependencies): void {
  const { day } = deps.shop;
  const { row, response } = adminRoutes(api, deps, "Dia");
  row({
    path: "/day",
    area: "day",
    summary: "Mostra o dia de entregas",
    description: "Os pedidos da data na ordem da rota, o que já foi separado, embalado e recebido.",
    query: dateQuery,
    answer: ["O dia.", dayView],
    run: ({ query }) => day.read(query.date),
  });
  response({
    path: "/day/closing.csv",
    summary: "Exporta o fechamento do dia para planilha",
    description: "UTF-8, ponto e vírgula, vírgula decimal.",
    query: dateQuery,
    answer: csvResponse(
      "Um pedido por linha, depois o que não foi entregue e o recebido por forma.",
      '"Número";"Cliente"\r\n',
    ),
    run: async ({ c, query }) =>
      sendCsv(c, `fechamento-${query.date}`, await day.exportClosing(query.date)),
  });
  row({
    ...action,
    path: "/day/actions",
    area: "day",
    run: async ({ author, header, body }) =>
      requireDone(await day.perform({ author }, body, keyedRequest("/day/actions", header, body))),
  });
  row({
    method: "patch",
    path: "/day/route",
    area: "day",
    summary: "Ordena as paradas de um dia",
    description: "`route_version` é a que foi lida; 0 enquanto ninguém ordenou a rota.",
    headers: keyHeader,
    body: routeRequestSchema.meta({ id: "RouteRequest" }),
    answer: action.answer,
    problems: action.problems,
    run: async ({ author, header, body }) => {
      const request = keyedRequest("/day/route", header, body);
      return requireDone(await day.perform({ author }, { kind: "route", ...body }, request));
    },
  });
  addHelperLinks(api, deps);
  addHelperDay(api, deps);
}

function addHelperLinks(api: Api, deps: ApiDependencies): void {
  const { day } = deps.shop;
  const { row, list, done } = adminRoutes(api, deps, "Dia");
  list({
    path: "/day/links",
    area: "day",
    summary: "Lista os links de ajudantes de um dia",
    description: "Os que ainda valem.",
    query: dateQuery,
    answer: ["Todos.", helperLink],
    run: ({ query }) => day.listLinks(query.date),
  });
  row({
    method: "post",
    path: "/day/links",
    area: "day",
    summary: "Cria um link de ajudante para um dia",
    description:
      "Quem tem o link vê só o que a tarefa pede, sem conta, até a manhã seguinte. O que faz por ele fica no log com o nome dado.",
    body: helperLinkRequestSchema.meta({ id: "HelperLinkRequest" }),
    status: 201,
    answer: ["Criado.", newHelperLinkSchema.meta({ id: "NewHelperLink" })],
    run: async ({ c, author, body }) => {
      const created = await day.createLink(author, body);
      const message = "Escolha hoje ou um dia dos próximos 60.";
      if (!created) throw rejectedFieldsProblem([{ field: "date", message }]);
      const { path, ...link } = created;
      return { ...link, link: deps.ownOrigin(c) + path };
    },
  });
  done({
    method: "delete",
    path: "/day/links/{id}",
    area: "day",
    summary: "Desativa um link de ajudante",
    description: "Quem o abre recebe 404.",
    answer: "Não vale mais.",
    run: ({ author, id }) => day.revokeLink(author, id),
  });
}

function addHelperDay(api: Api, deps: ApiDependencies): void {
  const { day } = deps.shop;
  const { row } = publicRoutes(api, deps, "Dia");
  row({
    path: "/day-links/{token}",
    summary: "Mostra o dia de um link de ajudante",
    description:
      "Sem documento nem e-mail; para a separação, também sem endereço, telefone e valores.",
    params: tokenParams,
    answer: ["O dia.", dayView],
    problems: problemResponses(404, 429),
    run: async ({ c, params }) => {
      const { link } = await resolveLink(deps, c, params.token);
      return day.read(link.date, link.role);
    },
  });
  row({
    ...action,
    path: "/day-links/{token}/actions",
    summary: "Grava uma ação do dia por um link de ajudante",
    description: `Só do dia e da tarefa do link. ${action.description}`,
    params: tokenParams,
    run: async ({ c, params, header, body }) => {
      const { link, author } = await resolveLink(deps, c, params.token);
      const request = keyedRequest(`/day-links/${link.id}`, header, body);
      return requireDone(await day.perform({ author, link }, body, request));
    },
  });
}

/** The link of a token; throws, and counts the failure of the client's network, as of a wrong link of an order. */
async function resolveLink(deps: ApiDependencies, c: Context, token: string) {
  const found = await deps.shop.day.resolveLink(token);
  if (!found) return deps.wrongLinks.reject(c);
  const { author, ...link } = found;
  return { author, link };
}

type Done = Awaited<ReturnType<ApiDependencies["shop"]["day"]["perform"]>>;

function requireDone(done: Done) {
  if (done.ok) return done.row;
  switch (done.reason) {
    case "key-reused":
      throw keyReusedProblem();
    case "not-found":
      throw notFoundProblem();
    case "forbidden":
      throw problem(403, {
        kind: "out-of-scope",
        title: "Este link não permite isto",
        detail: "Peça à loja o link da tarefa certa.",
      });
    case "invalid":
      throw rejectedFieldsProblem(done.errors);
    case "warned":
      throw problem(409, orderWarningsProblem(done.warnings));
    case "changed": {
      const { title, detail, errors } = done;
      throw problem(409, { kind: "stale-version", title, detail, ...(errors && { errors }) });
    }
  }
}
