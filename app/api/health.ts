import { z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "./api-types.ts";
import { problem, problemResponses } from "./problem.ts";
import { publicRoutes } from "./routes.ts";

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
    answer: ["O banco de dados respondeu.", status, ok],
    problems: problemResponses(503),
    run: async () => {
      if (deps.shop.isDatabaseDamaged()) throw damagedProblem();
      if (deps.isClosing()) throw unavailableProblem("Este processo está encerrando.");
      try {
        await withTimeout(databaseTimeoutMs, deps.shop.checkHealth());
      } catch (error) {
        deps.log.error({ err: error }, "database health check failed");
        throw unavailableProblem("O banco de dados não responde.");
      }
      if (await deps.shop.disk.isFull()) throw diskFullProblem();
      return ok;
    },
  });
  row({
    path: "/health/live",
    summary: "Diz se o processo responde",
    description:
      "Não pergunta nada ao banco de dados: um banco fora do ar não é motivo para reiniciar a loja.",
    answer: ["O processo responde.", status, ok],
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
