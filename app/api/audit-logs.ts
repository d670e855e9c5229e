import type { RestoreRejection } from "#app/domain/audit/restore.server.ts";
import {
  auditListSchema,
  auditLogSchema,
  restorationRequestSchema,
  restorationSchema,
  restoredSchema,
  restoreSchema,
} from "#app/domain/audit/schema.ts";
import type { SaveRejection, VersionedRow } from "#app/domain/editing/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { auditLog as example } from "./examples.ts";
import { completeList, jsonRequestBody, jsonResponse, listSchema } from "./json-content.ts";
import { problem, problemResponse, problemResponses } from "./problem.ts";
import { adminRoute } from "./routes.ts";
import { idParams, notFoundProblem, saveProblem } from "./rows.ts";

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
      200: jsonResponse(
        "Da mais nova à mais antiga.",
        listSchema(auditLog),
        completeList([example]),
      ),
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
      200: jsonResponse("A linha antes e depois.", auditLog, example),
      ...problemResponses(404),
    },
  });
  api.openapi(read, async (c) => {
    const found = await deps.shop.findAuditLog(c.req.valid("param").id);
    if (!found) throw notFoundProblem();
    return c.json(found, 200);
  });

  addRestoration(api, deps);
}

const exampleRestoration = {
  table_name: example.table_name,
  record_id: example.record_id,
  version: 2,
  before: { title: "Polpa de Açaí 1 kg" },
  after: { title: "Polpa de Açaí" },
  missing_pictures: 0,
};

/** The preview of a restoration, and the restoration itself. */
function addRestoration(api: Api, deps: ApiDependencies): void {
  const preview = adminRoute(deps, {
    method: "get",
    path: "/audit-logs/{id}/restoration",
    tags,
    summary: "Mostra o que uma restauração mudaria",
    description:
      "De produtos, categorias, receitas e configurações. O estoque e a posição de um produto que existe não mudam.",
    request: { params: idParams, query: restorationRequestSchema },
    responses: {
      200: jsonResponse(
        "Só os campos que diferem.",
        restorationSchema.meta({ id: "Restoration" }),
        exampleRestoration,
      ),
      ...problemResponses(404),
      ...problemResponse(409, notRestorableText, notRestorable),
    },
  });
  api.openapi(preview, async (c) => {
    const { side } = c.req.valid("query");
    const planned = await deps.shop.planRestoration(c.req.valid("param").id, side);
    if (!planned.ok) throw restoreProblem(planned);
    return c.json(planned.restoration, 200);
  });

  const restore = adminRoute(deps, {
    method: "post",
    path: "/audit-logs/{id}/restore",
    tags,
    summary: "Restaura um registro",
    description:
      "Grava uma nova versão com os valores de antes ou depois da mudança. Um produto ou uma receita que foi excluída " +
      "volta com o mesmo id. Se nada difere, nada é gravado.",
    request: {
      params: idParams,
      body: jsonRequestBody(restoreSchema.meta({ id: "RestoreRequest" }), {
        side: "before",
        version: 2,
      }),
    },
    responses: {
      200: jsonResponse("Como ficou.", restoredSchema.meta({ id: "RestoredRow" }), {
        id: example.record_id,
        version: 3,
      }),
      ...problemResponses(404),
      ...problemResponse(
        409,
        `${notRestorableText} \`urn:pomar:stale-version\`: mudou desde a prévia. \`urn:pomar:slug-taken\` ou ` +
          "`external-id-taken`: o valor já é de outro registro.",
        notRestorable,
      ),
    },
  });
  api.openapi(restore, async (c) => {
    const { id } = c.req.valid("param");
    const result = await deps.shop.restoreRow(c.get("author"), id, c.req.valid("json"));
    if (!result.ok) throw restoreProblem(result);
    return c.json({ id: result.row.id, version: result.row.version }, 200);
  });
}

const notRestorable = { kind: "not-restorable", title: "Esta versão não pode ser restaurada" };
const notRestorableText =
  "`urn:pomar:not-restorable`: é de um pedido, ou o registro não existia então.";
const takenMessages = {
  slug: "Já existe outro registro com este slug. Mude o slug dele e restaure de novo.",
  external_id: "Já existe outro produto com este código externo.",
};

function restoreProblem(rejection: RestoreRejection | SaveRejection<VersionedRow>) {
  if (rejection.reason === "not-restorable") return problem(409, notRestorable);
  return saveProblem(rejection, takenMessages);
}
