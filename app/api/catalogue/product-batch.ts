import { z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedProblem,
  keyReusedResponse,
} from "#app/api/framework/idempotency.ts";
import { lineMediaType, streamLines } from "#app/api/framework/json-lines.ts";
import {
  listFieldErrors,
  problem,
  problemResponse,
  problemSchema,
  readProblem,
  rejectedFieldsProblem,
} from "#app/api/framework/problem.ts";
import { csvResponse, formBody, readForm, sendCsv } from "#app/api/framework/request-body.ts";
import { adminRoutes } from "#app/api/framework/routes.ts";
import { saveProblem } from "#app/api/framework/rows.ts";
import {
  type BatchEntry,
  type BatchResult,
  batchItemSchema,
  batchOutcomes,
} from "#app/domain/catalogue/import/batch.server.ts";
import type { ProductFile } from "#app/domain/catalogue/import/import-file.server.ts";
import { writeTemplate } from "#app/domain/catalogue/import/product-csv.ts";
import {
  chosenColumnsSchema,
  type ImportFileError,
  type ImportLine,
  type ImportProgress,
  importFileErrors,
  importLineSchema,
  maxImportBytes,
  maxImportRows,
  type SeenVersions,
  seenVersionsSchema,
} from "#app/domain/catalogue/import/product-import.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import { maxBatchItems } from "#app/shared/limits.ts";

const maxBatchBytes = 4 * 1024 * 1024;
const path = "/products/batch";

export const takenMessages = {
  slug: "Já existe um produto com este slug",
  external_id: "Já existe um produto com este código externo",
};
export const productComponent = productSchema.meta({ id: "Product" });

const resultSchema = z
  .object({
    index: z.int().meta({ description: "A posição em `items`, a partir de 0." }),
    status: z.enum([...batchOutcomes, "failed"]),
    product: productComponent.optional(),
    problem: problemSchema.optional().meta({ description: "Por que falhou." }),
  })
  .meta({ id: "BatchResult" });
type Result = z.infer<typeof resultSchema>;

const countSchema = z.int().meta({ description: "Quantos itens." });
const responseSchema = z.object({
  items: z.array(resultSchema),
  created: countSchema,
  updated: countSchema,
  unchanged: countSchema,
  failed: countSchema,
});

const description = `\
Até ${maxBatchItems} itens, cada um achado por \`id\`, \`external_id\` ou \`slug\`. Um que não existe é criado (não por \`id\`) e
precisa de \`title\` e \`slug\`; um que existe é mudado, e campos iguais aos gravados não contam como mudança. Cada item vale por
si: um que falha não impede os outros, e a resposta traz todos, na ordem enviada.

Mudar um produto exige a \`version\` lida, exceto \`price\` e \`stock\` com \`overwrite: true\`, e \`stock_delta\`, que soma ao
estoque do momento. Com \`Idempotency-Key\`, repetir a requisição não aplica nenhum item duas vezes.`;

/** POST /products/batch: many creations and changes in one request. */
export function addProductBatchRoute(api: Api, deps: ApiDependencies): void {
  const item = { $ref: "#/components/schemas/BatchItem" };
  api.openAPIRegistry.register("BatchItem", batchItemSchema);
  const requestSchema = z
    .strictObject(
      {
        items: z
          .array(z.unknown(), { error: "Informe os itens." })
          .min(1, { error: "Informe ao menos um item." })
          .max(maxBatchItems, { error: `Informe no máximo ${maxBatchItems} itens.` })
          .openapi({ type: "array", items: item }),
      },
      { error: "Envie um objeto com items." },
    )
    .meta({
      id: "ProductBatch",
      examples: [
        {
          items: [
            { external_id: "ERP-1042", price: 12.9, stock: 40, overwrite: true },
            { slug: "polpa-de-acai", stock_delta: -2 },
          ],
        },
      ],
    });
  adminRoutes(api, deps, "Catálogo").row({
    method: "post",
    path,
    summary: "Cria e muda muitos produtos",
    description,
    headers: keyHeader,
    body: requestSchema,
    maxBodyBytes: maxBatchBytes,
    answer: ["O resultado de cada item.", responseSchema],
    problems: keyReusedResponse,
    run: async ({ author, header, body: { items } }) => {
      const request = keyedRequest(path, header, items);
      const saved = await deps.shop.catalogue.saveProducts(author, items.map(toEntry), request);
      if (!saved.ok) throw keyReusedProblem();
      const results = await Promise.all(saved.results.map(toResult));
      const count = (status: Result["status"]) =>
        results.filter((result) => result.status === status).length;
      return {
        items: results,
        created: count("created"),
        updated: count("updated"),
        unchanged: count("unchanged"),
        failed: count("failed"),
      };
    },
  });
}

