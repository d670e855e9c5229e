import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { categories, products } from "#app/platform/database/schema.ts";
import { defaultPackageInfo, defaultRating, type SaleOption } from "#app/shared/units.ts";
import { mainOption, withActiveOptions } from "./sale-options.ts";
import type { Category, Product } from "./schema.ts";

const byPosition = [asc(products.position), asc(products.created_at), asc(products.id)];

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

/** All products, hidden ones included, by position. */
export async function listAllProducts(database: Database): Promise<Product[]> {
  const rows = await database
    .select()
    .from(products)
    .orderBy(...byPosition);
  return rows.map(toProduct);
}

/** Visible products by position; of one category when its slug is given. */
export async function listVisibleProducts(
  database: Database,
  category?: string,
): Promise<Product[]> {
  const rows = await database
    .select()
    .from(products)
    .where(and(eq(products.visible, true), category ? eq(products.category, category) : undefined))
    .orderBy(...byPosition);
  return rows.map(toVisibleProduct);
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
type UndeclaredColumn = Exclude<keyof ProductRow, keyof Product | "created_at" | "sale_terms">;

export function toProduct(row: [UndeclaredColumn] extends [never] ? ProductRow : never): Product {
  const { created_at, updated_at, price, specs, sale_terms, sale_options, ...rest } = row;
  return {
    ...rest,
    price: Number(price),
    sale_options: toSaleOptions(row),
    specs: {
      unit: specs.unit,
      rating: specs.rating ?? defaultRating,
      packageInfo: { ...defaultPackageInfo, ...specs.packageInfo },
      ...(specs.variable_weight && { variable_weight: true }),
    },
    updated_at: updated_at.toISOString(),
  };
}

function toVisibleProduct(row: Parameters<typeof toProduct>[0]): Product {
  return withActiveOptions(toProduct(row));
}

type SaleRow = Pick<ProductRow, "specs" | "sale_terms" | "sale_options"> & {
  price: string | number;
};

/** All sale options of a product, the main one first; withdrawn ones have `active: false`. */
export function toSaleOptions({ price, specs, sale_terms, sale_options }: SaleRow): SaleOption[] {
  const further = sale_options.map(({ active, ...option }) =>
    active ? option : { ...option, active },
  );
  return [mainOption(specs.unit, price, sale_terms), ...further];
}
