import { createRoute } from "@hono/zod-openapi";
import type { Author } from "#app/platform/database/transactions.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { problemResponses } from "./problem.ts";
import { idParams, notFound } from "./saving.ts";

type Deletion = {
  /** With `{id}`: "/products/{id}". */
  path: string;
  tags: string[];
  summary: string;
  description?: string;
  /** What the 204 means: "Excluído." */
  done: string;
  /** False when there is no such row. */
  remove: (author: Author, id: string) => Promise<boolean>;
};

/** The route by which the administrator deletes one row. */
export function addDeletion(
  api: Api,
  deps: ApiDependencies,
  { done, remove, ...described }: Deletion,
): void {
  const route = createRoute({
    ...described,
    method: "delete",
    security,
    middleware: requireAdmin(deps),
    request: { params: idParams },
    responses: { 204: { description: done }, ...problemResponses(400, 401, 403, 404) },
  });
  api.openapi(route, async (c) => {
    if (await remove(c.get("author"), c.req.valid("param").id)) return c.body(null, 204);
    throw notFound();
  });
}
