import { createRoute, z } from "@hono/zod-openapi";
import { buckets, largestPicture, pictureRefusals } from "#app/domain/media/rules.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";
import type { Api, ApiDependencies } from "./api.ts";
import { requireAdmin, bySessionOrToken as security } from "./guard.ts";
import { json } from "./json.ts";
import { problem, problemResponse, problemResponses } from "./problem.ts";
import { readAtMost } from "./request-body.ts";

/** What a form puts around the file. */
const wrapping = 64 * 1024;
type Refusal = keyof typeof pictureRefusals;

const storedPicture = z
  .object({
    url: z.string().meta({ description: "Para usar em `images`, `image_url`, `logo`…" }),
    path: z.string().meta({ description: "O nome da imagem em seu lugar." }),
  })
  .meta({ id: "StoredPicture" });

/** POST /uploads/{bucket}: a picture from the administrator. */
export function addUploads(api: Api, deps: ApiDependencies): void {
  const example = "public/0d9f2d2e-6f0e-4f5c-9a57-3a4b8f2f7f10.jpg";
  const route = createRoute({
    method: "post",
    path: "/uploads/{bucket}",
    tags: ["Imagens"],
    security,
    summary: "Envia uma imagem",
    description:
      "Um só arquivo JPG, PNG, GIF ou WebP de até 5 MB e 24 megapixels, reconhecido pelo conteúdo. É guardado de novo, " +
      "sem metadados, com até 2560 px de lado; de um GIF, o primeiro quadro. Sem uso por um dia, é apagado.",
    middleware: requireAdmin(deps),
    request: {
      params: z.object({
        bucket: z.enum(buckets, { error: "Use product-images ou site-assets." }),
      }),
      body: {
        required: true,
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["file"],
              properties: { file: { type: "string", format: "binary" } },
            },
          },
        },
      },
    },
    responses: {
      201: {
        description: "Guardada.",
        content: json(storedPicture, { url: `/media/product-images/${example}`, path: example }),
      },
      ...problemResponses(401, 403),
      ...refusalResponse(400, "O arquivo não é uma imagem inteira e nada mais.", "damaged"),
      ...refusalResponse(413, "Passa de 5 MB.", "too-large"),
      ...refusalResponse(415, "Não é uma imagem de um tipo aceito.", "unknown-type"),
      ...problemResponse(503, "O armazenamento de imagens não respondeu.", silence),
    },
  });
  api.openapi(route, async (c) => {
    const file = await readFile(c.req.raw);
    const stored = await deps.shop
      .storePicture(c.req.valid("param").bucket, file)
      .catch((error) => explainSilence(error, deps.log));
    if (!stored.ok) throw refused(stored.reason);
    return c.json({ url: stored.url, path: stored.path }, 201);
  });
}

/** The one file of a form; throws the problem of anything else. */
async function readFile(request: Request): Promise<{ name: string; bytes: Buffer }> {
  const form = await readForm(request);
  const files = [...form.values()].filter((value) => typeof value !== "string");
  const [file] = files;
  if (!file || files.length > 1) throw refused("not-one-file");
  if (file.size > largestPicture) throw refused("too-large");
  if (file.size === 0) throw refused("empty");
  return { name: file.name, bytes: Buffer.from(await file.arrayBuffer()) };
}

async function readForm({ headers, body }: Request): Promise<FormData> {
  const type = headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw notAForm();
  const bytes = await readAtMost(body, largestPicture + wrapping);
  if (!bytes) throw refused("too-large");
  try {
    return await new Response(bytes, { headers: { "Content-Type": type } }).formData();
  } catch {
    throw problem(400, {
      kind: "malformed-form",
      title: "Formulário malformado",
      detail: "O corpo não é um formulário multipart/form-data válido.",
    });
  }
}

const statuses: Partial<Record<Refusal, 413 | 415>> = { "too-large": 413, "unknown-type": 415 };

function refused(reason: Refusal) {
  return problem(statuses[reason] ?? 400, refusalOf(reason));
}

function refusalOf(reason: Refusal) {
  const message = pictureRefusals[reason];
  return { kind: `picture-${reason}`, title: message, errors: [{ field: "file", message }] };
}

function refusalResponse(status: 400 | 413 | 415, description: string, reason: Refusal) {
  return problemResponse(status, description, refusalOf(reason));
}

const silence = {
  kind: "storage-unavailable",
  title: "Não foi possível guardar a imagem agora",
  detail: "O armazenamento de imagens não respondeu. Tente de novo em alguns instantes.",
};

function explainSilence(error: unknown, log: ApiDependencies["log"]): never {
  if (!(error instanceof StorageUnavailable)) throw error;
  log.error({ err: error }, "a picture could not be kept");
  throw problem(503, silence, { "Retry-After": "5" });
}

function notAForm() {
  return problem(415, {
    kind: "unsupported-media-type",
    title: "Tipo de conteúdo não aceito",
    detail: "Envie o arquivo em um formulário multipart/form-data.",
  });
}
