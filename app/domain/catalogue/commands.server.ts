import { eq, inArray, sql } from "drizzle-orm";
import {
  lockForReordering,
  rejectTaken,
  reorder,
  saveEdit,
} from "#app/domain/kernel/editing/commands.server.ts";
import type {
  RestoredIdentity,
  RowPosition,
  SaveResult,
} from "#app/domain/kernel/editing/schema.ts";
import { type Author, type Database, runAsUser } from "#app/platform/database/database.ts";
import { violatedReference } from "#app/platform/database/errors.ts";
import type { Category, CategoryChanges, NewCategory } from "./category-schema.ts";
import { explainStock } from "./explain-stock.server.ts";
import { findSaleErrors, newSale, toSaleColumns, usualSale } from "./import/import-plan.server.ts";
import { toCategory, toProduct } from "./queries.server.ts";
import type { MovedProduct, NewProduct, Product, ProductChanges, ProductMove } from "./schema.ts";
import type { StockReason } from "./stock-reasons.ts";
import { categories, products } from "./table.ts";

const uniqueFields = {
  products_slug_key: "slug",
  products_external_id_key: "external_id",
} as const;
type ProductKey = (typeof uniqueFields)[keyof typeof uniqueFields];

/** A rejection for a taken slug or external id, and for a category that does not exist. */
async function rejectInvalidProduct(
  database: Database,
  product: { [F in ProductKey]?: string | null | undefined },
  save: () => Promise<SaveResult<Product>>,
): Promise<SaveResult<Product>> {
  const findOwner = async (field: ProductKey) => {
    const [row] = await database
      .select()
      .from(products)
      .where(eq(products[field], product[field] ?? ""));
    return row && toProduct(row);
  };
  try {
    return await rejectTaken(uniqueFields, findOwner, save);
  } catch (error) {
    if (violatedReference(error) !== "products_category_fkey") throw error;
    return { ok: false, reason: "invalid", errors: [unknownCategory] };
  }
}

const unknownCategory = { field: "category", message: "Categoria desconhecida." };

/** Appends a product to the list; with `restored`, a deleted one. */
export function createProduct(
  database: Database,
  author: Author,
  { price, specs, sale_options, ...product }: NewProduct,
  restored?: RestoredIdentity,
): Promise<SaveResult<Product>> {
  const initial = restored ? newSale : usualSale;
  const sale = toSaleColumns(initial, product.category, { price, specs, sale_options });
  const errors = findSaleErrors(
    { ...sale, stock: product.stock },
    product.category,
    sale_options !== undefined,
  );
  if (errors.length > 0) return Promise.resolve({ ok: false, reason: "invalid", errors });
  return rejectInvalidProduct(database, product, () =>
    runAsUser(database, author, async (tx) => {
      await explainStock(tx, { reason: "entrada", note: restored && "Produto restaurado" });
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

/** Saves changed fields; a conflict if the product was saved after `version`. A changed stock was counted unless a reason is given. */
export function changeProduct(
  database: Database,
  author: Author,
  id: string,
  { version, price, specs, sale_options, stock_reason = "contagem", ...changes }: ProductChanges,
  reason: StockReason = stock_reason,
): Promise<SaveResult<Product>> {
  const sale = { price, specs, sale_options };
  const categoryOf = (stored: { category: string | null }) =>
    changes.category === undefined ? stored.category : changes.category;
  return rejectInvalidProduct(database, changes, () =>
    runAsUser(database, author, async (tx) => {
      if (changes.stock !== undefined) await explainStock(tx, { reason });
      const [current] = await tx.select().from(products).where(eq(products.id, id)).for("update");
      return saveEdit({
        current,
        version,
        show: toProduct,
        check: (stored) =>
          findSaleErrors(
            { ...toSaleColumns(stored, categoryOf(stored), sale), stock: changes.stock },
            categoryOf(stored),
            sale_options !== undefined,
          ),
        save: (stored) =>
          tx
            .update(products)
            .set({ ...changes, ...toSaleColumns(stored, categoryOf(stored), sale) })
            .where(eq(products.id, id))
            .returning(),
      });
    }),
  );
}

/** Deletes a product; false when it does not exist. Orders contain a copy of its name and price. */
export function deleteProduct(database: Database, author: Author, id: string): Promise<boolean> {
  return runAsUser(database, author, async (tx) => {
    await explainStock(tx, { reason: "ajuste", note: "Produto excluído" });
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

/**
 * Moves a product to a place of the list, counted from 1, or to that of another product; those in between move by one. Resolves
 * with the moved product's position and its place before: positions have gaps after deletions. Undefined if one of the two does
 * not exist.
 */
export function moveProduct(
  database: Database,
  author: Author,
  id: string,
  target: ProductMove,
): Promise<MovedProduct | undefined> {
  return runAsUser(database, author, async (tx) => {
    await lockForReordering(tx, products);
    const place_before = await tx.$count(
      products,
      sql`(position, created_at, id) <= (SELECT position, created_at, id FROM ${products} WHERE id = ${id}::uuid)`,
    );
    const wanted =
      "place" in target
        ? sql`least(${target.place}::integer - 1, (SELECT max(place) FROM ranked))`
        : sql`(SELECT place FROM ranked WHERE id = ${target.place_of}::uuid)`;
    await tx.execute(sql`
      WITH ranked AS (
        SELECT id, row_number() OVER (ORDER BY position, created_at, id) - 1 AS place FROM ${products}
      ), move AS (
        SELECT place AS old, ${wanted} AS new FROM ranked WHERE id = ${id}::uuid
      ), placed AS (
        SELECT id, CASE
          WHEN place = old THEN new
          WHEN place BETWEEN new AND old THEN place + 1
          WHEN place BETWEEN old AND new THEN place - 1
          ELSE place
        END AS place
        FROM ranked, move WHERE new IS NOT NULL
      )
      UPDATE ${products} AS moved SET position = place
      FROM placed WHERE moved.id = placed.id AND moved.position <> place`);
    const found = await tx
      .select({ id: products.id, position: products.position, version: products.version })
      .from(products)
      .where(inArray(products.id, "place" in target ? [id] : [id, target.place_of]));
    const isComplete = found.length === ("place" in target || target.place_of === id ? 1 : 2);
    const row = isComplete ? found.find((row) => row.id === id) : undefined;
    return row && { ...row, place_before };
  });
}

/** Appends a category to the list. */
export function createCategory(
  database: Database,
  author: Author,
  category: NewCategory,
): Promise<SaveResult<Category>> {
  const findOwner = async () => {
    const [row] = await database
      .select()
      .from(categories)
      .where(eq(categories.slug, category.slug));
    return row && toCategory(row);
  };
  return rejectTaken({ categories_slug_key: "slug" }, findOwner, () =>
    runAsUser(database, author, async (tx) => {
      const position = sql`(SELECT coalesce(max(position) + 1, 0) FROM ${categories})`;
      const [row] = await tx
        .insert(categories)
        .values({ ...category, position })
        .returning();
      if (!row) throw new Error("a new category was not returned");
      return { ok: true, row: toCategory(row) };
    }),
  );
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
