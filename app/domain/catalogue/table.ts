import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { id, instant, transactionId, versioned } from "#app/platform/database/columns.ts";
import type { Category } from "./category-schema.ts";
import type { Fiscal } from "./fiscal.ts";
import type { Food } from "./food/schema.ts";
import type { SeenVersions } from "./import/product-import.ts";
import type { SaleOption } from "./options/sale-option-schema.ts";
import { mainOption } from "./options/sale-options.ts";
import type { PriceChange, PriceSchedule } from "./prices/price-change.ts";
import type { ProductSpecs } from "./schema.ts";

export const categories = pgTable("categories", {
  id: id(),
  name: text().notNull(),
  short_name: text().notNull().default(""),
  slug: text().notNull().unique(),
  description: text().notNull().default(""),
  image_url: text(),
  image_tall_url: text(),
  image_wide_url: text(),
  tint: text().$type<Category["tint"]>(),
  visible: boolean().notNull().default(true),
  position: integer().notNull(),
  ...versioned(),
});

/** The categories of an empty shop, as the migrations insert them. */
export const initialCategories = (
  [
    { slug: "polpas", name: "Polpas de Frutas", short_name: "Polpas", tint: "purple" },
    { slug: "frutas-congeladas", name: "Frutas Congeladas", short_name: "Frutas", tint: "yellow" },
    { slug: "gelo-saborizado", name: "Gelo Saborizado", short_name: "Gelo", tint: "blue" },
    { slug: "pescados", name: "Pescados", short_name: "Pescados", tint: "teal" },
  ] as const
).map((category, position) => ({ ...category, position }));

export const products = pgTable("products", {
  id: id(),
  title: text().notNull(),
  slug: text().notNull().unique(),
  external_id: text().unique(),
  category: text(),
  group: text(),
  short_desc: text().notNull().default(""),
  long_desc: text().notNull().default(""),
  ingredients: text().notNull().default(""),
  stock: numeric({ mode: "number" }).notNull().default(0),
  images: jsonb().$type<string[]>().notNull().default([]),
  visible: boolean().notNull().default(true),
  position: integer().notNull().default(0),
  specs: jsonb().$type<ProductSpecs>().notNull().default({}),
  /** The main one first. */
  sale_options: jsonb()
    .$type<SaleOption[]>()
    .notNull()
    .default([mainOption("unidade", 0)]),
  metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
  food: jsonb().$type<Food>().notNull().default({}),
  fiscal: jsonb().$type<Fiscal>().notNull().default({}),
  ...versioned(),
});

/** The transaction of each product's last change; written by a trigger. */
export const productChanges = pgTable("product_changes", {
  product_id: uuid().primaryKey(),
  changed_in: transactionId().notNull(),
});

/** The texts by which products are searched; a trigger writes them. */
export const productSearch = pgTable("product_search", {
  product_id: uuid().primaryKey(),
  /** The title without accents and case. */
  title: text().notNull(),
  words: customType<{ data: string }>({ dataType: () => "tsvector" })().notNull(),
});

/** The moving average cost of a main unit, in hundredths of a centavo; written by a trigger of `stock_receipts`. */
export const productCosts = pgTable("product_costs", {
  product_id: uuid().primaryKey(),
  average_cost: bigint({ mode: "number" }).notNull(),
  unit: text().notNull(),
});

/** Price changes with a moment; see `price-change.server.ts`. */
export const priceSchedules = pgTable("price_schedules", {
  id: id(),
  apply_at: instant().notNull(),
  change: jsonb().$type<PriceChange>().notNull(),
  /** The products and prices that were planned. */
  products: jsonb()
    .$type<Pick<typeof products.$inferSelect, "id" | "title" | "sale_options">[]>()
    .notNull(),
  author: text(),
  created_at: instant().notNull().defaultNow(),
  /** The first of `products` that was not changed yet. */
  next_product: integer().notNull().default(0),
  applied_at: instant(),
  skipped: jsonb().$type<PriceSchedule["skipped"]>().notNull().default([]),
});

/** Imports in progress; see `import.server.ts`. */
export const productImports = pgTable("product_imports", {
  id: id(),
  author: text().notNull(),
  /** Compressed with gzip, in base64. */
  file: text().notNull(),
  /** The meaning of each column of the file, as a person chose it; with null the headings decide. */
  chosen_columns: jsonb().$type<readonly string[]>(),
  seen: jsonb().$type<SeenVersions>(),
  /** The number of rows of the file that are applied. */
  next_row: integer().notNull().default(0),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
