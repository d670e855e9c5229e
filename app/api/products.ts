import { createRoute, z } from "@hono/zod-openapi";
import { categoryPages } from "#app/domain/catalogue/rules.ts";
import { productSchema } from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api.ts";
import * as examples from "./examples.ts";
import { guardHidden, orAdministrator } from "./hidden-rows.ts";
import { json } from "./json.ts";
import { listOf, wholeList } from "./list.ts";
import { problemResponses } from "./problem.ts";

const categorySlugs = categoryPages.map((page) => page.slug);

/** GET /products: what is on show, in the seller's order. */
export function addProducts(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const route = createRoute({
    method: "get",
    path: "/products",
    tags: ["Catálogo"],
    summary: "Lista os produtos visíveis",
    security: orAdministrator.security,
    middleware: guardHidden(deps),
    request: {
      query: z.object({
        category: z.enum(categorySlugs, { error: "Categoria desconhecida." }).optional(),
        all: orAdministrator.query,
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
      ...orAdministrator.responses,
      ...problemResponses(400),
    },
  });

  api.openapi(route, async (c) => {
    const { all, category, slug } = c.req.valid("query");
    const found = await find({ all, category, slug });
    const fitting = found.filter(
      (product) =>
        (category === undefined || product.category === category) &&
        (slug === undefined || product.slug === slug),
    );
    return c.json(wholeList(fitting), 200);
  });

  async function find({ all, category, slug }: { all?: "1"; category?: string; slug?: string }) {
    if (all) return shop.listAllProducts();
    if (slug === undefined) return shop.listVisibleProducts(category);
    const product = await shop.findProductBySlug(slug);
    return product ? [product] : [];
  }
}
