import { z } from "@hono/zod-openapi";
import type { Api, ApiDependencies } from "#app/api/framework/api-types.ts";
import { findAdministrator, findVisit } from "#app/api/framework/guard.ts";
import {
  keyedRequest,
  keyHeader,
  keyReusedResponse,
  requireCreated,
} from "#app/api/framework/idempotency.ts";
import {
  expiredCursorProblem,
  notFoundProblem,
  problemResponses,
  rejectedFieldsProblem,
} from "#app/api/framework/problem.ts";
import { listSchema } from "#app/api/framework/request-body.ts";
import {
  adminRoutes,
  allParameter,
  catalogueRoutes,
  optionalSecurity,
  publicRoutes,
} from "#app/api/framework/routes.ts";
import {
  ranking,
  readResponses,
  requireSaved,
  rowChange,
  sendRow,
  slugTakenResponse,
} from "#app/api/framework/rows.ts";
import {
  categoryChangesSchema,
  categorySchema,
  newCategorySchema,
} from "#app/domain/catalogue/category-schema.ts";
import { productListSchema, readListCursor } from "#app/domain/catalogue/list/product-list.ts";
import { selectionActionSchema } from "#app/domain/catalogue/list/selection.ts";
import {
  movedProductSchema,
  newProductSchema,
  productMoveSchema,
  productPatchSchema,
} from "#app/domain/catalogue/schema.ts";
import { afterSchema } from "#app/domain/kernel/paging/queries.server.ts";
import type { Shop } from "#app/shop.ts";
import {
  addProductBatchRoute,
  addProductFileRoutes,
  productComponent,
  takenMessages as taken,
} from "./product-batch.ts";

const tag = "Catálogo";

const listQuerySchema = productListSchema
  .extend({ all: allParameter, after: afterSchema.optional() })
  .superRefine(({ after, limit: _, ...others }, context) => {
    if (after === undefined) return;
    for (const name of Object.keys(others)) {
      if (name === "all" || others[name as keyof typeof others] === undefined) continue;
      context.addIssue({ code: "custom", path: [name], message: "Não se combina com after." });
    }
    if (others.all) return;
    context.addIssue({ code: "custom", path: ["all"], message: "Com after, use all=1." });
  });

const productListComponent = listSchema(productComponent).extend({
  total: z.int().meta({ description: "Quantos produtos há em todas as partes." }),
});

/** Products: visitors read the visible ones, the administrator reads and writes all. */
export function addProductRoutes(api: Api, deps: ApiDependencies): void {
  catalogueRoutes(api, deps, tag).row({
    path: "/products",
    summary: "Lista os produtos visíveis",
    description:
      "Por posição, em partes: sem `limit`, 100 produtos. Com `all=1`, para o administrador, também os ocultos; e com `after` " +
      "pela última mudança, também do estoque, da mais antiga à mais nova, para sincronizar como em GET /api/orders.",
    query: listQuerySchema,
    answer: [
      "Preço em reais por `specs.unit`; estoque em unidades de venda.",
      productListComponent,
    ],
    problems: problemResponses(410),
    run: async ({ shop, query: { all, brief, cursor, after: position, ...query } }) => {
      if (position !== undefined) {
        const page = await deps.shop.catalogue.readProductFeed({
          after: position,
          limit: query.limit,
        });
        if (!page) throw expiredCursorProblem();
        return page;
      }
      const { category } = query;
      if (category !== undefined) await requireCategory(shop, category, all === "1");
      const after = cursor === undefined ? undefined : readListCursor(cursor, query);
      if (cursor !== undefined && !after) {
        throw rejectedFieldsProblem([{ field: "cursor", message: "Cursor inválido." }]);
      }
      return shop.catalogue.listProducts({
        ...query,
        after,
        all: all === "1",
        brief: brief === "1",
      });
    },
  });
  addProductFileRoutes(api, deps);
  addRead(api, deps);
  addWrites(api, deps);
  addProductBatchRoute(api, deps);
}

async function requireCategory(shop: Shop, wanted: string, all: boolean): Promise<void> {
  const categories = await (all
    ? shop.catalogue.listCategories()
    : shop.catalogue.listVisibleCategories());
  if (categories.some(({ slug }) => slug === wanted)) return;
  throw rejectedFieldsProblem([{ field: "category", message: "Categoria desconhecida." }]);
}

function addRead(api: Api, deps: ApiDependencies): void {
  publicRoutes(api, deps, tag).response({
    path: "/products/{id}",
    summary: "Mostra um produto",
    description: "Um produto oculto, só ao administrador.",
    security: optionalSecurity,
    answer: readResponses(productComponent),
    run: async ({ c, id }) => {
      const visit = await findVisit(deps, c);
      const shop = visit?.price(deps.shop) ?? deps.shop;
      const read = () => shop.catalogue.listProducts({ ids: [id], limit: 1 });
      const found = (await findAdministrator(deps, c))
        ? await deps.shop.catalogue.findProduct(id)
        : (await deps.limitRead(c, read)).items[0];
      if (!found) throw notFoundProblem();
      return sendRow(c, found, visit?.key);
    },
  });
}

