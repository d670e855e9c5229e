import { createRoute, z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "./api-types.ts";
import { problem, problemResponse, problemResponses } from "./problem.ts";
import { optionalSecurity, publicRoutes } from "./routes.ts";

const databaseTimeoutMs = 5000;
const status = z.object({ status: z.literal("ok") });
const ok = { status: "ok" } as const;

/** GET /health: whether to send visitors here. GET /health/live: whether the process responds at all. */
export function addHealthRoutes(api: Api, deps: ApiDependencies): void {
  const { row } = publicRoutes(api, deps, "Saúde");
  row({
    path: "/health",
    summary: "Diz se a loja está no ar",
    description:
      "503 enquanto o banco de dados não responde, desde que o processo começa a encerrar, e, com o tipo " +
      "`urn:pomar:damaged`, desde que o banco encontrou arquivos danificados. Com `urn:pomar:disk-full`, desde que uma " +
      "gravação falhou por falta de espaço até que uma dê certo.",
    answer: ["O banco de dados respondeu.", status],
    problems: problemResponses(503),
    run: async () => {
      if (deps.shop.machine.isDatabaseDamaged()) throw damagedProblem();
      if (deps.isClosing()) throw unavailableProblem("Este processo está encerrando.");
      try {
        await withTimeout(databaseTimeoutMs, deps.shop.company.checkHealth());
      } catch (error) {
        if (deps.shop.machine.disk.noteFailure(error)) throw diskFullProblem();
        deps.log.error({ err: error }, "database health check failed");
        throw unavailableProblem("O banco de dados não responde.");
      }
      if (await deps.shop.machine.disk.isFull()) throw diskFullProblem();
      return ok;
    },
  });
  row({
    path: "/health/live",
    summary: "Diz se o processo responde",
    description:
      "Não pergunta nada ao banco de dados: um banco fora do ar não é motivo para reiniciar a loja.",
    answer: ["O processo responde.", status],
    run: () => ok,
  });
}

function unavailableProblem(detail: string) {
  const title = "Loja indisponível no momento";
  return problem(503, { kind: "unavailable", title, detail, retryAfterSeconds: 5 });
}

/** The log names the newest backup and the command that restores it. */
function damagedProblem() {
  const title = "Banco de dados danificado";
  const detail =
    "Arquivos do banco de dados estão danificados. O registro do servidor diz como recuperar o backup.";
  return problem(503, { kind: "damaged", title, detail });
}

function diskFullProblem() {
  const title = "Disco cheio";
  const detail =
    "Nada pode ser gravado por falta de espaço em disco. Libere espaço: a loja volta sozinha.";
  return problem(503, { kind: "disk-full", title, detail, retryAfterSeconds: 5 });
}

function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`timeout of ${timeoutMs} ms`)), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const example = `retry: 1830

event: ready
data: {"audience":"public","revision":"4be1c07d-12"}

event: changes
data: [{"table":"products","operation":"UPDATE","id":"7b1f1f6e-4c0a-4d0e-9f0b-2f6a1c9d3e55","version":4}]

`;

const description = `\
Eventos enviados pelo servidor (\`EventSource\`):

- \`ready\`, ao conectar: \`audience\` diz o que será enviado, \`public\` ou \`administrator\`. Depois de uma
  reconexão, leia os dados de novo. \`revision\`, só para \`public\`, muda a cada mudança dos dados públicos e é outra em cada
  processo: uma página com a mesma no cabeçalho \`Server-Timing\` está em dia.
- \`changes\`: uma lista de \`{ table, operation, id, version? }\`, de products, categories, recipes e settings. O
  administrador recebe também orders e audit_logs, e em cada mudança \`title\`, \`slug\`, \`by\` (o e-mail de quem a fez),
  \`numero_pedido\` e \`status\` de um pedido, \`tab\` (o \`Pomar-Tab\` do pedido que a fez), \`quiet\` (não merece aviso: só mudou de lugar, ou um pedido foi visto) e
  \`hidden\` (a linha não estava nem está na loja: só o administrador e os membros a recebem).
- \`gap\`: mudanças podem ter-se perdido; leia tudo de novo, como depois de cada reconexão.
- \`signed-out\`: a sessão ou o token deixou de valer, e a conexão termina. Acontece em até um segundo.

Com \`pedido\`, o fim do link de um pedido, a página recebe também que esse pedido mudou (\`orders\`), sem dados.

A primeira mudança sai na hora; as seguintes, juntas, até quatro vezes por segundo, e só a última de cada linha. Um
evento \`beat\` a cada 20 s mantém a conexão. Quem lê devagar demais é desconectado. Até 200 conexões por rede.`;

/**
 * Documents GET /events. The server answers event streams on the socket before the API; this handler receives only HEAD
 * requests and calls without a socket, and returns the content type alone.
 */
export function addEventsRoute(api: Api): void {
  const route = createRoute({
    method: "get",
    path: "/events",
    tags: ["Ao vivo"],
    security: optionalSecurity,
    summary: "Acompanha as mudanças",
    description,
    request: {
      query: z.object({
        pedido: z
          .string({ error: "Informe um só pedido." })
          .optional()
          .meta({
            description: "O fim do link de um pedido.",
            examples: ["1001-Zk3vYw5Qm8RtXc2LhP0aBg"],
          }),
      }),
    },
    responses: {
      200: {
        description: "Uma resposta que não termina.",
        content: { "text/event-stream": { schema: z.string(), example } },
      },
      ...problemResponses(400, 401),
      ...streamLimitResponse(
        429,
        "Há conexões demais da mesma rede; `Retry-After` diz quando tentar.",
      ),
      ...streamLimitResponse(
        503,
        "Há conexões demais, o processo está terminando, ou o banco não responde.",
      ),
    },
  });
  api.openapi(route, (c) =>
    c.body("", 200, { "Content-Type": "text/event-stream; charset=utf-8" }),
  );
}

function streamLimitResponse(status: 429 | 503, description: string) {
  const title = "Sem atualização ao vivo por ora";
  return problemResponse(status, description, { kind: "too-many-streams", title });
}
