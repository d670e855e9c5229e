import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { categories, products } from "#app/platform/database/schema.ts";
import { defaultPackageInfo, defaultRating } from "./rules.ts";
import type { Category, Product } from "./schema.ts";

export async function listCategories(database: Database): Promise<Category[]> {
  const rows = await database
    .select()
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.slug));
  return rows.map(({ created_at, updated_at, ...category }) => category);
}

/** Visible products in the seller's order; of one category when its slug is given. */
export async function listVisibleProducts(
  database: Database,
  category?: string,
): Promise<Product[]> {
  const rows = await database
    .select()
    .from(products)
    .where(and(eq(products.visible, true), category ? eq(products.category, category) : undefined))
    .orderBy(asc(products.position), asc(products.created_at), asc(products.id));
  return rows.map(toProduct);
}

/** One visible product, or undefined. */
export async function findProductBySlug(
  database: Database,
  slug: string,
): Promise<Product | undefined> {
  const [row] = await database
    .select()
    .from(products)
    .where(and(eq(products.slug, slug), eq(products.visible, true)))
    .limit(1);
  return row && toProduct(row);
}

export function toProduct(row: typeof products.$inferSelect): Product {
  const { created_at, updated_at, price, specs, ...rest } = row;
  return {
    ...rest,
    price: Number(price),
    specs: {
      unit: specs.unit,
      rating: specs.rating ?? defaultRating,
      packageInfo: { ...defaultPackageInfo, ...specs.packageInfo },
    },
    updated_at: updated_at.toISOString(),
  };
}
