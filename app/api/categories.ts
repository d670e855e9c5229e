import { z } from "@hono/zod-openapi";
import {
  categoryChangesSchema,
  categorySchema,
  newCategorySchema,
} from "#app/domain/catalogue/schema.ts";
import type { Api, ApiDependencies } from "./api-types.ts";
import { category as example } from "./examples.ts";
import { adminRoutes, allParameter, catalogueRoutes } from "./routes.ts";
import {
  ranking,
  requireSaved,
  slugTakenResponse,
  staleResponse,
  versionHeader,
  withVersion,
} from "./rows.ts";

const category = categorySchema.meta({ id: "Category" });
const taken = { slug: "Já existe uma categoria com este slug" };

/** Categories: visitors read the visible ones, the administrator adds, changes, hides and reorders them. */
export function addCategoryRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list } = adminRoutes(api, deps, "Catálogo");
  catalogueRoutes(api, deps, "Catálogo").list({
    path: "/categories",
    summary: "Lista as categorias",
    description: "As visíveis. Com `all=1`, para o administrador, também as ocultas.",
    query: z.object({ all: allParameter }),
    answer: ["Por `position`, crescente.", category, example],
    run: ({ shop, query }) => (query.all ? shop.listCategories() : shop.listVisibleCategories()),
  });
  row({
    method: "post",
    path: "/categories",
    summary: "Cria uma categoria",
    description: "Fica no fim da lista. Só `name` e `slug` são obrigatórios; o slug é fixo.",
    body: [
      newCategorySchema.meta({ id: "NewCategory" }),
      { name: "Sorvetes artesanais", short_name: "Sorvetes", slug: "sorvetes", tint: "orange" },
    ],
    status: 201,
    tagged: true,
    answer: ["Criada.", category, example],
    problems: slugTakenResponse("O slug já é de outra categoria.", taken.slug, example),
    run: async ({ author, body }) => requireSaved(await shop.createCategory(author, body), taken),
  });
  row({
    method: "patch",
    path: "/categories/{id}",
    summary: "Muda uma categoria",
    description: "Envie só os campos que mudam e a `version` lida. O slug é fixo.",
    headers: versionHeader,
    body: [
      categoryChangesSchema.partial({ version: true }).meta({ id: "CategoryChanges" }),
      { name: "Polpas", version: 1 },
    ],
    tagged: true,
    answer: ["Como ficou.", category, example],
    problems: staleResponse(example),
    run: async ({ author, id, header, body }) => {
      const changes = withVersion(body, header);
      return requireSaved(await shop.changeCategory(author, id, changes), undefined, header);
    },
  });
  list({
    ...ranking,
    path: "/categories/order",
    summary: "Ordena as categorias",
    description: "Todos os ids, da primeira à última, de uma vez.",
    run: ({ author, body }) => shop.reorderCategories(author, body.ids),
  });
}
