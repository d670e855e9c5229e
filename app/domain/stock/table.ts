import { bigint, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "#app/platform/database/columns.ts";
import type { StockReason } from "./schema.ts";

/** Every change of a product's stock, whose balance is `products.stock`; written by a trigger. */
export const stockMovements = pgTable("stock_movements", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  product_id: uuid().notNull(),
  /** Main units added; negative when they were taken. */
  quantity: numeric({ precision: 12, scale: 3, mode: "number" }).notNull(),
  reason: text().$type<StockReason>().notNull(),
  order_id: uuid(),
  note: text(),
  author: text(),
  created_at: instant().notNull().defaultNow(),
});
