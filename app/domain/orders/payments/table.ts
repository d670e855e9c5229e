import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { PaymentKind } from "#app/domain/payments/methods.ts";
import { id, instant, money } from "#app/platform/database/columns.ts";

/** Written once; the trigger adds them up in `pedidos`. */
export const payments = pgTable("payments", {
  id: id(),
  order_id: uuid().notNull(),
  amount: money().notNull(),
  method: text().notNull(),
  kind: text().$type<PaymentKind>().notNull(),
  received_at: instant().notNull(),
  note: text(),
  author: text(),
  created_at: instant().notNull().defaultNow(),
});
