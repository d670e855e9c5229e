import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { lineMediaType, streamLines } from "#app/api/framework/json-lines.ts";
import { problem } from "#app/api/framework/problem.ts";
import { adminRoutes } from "#app/api/framework/routes.ts";
import {
  type CatalogueFileLine,
  catalogueFileErrors,
  catalogueFileLineSchema,
  catalogueFileSchema,
  fileDays,
} from "#app/domain/catalogue/file/schema.ts";
import { StorageUnavailable } from "#app/platform/media/media-store.ts";
import { catalogueFilePath } from "#app/shared/paths.ts";

const description = `\
Um PDF em A4 ou para o celular, com os preços do site, os de uma tabela ou nenhum. Quem tem o endereço \`url\` abre o arquivo, por
${fileDays} dias.

A resposta tem um objeto JSON por linha: \`progress\` enquanto prepara as fotos e as páginas, e no fim \`result\`, ou \`failure\`. Quem
fecha a conexão antes do fim para o trabalho.`;

/** POST /products/export.pdf: the catalogue as a file. */
export function addCatalogueFileRoute(api: Api, deps: ApiDependencies): void {
  const { catalogueFile } = deps.shop;
  const line = { $ref: "#/components/schemas/CatalogueFileLine" };
  api.openAPIRegistry.register("CatalogueFileLine", catalogueFileLineSchema);
  adminRoutes(api, deps, "Catálogo").response({
    method: "post",
    path: "/products/export.pdf",
    summary: "Faz o catálogo em PDF",
    description,
    body: catalogueFileSchema.meta({ id: "CatalogueFileRequest" }),
    answer: {
      200: {
        description: "O andamento e o endereço do arquivo.",
        content: { [lineMediaType]: { schema: line } },
      },
    },
    run: async ({ c, body }) => {
      const origin = deps.ownOrigin(c);
      const contents = await catalogueFile.readContents(body, origin);
      if (!contents.ok) throw rejection(contents.reason);
      const lines = streamLines<CatalogueFileLine>(
        async (write, signal) => {
          const { name, ...file } = await catalogueFile.make(
            contents,
            (progress) => write({ type: "progress", ...progress }),
            signal,
          );
          const url = origin + catalogueFilePath(name);
          write({ type: "result", url, products: contents.products, ...file });
        },
        (error) => {
          deps.log.error({ err: error }, "catalogue file failed");
          return { type: "failure", title: describeFailure(error) };
        },
      );
      return c.body(lines, 200, { "Content-Type": lineMediaType });
    },
  });
}

function describeFailure(error: unknown): string {
  return error instanceof StorageUnavailable
    ? "As fotos não estão disponíveis agora. Tente de novo em alguns minutos."
    : "Não foi possível fazer o PDF. Tente de novo; se não der, escolha menos categorias.";
}

function rejection(reason: keyof typeof catalogueFileErrors) {
  const { field, message } = catalogueFileErrors[reason];
  const errors = [{ field, message }];
  return problem(400, { kind: `catalogue-file-${reason}`, title: message, errors });
}
