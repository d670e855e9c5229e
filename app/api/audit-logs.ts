import type { RestoreRejection } from "#app/domain/audit/restore.server.ts";
import {
  type AuditLog,
  auditListSchema,
  auditLogSchema,
  restorationRequestSchema,
  restorationSchema,
  restoredSchema,
  restoreSchema,
} from "#app/domain/audit/schema.ts";
import type { SaveRejection, VersionedRow } from "#app/domain/editing/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { product } from "./examples.ts";
import { completeList, listSchema } from "./json-content.ts";
import { problem, problemResponse } from "./problem.ts";
import { adminRoutes } from "./routes.ts";
import { saveProblem } from "./rows.ts";

const auditLog = auditLogSchema.meta({ id: "AuditLog" });

const example: AuditLog = {
  id: "b8f9c9a4-54a5-4a0c-8a52-3b0e8a1d7c42",
  created_at: "2026-11-21T12:00:00.000Z",
  user_email: "admin@example.com",
  table_name: "products",
  operation: "UPDATE",
  record_id: product.id,
  action_id: 48213,
  old_data: { id: product.id, title: "Polpa de Açaí", stock: 40, version: 1 },
  new_data: { id: product.id, title: "Polpa de Açaí", stock: 25, version: 2 },
};

const exampleRestoration = {
  table_name: example.table_name,
  record_id: example.record_id,
  version: 2,
  before: { title: "Polpa de Açaí 1 kg" },
  after: { title: "Polpa de Açaí" },
  missing_pictures: 0,
};

const notRestorable = { kind: "not-restorable", title: "Esta versão não pode ser restaurada" };
const notRestorableText =
  "`urn:pomar:not-restorable`: é de um pedido, ou o registro não existia então.";
const takenMessages = {
  slug: "Já existe outro registro com este slug. Mude o slug dele e restaure de novo.",
  external_id: "Já existe outro produto com este código externo.",
};

/** The audit log, which database triggers write and the administrator reads. */
export function addAuditLogRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row } = adminRoutes(api, deps, "Logs");
  row({
    path: "/audit-logs",
    summary: "Lista as mudanças",
    description:
      "Cada mudança de produtos, categorias, receitas, pedidos e configurações, com quem a fez.",
    query: auditListSchema,
    answer: ["Da mais nova à mais antiga.", listSchema(auditLog), completeList([example])],
    run: ({ query }) => shop.listAuditLogs(query),
  });
  row({
    path: "/audit-logs/{id}",
    summary: "Mostra uma mudança",
    description: "A mesma linha da lista.",
    answer: ["A linha antes e depois.", auditLog, example],
    run: ({ id }) => shop.findAuditLog(id),
  });
  row({
    path: "/audit-logs/{id}/restoration",
    summary: "Mostra o que uma restauração mudaria",
    description:
      "De produtos, categorias, receitas e configurações. O estoque e a posição de um produto que existe não mudam.",
    query: restorationRequestSchema,
    answer: [
      "Só os campos que diferem.",
      restorationSchema.meta({ id: "Restoration" }),
      exampleRestoration,
    ],
    problems: problemResponse(409, notRestorableText, notRestorable),
    run: async ({ id, query }) => {
      const planned = await shop.planRestoration(id, query.side);
      if (!planned.ok) throw restoreProblem(planned);
      return planned.restoration;
    },
  });
  row({
    method: "post",
    path: "/audit-logs/{id}/restore",
    summary: "Restaura um registro",
    description:
      "Grava uma nova versão com os valores de antes ou depois da mudança. Um produto ou uma receita que foi excluída " +
      "volta com o mesmo id. Se nada difere, nada é gravado.",
    body: [restoreSchema.meta({ id: "RestoreRequest" }), { side: "before", version: 2 }],
    answer: [
      "Como ficou.",
      restoredSchema.meta({ id: "RestoredRow" }),
      { id: example.record_id, version: 3 },
    ],
    problems: problemResponse(
      409,
      `${notRestorableText} \`urn:pomar:stale-version\`: mudou desde a prévia. \`urn:pomar:slug-taken\` ou ` +
        "`external-id-taken`: o valor já é de outro registro.",
      notRestorable,
    ),
    run: async ({ author, id, body }) => {
      const result = await shop.restoreRow(author, id, body);
      if (!result.ok) throw restoreProblem(result);
      return { id: result.row.id, version: result.row.version };
    },
  });
}

function restoreProblem(rejection: RestoreRejection | SaveRejection<VersionedRow>) {
  if (rejection.reason === "not-restorable") return problem(409, notRestorable);
  return saveProblem(rejection, takenMessages);
}
