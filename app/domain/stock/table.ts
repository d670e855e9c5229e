import { bigint, boolean, date, integer, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { StockReason } from "#app/domain/catalogue/stock-reasons.ts";
import { id, instant } from "#app/platform/database/columns.ts";

/** Every change of a product's stock, whose balance is `products.stock`; written by a trigger. */
export const stockMovements = pgTable("stock_movements", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  product_id: uuid().notNull(),
  /** Main units added; negative when they were taken. */
  quantity: numeric({ precision: 16, scale: 3, mode: "number" }).notNull(),
  reason: text().$type<StockReason>().notNull(),
  order_id: uuid(),
  note: text(),
  author: text(),
  created_at: instant().notNull().defaultNow(),
  /** The movement that this one reverses. */
  undoes: bigint({ mode: "number" }),
});

/** The payment for an entry, and its recipient. Only the administrator may see `cost`, of the whole movement, and the averages. */
export const stockReceipts = pgTable("stock_receipts", {
  movement_id: bigint({ mode: "number" }).primaryKey(),
  product_id: uuid().notNull(),
  supplier: text(),
  cost: bigint({ mode: "number" }),
  stock_before: numeric({ mode: "number" }).notNull().default(0),
  average_before: bigint({ mode: "number" }),
  is_undone: boolean().notNull().default(false),
  /** The access key of the NF-e that it is of. */
  invoice: text(),
});

/** NF-e that were received. */
export const supplierInvoices = pgTable("supplier_invoices", {
  access_key: text().primaryKey(),
  supplier_document: text().notNull(),
  number: integer().notNull(),
  issued_on: date().notNull(),
  received_at: instant().notNull().defaultNow(),
});

/** The products of suppliers' codes, and the number of main units in their purchase unit. */
export const supplierCodes = pgTable("supplier_codes", {
  supplier_document: text().notNull(),
  code: text().notNull(),
  purchase_unit: text().notNull(),
  product_id: uuid().notNull(),
  factor: numeric({ mode: "number" }).notNull(),
});

/** The stock that the seller wants to have at least, in main units. */
export const stockMinimums = pgTable("stock_minimums", {
  product_id: uuid().primaryKey(),
  minimum: numeric({ mode: "number" }).notNull(),
});

/** Goods that were received together; `balance` follows from `lot_movements`. */
export const stockLots = pgTable("stock_lots", {
  id: id(),
  product_id: uuid().notNull(),
  code: text(),
  expires_on: date(),
  balance: numeric({ mode: "number" }).notNull().default(0),
  created_at: instant().notNull().defaultNow(),
});

/** The part of a movement that is of a lot; written by the trigger of the movement. */
export const lotMovements = pgTable("lot_movements", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  lot_id: uuid().notNull(),
  movement_id: bigint({ mode: "number" }).notNull(),
  order_id: uuid(),
  quantity: numeric({ mode: "number" }).notNull(),
});
