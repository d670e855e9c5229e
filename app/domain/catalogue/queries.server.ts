import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { defaultPackageInfo, defaultRating } from "#app/shared/units.ts";
import { mainOption, withActiveOptions } from "./sale-options.ts";
import type { Category, Product, ProductSpecs } from "./schema.ts";
import { categories, products } from "./table.ts";

export async function listCategories(database: Database): Promise<Category[]> {
  const rows = await database
    .select()
    .from(categories)
    .orderBy(asc(categories.position), asc(categories.slug));
  return rows.map(toCategory);
}

export function toCategory(row: typeof categories.$inferSelect): Category {
  const { created_at, updated_at, ...category } = row;
  return category;
}

/** What the addresses of visible products and their lists consist of, by position. */
export async function listProductAddresses(database: Database) {
  return database
    .select({ slug: products.slug, category: products.category, group: products.group })
    .from(products)
    .where(eq(products.visible, true))
    .orderBy(asc(products.position), asc(products.created_at), asc(products.id));
}

/** A visible product, or undefined. */
export async function findProductBySlug(
  database: Database,
  slug: string,
): Promise<Product | undefined> {
  const [row] = await database
    .select()
    .from(products)
    .where(and(eq(products.slug, slug), eq(products.visible, true)))
    .limit(1);
  return row && toVisibleProduct(row);
}

/** A product, visible or hidden. */
export async function findProduct(database: Database, id: string): Promise<Product | undefined> {
  const [row] = await database.select().from(products).where(eq(products.id, id)).limit(1);
  return row && toProduct(row);
}

type ProductRow = typeof products.$inferSelect;
/** Columns that neither API nor forms know: a new column must be declared in `shared/product-fields.ts`. */
type UndeclaredColumn = Exclude<keyof ProductRow, keyof Product | "created_at">;

export function toProduct(row: [UndeclaredColumn] extends [never] ? ProductRow : never): Product {
  const { created_at, updated_at, specs, ...rest } = row;
  const [main = mainOption("unidade", 0)] = row.sale_options;
  return {
    ...rest,
    price: main.price,
    specs: {
      unit: main.unit,
      rating: specs.rating ?? defaultRating,
      packageInfo: { ...defaultPackageInfo, ...specs.packageInfo },
      ...(specs.variable_weight && { variable_weight: true }),
    },
    entered: enteredOf(specs),
    updated_at: updated_at.toISOString(),
  };
}

/** As visitors see a product. */
export function toVisitorView({ metadata: _, ...product }: Product): Product {
  return withActiveOptions(product);
}

export function toVisibleProduct(row: Parameters<typeof toProduct>[0]): Product {
  return toVisitorView(toProduct(row));
}

/** What the seller has entered of `specs`. */
export function enteredOf({ rating, packageInfo = {} }: ProductSpecs): Product["entered"] {
  return { packageInfo, ...(rating !== undefined && { rating }) };
}
