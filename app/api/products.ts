import { createRoute, z } from "@hono/zod-openapi";
import { categoryPages } from "#app/domain/catalogue/rules.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import * as examples from "./examples.ts";
import { json } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problemResponses } from "./problem.ts";

const categorySlugs = categoryPages.map((page) => page.slug);

/** GET /products: what is on show, in the seller's order. */
export function addProducts(api: Api, { shop, publicReads }: ApiDependencies): void {
  const route = createRoute({
    method: "get",
    path: "/products",
    tags: ["Catálogo"],
    summary: "Lista os produtos visíveis",
    middleware: publicReads,
    request: {
      query: z.object({
        category: z.enum(categorySlugs, { error: "Categoria desconhecida." }).optional(),
        slug: z
          .string()
          .max(200, { error: "Slug inválido." })
          .refine((slug) => !/\p{Cc}/u.test(slug), { error: "Slug inválido." })
          .optional()
          .meta({ description: "Um só produto, ou nenhum.", examples: ["polpa-de-acai"] }),
      }),
    },
    responses: {
      200: {
        description: "Preço em reais por `specs.unit`; estoque em unidades de venda.",
        content: json(listOf(productSchema.meta({ id: "Product" })), wholeList([examples.product])),
      },
      ...problemResponses(400),
    },
  });

  api.openapi(route, async (c) => {
    const { category, slug } = c.req.valid("query");
    if (slug === undefined) return c.json(wholeList(await shop.listVisibleProducts(category)), 200);
    const product = await shop.findProductBySlug(slug);
    const fits = product && (category === undefined || product.category === category);
    return c.json(wholeList(fits ? [product] : []), 200);
  });
}
