import {
  findProductBySlug,
  listCategories,
  listVisibleProducts,
} from "#app/domain/catalogue/queries.server.ts";
import { listVisibleRecipes } from "#app/domain/recipes/queries.server.ts";
import { readSettings } from "#app/domain/settings/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";

/** What the shop stands on. */
export type ShopDependencies = { database: Database };

/** Every use case, bound once to what the shop stands on; pages and API routes ask this and nothing below it. */
export function createShop({ database }: ShopDependencies) {
  return {
    listCategories: () => listCategories(database),
    listVisibleProducts: (category?: string) => listVisibleProducts(database, category),
    findProductBySlug: (slug: string) => findProductBySlug(database, slug),
    listVisibleRecipes: () => listVisibleRecipes(database),
    readSettings: () => readSettings(database),
  };
}

export type Shop = ReturnType<typeof createShop>;
