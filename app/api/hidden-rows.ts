import { z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import type { ApiDependencies } from "./api.ts";
import { bySessionOrToken, requireAdmin } from "./guard.ts";
import { problemResponses } from "./problem.ts";

/** What a list that everyone may read says of the administrator's `?all=1`. */
export const orAdministrator = {
  security: [{}, ...bySessionOrToken],
  query: z
    .literal("1", { error: "Use all=1." })
    .optional()
    .meta({ description: "`1`: também as linhas ocultas. Só para o administrador." }),
  responses: problemResponses(401),
};

/** Lets everyone read what is on show, from memory where it lies ready, and the administrator alone what is hidden. */
export function guardHidden(deps: ApiDependencies): MiddlewareHandler {
  const administrator: MiddlewareHandler = requireAdmin(deps);
  return (c, next) =>
    c.req.query("all") === undefined ? deps.publicReads(c, next) : administrator(c, next);
}
