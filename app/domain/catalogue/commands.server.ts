import { eq, sql } from "drizzle-orm";
import { rejectTaken, reorder, saveEdit } from "#app/domain/editing/commands.server.ts";
import type {
  RestoredIdentity,
  RowPosition,
  SaveResult,
  UniqueField,
} from "#app/domain/editing/schema.ts";
import type { Database } from "#app/platform/database/database.ts";
import { categories, products } from "#app/platform/database/schema.ts";
import { type Author, runAsUser } from "#app/platform/database/transactions.ts";
import { toCategory, toProduct } from "./queries.server.ts";
import { findSaleErrors, newSale, toSaleColumns } from "./sale-columns.server.ts";
import type { Category, CategoryChanges, NewProduct, Product, ProductChanges } from "./schema.ts";

const uniqueFields = {
  products_slug_key: "slug",
  products_external_id_key: "external_id",
} as const;

function rejectTakenProduct(
  database: Database,
  product: { [F in UniqueField]?: string | null | undefined },
  save: () => Promise<SaveResult<Product>>,
): Promise<SaveResult<Product>> {
  const findOwner = async (field: UniqueField) => {
    const [row] = await database
      .select()
      .from(products)
      .where(eq(products[field], product[field] ?? ""));
    return row && toProduct(row);
  };
  return rejectTaken(uniqueFields, findOwner, save);
}

/** Appends a product to the list; with `restored`, a deleted one. */
export function createProduct(
  database: Database,
  author: Author,
  { price, specs, sale_options, ...product }: NewProduct,
  restored?: RestoredIdentity,
): Promise<SaveResult<Product>> {
  const sale = toSaleColumns(newSale, { price, specs, sale_options });
  const errors = findSaleErrors(sale, product.category, sale_options !== undefined);
  if (errors.length > 0) return Promise.resolve({ ok: false, reason: "invalid", errors });
  return rejectTakenProduct(database, product, () =>
    runAsUser(database, author, async (tx) => {
      const [row] = await tx
        .insert(products)
        .values({
          ...product,
          ...sale,
          ...restored,
          position: sql`(SELECT coalesce(max(position) + 1, 0) FROM ${products})`,
        })
        .returning();
      if (!row) throw new Error("a new product was not returned");
      return { ok: true, row: toProduct(row) };
    }),
  );
}

/** Saves changed fields; a conflict if the product was saved after `version`. */
export function changeProduct(
  database: Database,
  author: Author,
  id: string,
  { version, price, specs, sale_options, ...changes }: ProductChanges,
): Promise<SaveResult<Product>> {
  const sale = { price, specs, sale_options };
  return rejectTakenProduct(database, changes, () =>
    runAsUser(database, author, async (tx) => {
      const [current] = await tx.select().from(products).where(eq(products.id, id)).for("update");
      return saveEdit({
        current,
        version,
        show: toProduct,
        check: (stored) =>
          findSaleErrors(
            toSaleColumns(stored, sale),
            changes.category === undefined ? stored.category : changes.category,
            sale_options !== undefined,
          ),
        save: (stored) =>
          tx
            .update(products)
            .set({ ...changes, ...toSaleColumns(stored, sale) })
            .where(eq(products.id, id))
            .returning(),
      });
    }),
  );
}

/** Deletes a product; false when it does not exist. Orders contain a copy of its name and price. */
export function deleteProduct(database: Database, author: Author, id: string): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    const deleted = await tx
      .delete(products)
      .where(eq(products.id, id))
      .returning({ id: products.id });
    return deleted.length > 0;
  });
}

/** Sorts all products; see `reorder`. */
export function reorderProducts(
  database: Database,
  author: Author,
  ids: readonly string[],
): Promise<RowPosition[]> {
  return runAsUser(database, author, (tx) => reorder(tx, products, ids));
}

/** Saves changed fields; a conflict if the category was saved after `version`. */
export function changeCategory(
  database: Database,
  author: Author,
  id: string,
  changes: CategoryChanges,
): Promise<SaveResult<Category>> {
  return runAsUser(database, author, async (tx) => {
    const [current] = await tx.select().from(categories).where(eq(categories.id, id)).for("update");
    return saveEdit({
      current,
      version: changes.version,
      show: toCategory,
      // Never an empty update: `changes` contains the version, which a trigger then increments.
      save: () => tx.update(categories).set(changes).where(eq(categories.id, id)).returning(),
    });
  });
}

/** Sorts the categories; see `reorder`. */
export function reorderCategories(
  database: Database,
  author: Author,
  ids: readonly string[],
): Promise<RowPosition[]> {
  return runAsUser(database, author, (tx) => reorder(tx, categories, ids));
}
