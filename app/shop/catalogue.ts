import type { CategoryChanges } from "#app/domain/catalogue/category-input.ts";
import {
  changeCategory,
  changeProduct,
  createProduct,
  deleteProduct,
  reorderCategories,
  reorderProducts,
} from "#app/domain/catalogue/commands.server.ts";
import type { NewProduct, ProductChanges } from "#app/domain/catalogue/product-input.ts";
import {
  findProductBySlug,
  listAllProducts,
  listCategories,
  listVisibleProducts,
} from "#app/domain/catalogue/queries.server.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Products and categories. Each write names who writes, for the audit log. */
export function bindCatalogue(database: Database) {
  return {
    listCategories: () => listCategories(database),
    listVisibleProducts: (category?: string) => listVisibleProducts(database, category),
    findProductBySlug: (slug: string) => findProductBySlug(database, slug),
    listAllProducts: () => listAllProducts(database),
    createProduct: (email: string, product: NewProduct) => createProduct(database, email, product),
    changeProduct: (email: string, id: string, changes: ProductChanges) =>
      changeProduct(database, email, id, changes),
    deleteProduct: (email: string, id: string) => deleteProduct(database, email, id),
    reorderProducts: (email: string, ids: readonly string[]) =>
      reorderProducts(database, email, ids),
    changeCategory: (email: string, id: string, changes: CategoryChanges) =>
      changeCategory(database, email, id, changes),
    reorderCategories: (email: string, ids: readonly string[]) =>
      reorderCategories(database, email, ids),
  };
}
