import { auditListSchema, auditLogSchema } from "#app/domain/audit/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { auditLog as example } from "./examples.ts";
import { completeList, jsonContent, listSchema } from "./json-content.ts";
import { problemResponses } from "./problem.ts";
import { adminRoute } from "./routes.ts";
import { idParams, notFoundProblem } from "./rows.ts";

const tags = ["Logs"];
const auditLog = auditLogSchema.meta({ id: "AuditLog" });

/** The audit log, which database triggers write and the administrator reads. */
export function addAuditLogRoutes(api: Api, deps: ApiDependencies): void {
  const list = adminRoute(deps, {
    method: "get",
    path: "/audit-logs",
    tags,
    summary: "Lista as mudanças",
    description:
      "Cada mudança de produtos, categorias, receitas, pedidos e configurações, com quem a fez.",
    request: { query: auditListSchema },
    responses: {
      200: {
        description: "Da mais nova à mais antiga.",
        content: jsonContent(listSchema(auditLog), completeList([example])),
      },
    },
  });
  api.openapi(list, async (c) => c.json(await deps.shop.listAuditLogs(c.req.valid("query")), 200));

  const read = adminRoute(deps, {
    method: "get",
    path: "/audit-logs/{id}",
    tags,
    summary: "Mostra uma mudança",
    description: "A mesma linha da lista.",
    request: { params: idParams },
    responses: {
      200: {
        description: "A linha antes e depois.",
        content: jsonContent(auditLog, example),
      },
      ...problemResponses(404),
    },
  });
  api.openapi(read, async (c) => {
    const found = await deps.shop.findAuditLog(c.req.valid("param").id);
    if (!found) throw notFoundProblem();
    return c.json(found, 200);
  });
}
