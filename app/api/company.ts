import { z } from "@hono/zod-openapi";
import type { RestoreRejection } from "#app/domain/audit/restore.server.ts";
import {
  auditListSchema,
  auditLogSchema,
  restorationRequestSchema,
  restorationSchema,
  restoredSchema,
  restoreSchema,
} from "#app/domain/audit/schema.ts";
import {
  publicSettingsSchema,
  settingsChangesSchema,
  settingsSchema,
} from "#app/domain/company/schema.ts";
import type { SaveRejection, VersionedRow } from "#app/domain/kernel/editing/schema.ts";
import { buckets, maxPictureBytes, pictureErrors } from "#app/domain/media/rules.ts";
import { PictureQueueFull } from "#app/platform/media/clean-picture.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";
import type { Api, ApiDependencies } from "./framework/api-types.ts";
import { problem, problemResponse } from "./framework/problem.ts";
import {
  formBody,
  jsonResponse,
  listSchema,
  readForm,
  streamList,
} from "./framework/request-body.ts";
import { adminRoutes, cachedRoutes } from "./framework/routes.ts";
import {
  requireSaved,
  saveProblem,
  staleResponse,
  versionHeader,
  withVersion,
} from "./framework/rows.ts";

const tag = "Configurações";
/** The policies alone may have 200,000 characters. */
const maxSettingsBytes = 2 * 1024 * 1024;
const settings = settingsSchema.meta({ id: "Settings" });
const publicSettings = publicSettingsSchema.meta({ id: "PublicSettings" });
/** The one settings row: visitors read it, the administrator changes it. */
export function addSettingsRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  cachedRoutes(api, deps, tag).row({
    path: "/settings",
    summary: "Mostra as configurações da loja",
    description: "Dados de contato, entrega, pagamento e textos do site.",
    answer: ["Valores em reais; nulo onde nada foi salvo.", publicSettings],
    run: ({ shop }) => shop.delivery.readPublicSettings(),
  });
  adminRoutes(api, deps, tag).row({
    method: "patch",
    path: "/settings",
    summary: "Muda as configurações",
    description:
      "Envie só as chaves que mudam, cada uma inteira, e a `version` lida. Textos vazios contam como nunca salvos.",
    headers: versionHeader,
    body: settingsChangesSchema.partial({ version: true }).meta({
      id: "SettingsChanges",
      examples: [
        {
          phone: "(11) 3456-7890",
          delivery_settings: { delivery_fee: 15, minimum_order: 50, free_delivery_minimum: 200 },
          version: 1,
        },
      ],
    }),
    tagged: true,
    answer: ["Como ficaram.", settings],
    problems: staleResponse(settings),
    maxBodyBytes: maxSettingsBytes,
    run: async ({ author, header, body }) => {
      const changes = withVersion(body, header);
      return requireSaved(await shop.company.changeSettings(author, changes), undefined, header);
    },
  });
}

/** Boundaries and part headers of the form around the file. */
const maxFormOverheadBytes = 64 * 1024;
type Rejection = keyof typeof pictureErrors;

const storedPicture = z
  .object({
    url: z.string().meta({
      description: "Para usar em `images`, `image_url`, `logo`…",
      examples: ["/media/product-images/public/polpa-de-acai.jpg"],
    }),
    path: z.string().meta({
      description: "O nome da imagem em seu lugar.",
      examples: ["public/polpa-de-acai.jpg"],
    }),
    faults: z
      .array(z.enum(["small", "dark", "blurred"]))
      .meta({ description: "O que deixa a foto de um produto pior: pequena, escura, sem foco." }),
  })
  .meta({ id: "StoredPicture" });

/** POST /uploads/{bucket}: stores a picture. */
export function addUploadRoute(api: Api, deps: ApiDependencies): void {
  adminRoutes(api, deps, "Imagens").row({
    method: "post",
    path: "/uploads/{bucket}",
    summary: "Envia uma imagem",
    description:
      "Um só arquivo JPG, PNG, GIF ou WebP de até 5 MB e 24 megapixels, reconhecido pelo conteúdo. É guardado de novo, " +
      "sem metadados, com até 2560 px de lado. Sem uso por um dia, é apagado.",
    params: z.object({ bucket: z.enum(buckets, { error: "Use product-images ou site-assets." }) }),
    form: formBody(),
    status: 201,
    answer: ["Guardada.", storedPicture],
    problems: {
      ...rejectionResponse(400, "O arquivo não é uma imagem inteira e nada mais.", "damaged"),
      ...rejectionResponse(413, "Passa de 5 MB.", "too-large"),
      ...rejectionResponse(415, "Não é uma imagem de um tipo aceito.", "unknown-type"),
      ...problemResponse(507, "Não há espaço em disco.", diskFull),
      ...problemResponse(503, "O armazenamento de imagens não respondeu.", storageFailure),
    },
    run: async ({ c, params }) => {
      const file = await readFile(c.req.raw);
      const stored = await deps.shop.media
        .store(params.bucket, file)
        .catch((error) => toStorageProblem(error, deps));
      if (!stored.ok) throw rejectionProblem(stored.reason);
      const { url, path, faults } = stored;
      return { url, path, faults };
    },
  });
}

