import { boolean, pgTable, text } from "drizzle-orm/pg-core";

/** The key that signs the links of orders. */
export const orderLinkKey = pgTable("order_link_key", {
  single_row: boolean().primaryKey().default(true),
  key: text().notNull(),
});
