import { customType, integer, numeric, timestamp, uuid } from "drizzle-orm/pg-core";

/** Columns that several tables have. `migrations/` creates the tables, with their constraints and triggers. */

export const id = () => uuid().primaryKey().defaultRandom();
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
export const money = () => numeric({ precision: 14, scale: 2 });
/** A transaction id, in decimal digits. */
export const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });
export const versioned = () => ({
  version: integer().notNull().default(1),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});
