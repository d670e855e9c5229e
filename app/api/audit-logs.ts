import { createRoute } from "@hono/zod-openapi";
import { auditListSchema, auditLogSchema } from "#app/domain/audit/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { auditLog as example } from "./examples.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { json } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problemResponses } from "./problem.ts";
import { idParams, notFound } from "./saving.ts";

const tags = ["Logs"];
const auditLog = auditLogSchema.meta({ id: "AuditLog" });

/** Who changed what: read by the administrator, written by the database alone. */
export function addAuditLogs(api: Api, { shop, ...deps }: ApiDependencies): void {
  const middleware = requireAdmin({ shop, ...deps });
  const list = createRoute({
    method: "get",
    path: "/audit-logs",
    tags,
    security,
    summary: "Lista as mudanças",
    middleware,
    request: { query: auditListSchema },
    responses: {
      200: {
        description: "Da mais nova à mais antiga.",
        content: json(listOf(auditLog), wholeList([example])),
      },
      ...problemResponses(400, 401),
    },
  });
  api.openapi(list, async (c) => c.json(await shop.listAuditLogs(c.req.valid("query")), 200));

  const read = createRoute({
    method: "get",
    path: "/audit-logs/{id}",
    tags,
    security,
    summary: "Mostra uma mudança",
    middleware,
    request: { params: idParams },
    responses: {
      200: {
        description: "A linha antes e depois.",
        content: json(auditLog, example),
      },
      ...problemResponses(400, 401, 404),
    },
  });
  api.openapi(read, async (c) => {
    const found = await shop.findAuditLog(c.req.valid("param").id);
    if (!found) throw notFound();
    return c.json(found, 200);
  });
}
