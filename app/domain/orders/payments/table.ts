import { boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, money } from "#app/platform/database/columns.ts";
import type { ReceiptKind } from "./schema.ts";

/** Money that was received or returned. What its payments leave of it is the customer's credit. */
export const receipts = pgTable("receipts", {
  id: id(),
  customer_id: uuid(),
  amount: money().notNull(),
  /** The sum of its payments, which a trigger keeps. */
  allocated: money().notNull().default("0"),
  method: text().notNull(),
  kind: text().$type<ReceiptKind>().notNull(),
  on_account: boolean().notNull().default(false),
  received_at: instant().notNull(),
  note: text(),
  author: text(),
  created_at: instant().notNull().defaultNow(),
});

/** The part of a receipt that an order got. Written once; triggers add them up in `pedidos` and `receipts`. */
export const payments = pgTable("payments", {
  id: id(),
  order_id: uuid().notNull(),
  receipt_id: uuid().notNull(),
  amount: money().notNull(),
  created_at: instant().notNull().defaultNow(),
});
