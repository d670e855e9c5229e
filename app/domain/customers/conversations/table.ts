import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#app/platform/database/columns.ts";
import type { SaleUnit } from "#app/shared/units.ts";

/** A customer's own names of sale options; `words` as `aliasOf` returns them. */
export const orderAliases = pgTable("order_aliases", {
  id: id(),
  customer_id: uuid().notNull(),
  words: text().notNull(),
  product_id: uuid().notNull(),
  unit: text().$type<SaleUnit>().notNull(),
  created_at: instant().notNull().defaultNow(),
});
