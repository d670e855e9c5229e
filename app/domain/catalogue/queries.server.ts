import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#app/platform/database/database.ts";
import { defaultPackageInfo, defaultRating } from "#app/shared/units.ts";
import type { Category } from "./category-schema.ts";
import { mainOption, withActiveOptions } from "./options/sale-options.ts";
import type { Product, ProductSpecs } from "./schema.ts";
import { categories, products } from "./table.ts";

const inOrder = [asc(categories.position), asc(categories.slug)];

/** All categories, hidden ones included. */
export async function listCategories(database: Database): Promise<Category[]> {
  const rows = await database
    .select()
    .from(categories)
    .orderBy(...inOrder);
  return rows.map(toCategory);
}

export async function listVisibleCategories(database: Database): Promise<Category[]> {
  return (await listCategories(database)).filter(({ visible }) => visible);
}

export function toCategory(row: typeof categories.$inferSelect): Category {
  const { created_at, updated_at, ...category } = row;
  return category;
}

/** The condition for visitors to see a product: it is visible, and so is its category, if it has one. */
export const isListed = sql<boolean>`(${products.visible} AND coalesce(${products.category}, '') NOT IN (
  SELECT ${categories.slug} FROM ${categories} WHERE NOT ${categories.visible}
))`;

export const byPosition = [products.position, products.created_at, products.id];

/** The groups of each category, in the order of the first product of each. */
export function listProductGroups(database: Database) {
  return database
    .select({ category: products.category, group: sql<string>`${products.group}` })
    .from(products)
    .where(isNotNull(products.group))
    .groupBy(products.category, products.group)
    .orderBy(sql`min(${products.position})`);
}

const mainPrice = sql`(${products.sale_options} -> 0 ->> 'price')::numeric`;

/** The main option's price in a price table; see `tablePrices`. */
const tablePrice = sql`coalesce(fixed.price, round(${mainPrice} * (100 + (one.percentages ->> coalesce(${products.category}, ''))::numeric) / 100, 2), ${mainPrice})`;

/** Counts the visible products of each category, and finds the least price of those in stock, in BRL. */
export async function countByCategory(database: Database, table?: string) {
  const query = database
    .select({
      category: products.category,
      count: sql<number>`count(*)::integer`,
      from: sql<
        string | null
      >`min(${table ? tablePrice : mainPrice}) filter (where ${products.stock} > 0)`,
    })
    .from(products)
    .$dynamic();
  if (table) {
    query.leftJoin(sql`price_tables AS one`, sql`one.id = ${table}::uuid`).leftJoin(
      sql`(
          SELECT DISTINCT ON (product_id, unit) product_id, unit, price
          FROM price_tables, jsonb_to_recordset(prices) AS entry (product_id uuid, unit text, price numeric)
          WHERE id = ${table}::uuid
        ) AS fixed`,
      sql`fixed.product_id = ${products.id} AND fixed.unit = ${products.sale_options} -> 0 ->> 'unit'`,
    );
  }
  const rows = await query.where(isListed).groupBy(products.category);
  return new Map(
    rows.map(({ category, count, from }) => [
      category ?? "",
      { count, from: from === null ? undefined : Number(from) },
    ]),
  );
}

/** The titles of all visible products, by position. */
export function listProductTitles(database: Database): Promise<{ id: string; title: string }[]> {
  return database
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(isListed)
    .orderBy(...byPosition);
}

/** A visible product, or undefined. */
export async function findProductBySlug(
  database: Database,
  slug: string,
): Promise<Product | undefined> {
  const [row] = await database
    .select()
    .from(products)
    .where(and(eq(products.slug, slug), isListed))
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

/** The product that visitors see. */
export function toVisibleProduct(row: Parameters<typeof toProduct>[0]): Product {
  const { metadata, fiscal, ...product } = toProduct(row);
  return withActiveOptions(product);
}

/** Selects the values of `specs` that the seller has entered. */
export function enteredOf({ rating, packageInfo = {} }: ProductSpecs): Product["entered"] {
  return { packageInfo, ...(rating !== undefined && { rating }) };
}
