import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, money } from "#app/platform/database/columns.ts";
import type { ChargeState } from "./schema.ts";

/** Has a row while the settings of the process name a bank. */
export const pixProvider = pgTable("pix_provider", {
  single_row: boolean().primaryKey().default(true),
});

/** The charges that the bank was asked for, each for an order, and the bank's answers. */
export const pixCharges = pgTable("pix_charges", {
  txid: text().primaryKey(),
  order_id: uuid().notNull(),
  revision: integer().notNull(),
  amount: money().notNull(),
  state: text().$type<ChargeState>().notNull().default("requested"),
  state_since: instant().notNull().defaultNow(),
  code: text(),
  expires_at: instant(),
  shown_at: instant(),
  /** Null: the bank is not asked any more. */
  next_check_at: instant().defaultNow(),
});

/** Each Pix and each devolution that the bank has reported. */
export const pixReceipts = pgTable("pix_receipts", {
  end_to_end_id: text().primaryKey(),
  txid: text().notNull(),
  amount: money().notNull(),
  receipt_id: uuid(),
  created_at: instant().notNull().defaultNow(),
});
