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
import type { Author } from "#app/platform/database/transactions.ts";

/** Products and categories. Each write names who writes, for the audit log. */
export function bindCatalogue(database: Database) {
  return {
    listCategories: () => listCategories(database),
    listVisibleProducts: (category?: string) => listVisibleProducts(database, category),
    findProductBySlug: (slug: string) => findProductBySlug(database, slug),
    listAllProducts: () => listAllProducts(database),
    createProduct: (author: Author, product: NewProduct) =>
      createProduct(database, author, product),
    changeProduct: (author: Author, id: string, changes: ProductChanges) =>
      changeProduct(database, author, id, changes),
    deleteProduct: (author: Author, id: string) => deleteProduct(database, author, id),
    reorderProducts: (author: Author, ids: readonly string[]) =>
      reorderProducts(database, author, ids),
    changeCategory: (author: Author, id: string, changes: CategoryChanges) =>
      changeCategory(database, author, id, changes),
    reorderCategories: (author: Author, ids: readonly string[]) =>
      reorderCategories(database, author, ids),
  };
}
