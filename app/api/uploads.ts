import { z } from "@hono/zod-openapi";
import { buckets, maxPictureBytes, pictureErrors } from "#app/domain/media/rules.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";
import { PictureQueueFull } from "#app/platform/media/picture-queue.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { formBody } from "./json-content.ts";
import { problem, problemResponse } from "./problem.ts";
import { readForm } from "./request-body.ts";
import { adminRoutes } from "./routes.ts";

/** Boundaries and part headers of the form around the file. */
const maxFormOverheadBytes = 64 * 1024;
type Rejection = keyof typeof pictureErrors;

const storedPicture = z
  .object({
    url: z.string().meta({ description: "Para usar em `images`, `image_url`, `logo`…" }),
    path: z.string().meta({ description: "O nome da imagem em seu lugar." }),
    faults: z
      .array(z.enum(["small", "dark", "blurred"]))
      .meta({ description: "O que deixa a foto de um produto pior: pequena, escura, sem foco." }),
  })
  .meta({ id: "StoredPicture" });

/** POST /uploads/{bucket}: stores a picture. */
export function addUploadRoute(api: Api, deps: ApiDependencies): void {
  const example = "public/0d9f2d2e-6f0e-4f5c-9a57-3a4b8f2f7f10.jpg";
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
    answer: [
      "Guardada.",
      storedPicture,
      { url: `/media/product-images/${example}`, path: example, faults: [] },
    ],
    problems: {
      ...rejectionResponse(400, "O arquivo não é uma imagem inteira e nada mais.", "damaged"),
      ...rejectionResponse(413, "Passa de 5 MB.", "too-large"),
      ...rejectionResponse(415, "Não é uma imagem de um tipo aceito.", "unknown-type"),
      ...problemResponse(507, "Não há espaço em disco.", diskFull),
      ...problemResponse(503, "O armazenamento de imagens não respondeu.", storageFailure),
    },
    run: async ({ c, params }) => {
      const file = await readFile(c.req.raw);
      const stored = await deps.shop
        .storePicture(params.bucket, file)
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
  if (shop.disk.noteFailure(error)) throw problem(507, diskFull);
  if (error instanceof PictureQueueFull) throw problem(503, queueFull, { "Retry-After": "5" });
  if (!(error instanceof StorageUnavailable)) throw error;
  log.error({ err: error }, "storing a picture failed");
  throw problem(503, storageFailure, { "Retry-After": "5" });
}
