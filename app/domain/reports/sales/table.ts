import { date, integer, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { money } from "#app/platform/database/columns.ts";
import type { SalesDimension } from "./rules.ts";

/** What was sold on a day, by one dimension; see `refreshSales`. */
export const salesSums = pgTable("sales_sums", {
  dimension: text().$type<SalesDimension | "total">().notNull(),
  day: date({ mode: "string" }).notNull(),
  key: text().notNull(),
  figure: text().notNull(),
  label: text().notNull(),
  orders: integer().notNull(),
  quantity: numeric({ precision: 16, scale: 3, mode: "number" }).notNull(),
  amount: money().notNull(),
});
