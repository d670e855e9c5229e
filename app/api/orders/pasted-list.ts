import { z } from "@hono/zod-openapi";
import { productComponent } from "#app/api/catalogue/product-batch.ts";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { findVisit } from "#app/api/framework/guard.ts";
import { problemResponses } from "#app/api/framework/problem.ts";
import { createRateLimit, requireAdmission } from "#app/api/framework/rate-limit.ts";
import { publicRoutes } from "#app/api/framework/routes.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { maxPastedLength, type PastedLine } from "#app/domain/orders/cart/pasted-list.ts";
import { saleUnits } from "#app/shared/units.ts";

/** A list is read again while it is typed. */
const maxReadingsPerMinute = 60;
const textError = "Envie a lista, com até 5.000 caracteres.";

export const pastedLineSchema = z
  .object({
    text: z.string(),
    kind: z.enum(["one", "several", "none"]),
    quantity: z.number().optional(),
    unit: z.enum(saleUnits).optional().meta({ description: "A unidade, se a linha diz uma." }),
    words: z.string().optional().meta({ description: "As palavras que podem ser o produto." }),
    rows: z
      .array(z.object({ product_id: z.uuid(), unit: z.enum(saleUnits) }))
      .optional()
      .meta({ description: "O produto, e depois os outros que a linha pode querer dizer." }),
    reason: z.string().optional().meta({ description: "Por que a linha não pode ser lida." }),
  })
  .meta({ id: "PastedLine" });

/** POST /pasted-list: which products the lines of a shopping list mean. */
export function addPastedListRoute(api: Api, deps: ApiDependencies): void {
  const limit = createRateLimit(deps.rateLimits, {
    name: "pasted-list",
    points: maxReadingsPerMinute,
    seconds: 60,
  });
  const request = z.strictObject(
    { text: z.string({ error: textError }).max(maxPastedLength, { error: textError }) },
    { error: textError },
  );
  const response = z.object({
    lines: z.array(pastedLineSchema),
    products: z.array(productComponent).meta({ description: "Os produtos das linhas." }),
  });
  publicRoutes(api, deps, "Catálogo").row({
    method: "post",
    path: "/pasted-list",
    summary: "Lê uma lista de compras",
    description: "Um produto por linha, com a quantidade no começo ou no fim.",
    body: request.meta({ id: "PastedList" }),
    answer: ["O que cada linha quer dizer, sem as vazias.", response],
    problems: problemResponses(429),
    run: async ({ c, body }) => {
      await requireAdmission(c, limit, deps.clientAddress(c), {
        kind: "too-many-readings",
        title: "Muitas listas em pouco tempo",
        detail: "Espere um minuto.",
      });
      const lines = await deps.shop.orders.readPastedList(body.text);
      const products = productsOf(lines);
      const visit = await findVisit(deps, c);
      return {
        lines: lines.map(toLine),
        products: visit ? products.map(visit.product) : products,
      };
    },
  });
}

/** Each product of the lines once. */
export function productsOf(lines: readonly PastedLine<Product>[]): Product[] {
  const products = lines.flatMap((line) => rowsOf(line).map(({ product }) => product));
  return [...new Map(products.map((product) => [product.id, product])).values()];
}

function rowsOf(line: PastedLine<Product>) {
  if (line.kind === "one") return [line.row, ...line.rows.filter((row) => row !== line.row)];
  return line.kind === "several" ? line.rows : [];
}

export function toLine(line: PastedLine<Product>) {
  const rows = rowsOf(line).map(({ product, option }) => ({
    product_id: product.id,
    unit: option.unit,
  }));
  const { text, kind } = line;
  if (line.kind === "none") return { text, kind, reason: line.reason };
  return { text, kind, quantity: line.quantity, rows };
}