/** The one file of a form; throws a problem for any other body. */
async function readFile(request: Request): Promise<{ name: string; bytes: Buffer }> {
  const form = await readForm(request, maxPictureBytes + maxFormOverheadBytes);
  if (form === "too-large") throw rejectionProblem("too-large");
  if (form === "too-many-parts") throw rejectionProblem("not-one-file");
  const files = [...form.values()].filter((value) => typeof value !== "string");
  const [file] = files;
  if (!file || files.length > 1) throw rejectionProblem("not-one-file");
  if (file.size > maxPictureBytes) throw rejectionProblem("too-large");
  if (file.size === 0) throw rejectionProblem("empty");
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}

const statuses: Partial<Record<Rejection, 413 | 415>> = { "too-large": 413, "unknown-type": 415 };

function rejectionProblem(reason: Rejection) {
  return problem(statuses[reason] ?? 400, describeRejection(reason));
}

function describeRejection(reason: Rejection) {
  const message = pictureErrors[reason];
  return { kind: `picture-${reason}`, title: message, errors: [{ field: "file", message }] };
}

function rejectionResponse(status: 400 | 413 | 415, description: string, reason: Rejection) {
  return problemResponse(status, description, describeRejection(reason));
}

const storageFailure = {
  kind: "storage-unavailable",
  title: "Não foi possível guardar a imagem agora",
  detail: "O armazenamento de imagens não respondeu. Tente de novo em alguns instantes.",
};

const diskFull = {
  kind: "disk-full",
  title: "Não há espaço para guardar a imagem",
  detail: "O disco do servidor está cheio. Nada foi guardado.",
};

const queueFull = {
  kind: "overloaded",
  title: "Muitas imagens ao mesmo tempo",
  detail: "Tente de novo em alguns segundos.",
};

function toStorageProblem(error: unknown, { shop, log }: ApiDependencies): never {
  if (shop.machine.disk.noteFailure(error)) throw problem(507, diskFull);
  if (error instanceof PictureQueueFull) throw problem(503, queueFull, { "Retry-After": "5" });
  if (!(error instanceof StorageUnavailable)) throw error;
  log.error({ err: error }, "storing a picture failed");
  throw problem(503, storageFailure, { "Retry-After": "5" });
}

const auditLog = auditLogSchema.meta({ id: "AuditLog" });

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
  const { row, response } = adminRoutes(api, deps, "Logs");
  response({
    path: "/audit-logs",
    summary: "Lista as mudanças",
    description:
      "Cada mudança de produtos, categorias, receitas, pedidos e configurações, com quem a fez. Com `table_name` e `record_id`, " +
      "e sem `limit` nem `cursor`, a resposta tem todas as mudanças desse registro.",
    query: auditListSchema,
    answer: {
      200: jsonResponse("Da mais nova à mais antiga.", listSchema(auditLog)),
    },
    async run({ c, query }) {
      const { table_name, record_id } = query;
      const isPage = c.req.query("limit") !== undefined || query.cursor !== undefined;
      if (isPage || !table_name || !record_id) return c.json(await shop.audit.list(query));
      return streamList(c, deps, shop.audit.streamOfRecord({ table_name, record_id }));
    },
  });
  row({
    path: "/audit-logs/{id}",
    summary: "Mostra uma mudança",
    description: "A mesma linha da lista.",
    answer: ["A linha antes e depois.", auditLog],
    run: ({ id }) => shop.audit.find(id),
  });
  row({
    path: "/audit-logs/{id}/restoration",
    summary: "Mostra o que uma restauração mudaria",
    description:
      "De produtos, categorias, receitas, clientes, entregas e configurações. O estoque e a posição de uma linha que existe não mudam.",
    query: restorationRequestSchema,
    answer: ["Só os campos que diferem.", restorationSchema.meta({ id: "Restoration" })],
    problems: problemResponse(409, notRestorableText, notRestorable),
    run: async ({ id, query }) => {
      const planned = await shop.audit.planRestoration(id, query.side);
      if (!planned.ok) throw restoreProblem(planned);
      return planned.restoration;
    },
  });
  row({
    method: "post",
    path: "/audit-logs/{id}/restore",
    summary: "Restaura um registro",
    description:
      "Grava uma nova versão com os valores de antes ou depois da mudança. Um produto, uma receita, uma zona ou um dia sem entrega " +
      "que foi excluído volta com o mesmo id. Se nada difere, nada é gravado.",
    body: restoreSchema.meta({ id: "RestoreRequest", examples: [{ side: "before", version: 2 }] }),
    answer: ["Como ficou.", restoredSchema.meta({ id: "RestoredRow" })],
    problems: problemResponse(
      409,
      `${notRestorableText} \`urn:pomar:stale-version\`: mudou desde a prévia. \`urn:pomar:slug-taken\` ou ` +
        "`external-id-taken`: o valor já é de outro registro.",
      notRestorable,
    ),
    run: async ({ author, id, body }) => {
      const result = await shop.audit.restore(author, id, body);
      if (!result.ok) throw restoreProblem(result);
      return { id: result.row.id, version: result.row.version };
    },
  });
}

function restoreProblem(rejection: RestoreRejection | SaveRejection<VersionedRow>) {
  if (rejection.reason === "not-restorable") return problem(409, notRestorable);
  return saveProblem(rejection, takenMessages);
}