function toEntry(given: unknown): BatchEntry {
  const item = batchItemSchema.safeParse(given);
  if (item.success) return item.data;
  return { ok: false, reason: "invalid", errors: listFieldErrors(item.error) };
}

async function toResult(result: BatchResult, index: number): Promise<Result> {
  if (result.ok) return { index, status: result.outcome, product: result.row };
  const failure = saveProblem(result, takenMessages);
  return { index, status: "failed", problem: await readProblem(failure) };
}

/** GET /products/export.csv and POST /products/import: all products as a file. */
export function addProductFileRoutes(api: Api, deps: ApiDependencies): void {
  addExport(api, deps);
  addImport(api, deps);
}

function addExport(api: Api, deps: ApiDependencies): void {
  adminRoutes(api, deps, "Catálogo").response({
    path: "/products/export.csv",
    summary: "Exporta os produtos para planilha",
    description:
      "Todos os produtos, também os ocultos, por posição. UTF-8, ponto e vírgula, vírgula decimal. O arquivo pode ser " +
      "importado de volta. Com `template=1`, um modelo com três produtos de exemplo.",
    query: z.object({ template: flagQuery("template") }),
    answer: csvResponse(
      "Um produto por linha.",
      '"Slug";"Título";"Preço"\r\n"polpa-de-acai";"Polpa de açaí";"12,90"\r\n',
    ),
    run: async ({ c, query }) => {
      if (query.template) {
        return sendCsv(
          c,
          "modelo-de-produtos",
          writeTemplate(await deps.shop.catalogue.listCategories()),
        );
      }
      const parts: string[] = [];
      for await (const part of deps.shop.catalogue.exportProducts()) parts.push(part);
      return sendCsv(c, "produtos", parts.join(""));
    },
  });
}

const importDescription = `\
O arquivo de \`GET /products/export.csv\`, ou outro CSV até 10 MB e ${maxImportRows.toLocaleString("pt-BR")} linhas, em UTF-8, UTF-16 ou
Windows-1252; XLSX e ODS só a tela lê, que os envia como CSV. As colunas são achadas pelos títulos, em qualquer ordem, também por sinônimos como Produto, Valor e Qtd; ou diga em
\`columns\` qual é cada uma. Colunas ausentes não mudam nada. Cada linha é achada pelo slug; sem ele, pelo código externo ou pelo título. Uma
linha que não é achada cria um produto.

Com \`dry_run=1\` nada é gravado. Sem, as linhas aceitas são gravadas aos poucos, e as recusadas ficam de fora. Uma importação
aceita vai até o fim, mesmo que o servidor caia no meio: o que falta é gravado quando ele volta.
Envie em \`versions\` as versões que o ensaio mostrou, por slug: um produto que mudou desde então é recusado.

A resposta tem um objeto JSON por linha: \`progress\` enquanto confere e grava, e no fim \`result\`, ou \`failure\`.`;

function flagQuery(name: string) {
  return z.literal("1", { error: `Use ${name}=1.` }).optional();
}

