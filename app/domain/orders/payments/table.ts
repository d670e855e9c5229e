import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, money } from "#app/platform/database/columns.ts";

/** Written once; the trigger adds them up in `pedidos`. */
export const payments = pgTable("payments", {
  id: id(),
  order_id: uuid().notNull(),
  amount: money().notNull(),
  method: text().notNull(),
  received_at: instant().notNull(),
  note: text(),
  author: text(),
  created_at: instant().notNull().defaultNow(),
});