function addWrites(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list, done } = adminRoutes(api, deps, tag);
  row({
    method: "post",
    path: "/products",
    summary: "Cria um produto",
    description: "Fica no fim da lista. Só `title` e `slug` são obrigatórios.",
    headers: keyHeader,
    body: newProductSchema.meta({ id: "NewProduct" }),
    status: 201,
    tagged: true,
    answer: ["Criado.", productComponent],
    problems: {
      ...keyReusedResponse,
      ...slugTakenResponse(
        "O slug ou o código externo já é de outro produto.",
        taken.slug,
        productComponent,
      ),
    },
    run: async ({ author, header, body }) => {
      const request = keyedRequest("/products", header, body);
      return requireCreated(
        await shop.once(request, (bound) => bound.catalogue.createProduct(author, body)),
        taken,
      );
    },
  });
  const changes = productPatchSchema.meta({
    id: "ProductChanges",
    examples: [{ stock: 25, version: 1 }],
  });
  row({
    ...rowChange(productComponent, changes, shop.catalogue.changeProduct, taken),
    path: "/products/{id}",
    summary: "Muda um produto",
    description: "Envie só os campos que mudam, também dentro de `specs`, e a `version` lida.",
  });
  done({
    method: "delete",
    path: "/products/{id}",
    summary: "Exclui um produto",
    description: "Pedidos já feitos guardam o que diziam dele.",
    answer: "Excluído.",
    run: ({ author, id }) => shop.catalogue.deleteProduct(author, id),
  });
  list({
    ...ranking,
    path: "/products/order",
    summary: "Ordena os produtos",
    description:
      "Todos os ids, do primeiro ao último, de uma vez. Produtos não citados ficam no fim, como estavam.",
    run: ({ author, body }) => shop.catalogue.reorderProducts(author, body.ids),
  });
  row({
    method: "post",
    path: "/products/{id}/move",
    summary: "Move um produto na lista",
    description: "Os produtos entre o lugar antigo e o novo andam um lugar.",
    body: productMoveSchema.meta({ id: "ProductMove" }),
    answer: [
      "A posição de agora e o lugar de antes.",
      movedProductSchema.meta({ id: "MovedProduct" }),
    ],
    run: ({ author, id, body }) => shop.catalogue.moveProduct(author, id, body),
  });
  row({
    method: "post",
    path: "/products/actions",
    summary: "Mostra, oculta, esgota ou exclui muitos produtos",
    description:
      "Os de `ids`, ou com `matching` todos os que a lista com estes filtros mostra, também os ocultos. Vale o que está gravado: não pede versões.",
    body: selectionActionSchema.meta({ id: "ProductAction" }),
    answer: [
      "Feito.",
      z.object({ found: z.int().meta({ description: "Quantos produtos existiam." }) }),
    ],
    run: async ({ author, body }) => ({
      found: await shop.catalogue.changeSelection(author, body),
    }),
  });
}

const category = categorySchema.meta({ id: "Category" });
const slugTaken = { slug: "Já existe uma categoria com este slug" };

/** Categories: visitors read the visible ones, the administrator adds, changes, hides and reorders them. */
export function addCategoryRoutes(api: Api, deps: ApiDependencies): void {
  const { shop } = deps;
  const { row, list } = adminRoutes(api, deps, "Catálogo");
  catalogueRoutes(api, deps, "Catálogo").list({
    path: "/categories",
    summary: "Lista as categorias",
    description: "As visíveis. Com `all=1`, para o administrador, também as ocultas.",
    query: z.object({ all: allParameter }),
    answer: ["Por `position`, crescente.", category],
    run: ({ shop, query }) =>
      query.all ? shop.catalogue.listCategories() : shop.catalogue.listVisibleCategories(),
  });
  row({
    method: "post",
    path: "/categories",
    summary: "Cria uma categoria",
    description: "Fica no fim da lista. Só `name` e `slug` são obrigatórios; o slug é fixo.",
    body: newCategorySchema.meta({ id: "NewCategory" }),
    status: 201,
    tagged: true,
    answer: ["Criada.", category],
    problems: slugTakenResponse("O slug já é de outra categoria.", slugTaken.slug, category),
    run: async ({ author, body }) =>
      requireSaved(await shop.catalogue.createCategory(author, body), slugTaken),
  });
  const changes = categoryChangesSchema
    .partial({ version: true })
    .meta({ id: "CategoryChanges", examples: [{ name: "Polpas", version: 1 }] });
  row({
    ...rowChange(category, changes, shop.catalogue.changeCategory),
    path: "/categories/{id}",
    summary: "Muda uma categoria",
    description: "Envie só os campos que mudam e a `version` lida. O slug é fixo.",
  });
  list({
    ...ranking,
    path: "/categories/order",
    summary: "Ordena as categorias",
    description: "Todos os ids, da primeira à última, de uma vez.",
    run: ({ author, body }) => shop.catalogue.reorderCategories(author, body.ids),
  });
}