function addImport(api: Api, deps: ApiDependencies): void {
  const line = { $ref: "#/components/schemas/ImportLine" };
  api.openAPIRegistry.register("ImportLine", importLineSchema);
  adminRoutes(api, deps, "Catálogo").response({
    method: "post",
    path: "/products/import",
    summary: "Importa produtos de uma planilha",
    description: importDescription,
    query: z.object({ dry_run: flagQuery("dry_run").meta({ description: "`1`: só confere." }) }),
    form: formBody({
      columns: 'JSON, na ordem do arquivo: `["Título","Preço",""]`. Vazio: a coluna não muda nada.',
      versions: 'JSON: `{"polpa-de-acai":3}`.',
    }),
    answer: {
      200: {
        description: "O que muda, ou mudou, em cada linha.",
        content: { [lineMediaType]: { schema: line } },
      },
    },
    problems: {
      ...problemResponse(400, "O arquivo não pode ser lido.", describe("no-title")),
      ...problemResponse(413, "Passa de 10 MB.", describe("too-large")),
      ...problemResponse(415, "Não é um formulário multipart/form-data.", {
        kind: "unsupported-media-type",
        title: "Tipo de conteúdo não aceito",
      }),
    },
    run: async ({ c, author, query }) => {
      const isDryRun = query.dry_run !== undefined;
      const { file, seen } = await readImport(deps, c.req.raw);
      const { columns } = file;
      if (file.unclear && !isDryRun) throw rejection(file.unclear);
      const unclear = file.unclear && importFileErrors[file.unclear];
      let isAccepted = false;
      // It goes on when the client disconnects.
      const lines = streamLines<ImportLine>(
        async (write) => {
          const report = (line: ImportProgress) => {
            isAccepted ||= line.phase === "save";
            write(line);
          };
          const rows = isDryRun
            ? await deps.shop.catalogue.checkImport(file, report)
            : await deps.shop.catalogue.importProducts(author, file, seen, report);
          write({ type: "result", columns, ...(unclear && { unclear }), rows });
        },
        (error) => {
          deps.log.error({ err: error }, "product import failed");
          const title = isAccepted
            ? "A importação parou. O que falta é gravado em alguns minutos, sem enviar o arquivo de novo."
            : "Não foi possível importar; nada foi gravado.";
          return { type: "failure", title };
        },
      );
      return c.body(lines, 200, { "Content-Type": lineMediaType });
    },
  });
}

/** Boundaries and headers of the form, and the versions. */
const maxFormOverheadBytes = 3 * 1024 * 1024;

async function readImport(
  { shop }: ApiDependencies,
  request: Request,
): Promise<{ file: ProductFile; seen: SeenVersions | undefined }> {
  const form = await readForm(request, maxImportBytes + maxFormOverheadBytes);
  if (form === "too-large") throw rejection("too-large");
  const file = form === "too-many-parts" ? null : form.get("file");
  if (form === "too-many-parts" || !(file instanceof File)) {
    throw rejectedFieldsProblem([{ field: "file", message: "Envie um arquivo." }]);
  }
  if (file.size > maxImportBytes) throw rejection("too-large");
  const chosen = readPart(form, "columns", chosenColumnsSchema);
  const read = await shop.catalogue.readProductFile(
    new Uint8Array(await file.arrayBuffer()),
    chosen,
  );
  if (!read.ok) throw rejection(read.reason);
  return { file: read.file, seen: readPart(form, "versions", seenVersionsSchema) };
}

/** A part of the form that contains JSON. */
function readPart<Value>(form: FormData, field: string, schema: z.ZodType<Value>) {
  const given = form.get(field);
  if (given === null) return undefined;
  const read = schema.safeParse(parseJson(String(given)));
  if (read.success) return read.data;
  const message = read.error.issues[0]?.message ?? "Valor inválido.";
  throw rejectedFieldsProblem([{ field, message }]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(reason: ImportFileError) {
  const message = importFileErrors[reason];
  return { kind: `product-file-${reason}`, title: message, errors: [{ field: "file", message }] };
}

function rejection(reason: ImportFileError) {
  return problem(reason === "too-large" ? 413 : 400, describe(reason));
}
