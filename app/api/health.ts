import { createRoute, z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "./api.ts";
import { json } from "./json.ts";
import { problem, problemResponses } from "./problem.ts";

const patience = 5000;

/** GET /health: whether the shop can read its own data. */
export function addHealth(api: Api, { shop, log }: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/health",
    tags: ["Saúde"],
    summary: "Diz se a loja está no ar",
    responses: {
      200: {
        description: "O banco de dados respondeu.",
        content: json(z.object({ status: z.literal("ok") }), { status: "ok" }),
      },
      ...problemResponses(503),
    },
  });
  api.openapi(route, async (c) => {
    try {
      await within(patience, shop.checkHealth());
      return c.json({ status: "ok" as const }, 200);
    } catch (error) {
      log.error({ err: error }, "the database does not answer");
      throw problem(503, { kind: "unavailable", title: "Loja indisponível no momento" });
    }
  });
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
