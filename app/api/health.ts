import { createRoute, z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "./api.ts";
import { json } from "./json.ts";
import { problem, problemResponses } from "./problem.ts";

const patience = 5000;
const tags = ["Saúde"];

const ok = json(z.object({ status: z.literal("ok") }), { status: "ok" });

/** GET /health: whether visitors should be sent here. GET /health/live: whether the process is worth keeping. */
export function addHealth(api: Api, deps: ApiDependencies): void {
  addReadiness(api, deps);
  addLiveness(api);
}

function addReadiness(api: Api, { shop, isClosing, log }: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/health",
    tags,
    summary: "Diz se a loja está no ar",
    description:
      "503 enquanto o banco de dados não responde e desde que o processo começa a encerrar.",
    responses: {
      200: { description: "O banco de dados respondeu.", content: ok },
      ...problemResponses(503),
    },
  });
  api.openapi(route, async (c) => {
    if (isClosing()) throw unavailable("Este processo está encerrando.");
    try {
      await within(patience, shop.checkHealth());
      return c.json({ status: "ok" as const }, 200);
    } catch (error) {
      log.error({ err: error }, "the database does not answer");
      throw unavailable("O banco de dados não responde.");
    }
  });
}

function addLiveness(api: Api): void {
  const route = createRoute({
    method: "get",
    path: "/health/live",
    tags,
    summary: "Diz se o processo responde",
    description:
      "Não pergunta nada ao banco de dados: um banco fora do ar não é motivo para reiniciar a loja.",
    responses: { 200: { description: "O processo responde.", content: ok }, ...problemResponses() },
  });
  api.openapi(route, (c) => c.json({ status: "ok" as const }, 200));
}

function unavailable(detail: string) {
  const title = "Loja indisponível no momento";
  return problem(503, { kind: "unavailable", title, detail }, { "Retry-After": "5" });
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
