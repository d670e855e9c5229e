import { date, jsonb, numeric, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, versioned } from "#app/platform/database/columns.ts";
import type { HelperRole } from "./roles.ts";

/** The goods that are picked and packed of an order; `id` is the order's. */
export const packings = pgTable("packings", {
  id: uuid().primaryKey(),
  picked: jsonb().$type<Record<string, number>>().notNull().default({}),
  volumes: smallint().notNull().default(1),
  packed_at: instant(),
  ...versioned(),
});

/** The stops of a date in their order, and the cash that was counted at its end; `id` is the date. */
export const deliveryRoutes = pgTable("delivery_routes", {
  id: date({ mode: "string" }).primaryKey(),
  stops: jsonb().$type<string[]>().notNull().default([]),
  counted_cash: numeric({ precision: 12, scale: 2, mode: "number" }),
  ...versioned(),
});

export const deliveryAttempts = pgTable("delivery_attempts", {
  id: id(),
  order_id: uuid().notNull(),
  date: date({ mode: "string" }).notNull(),
  reason: text(),
  author: text().notNull(),
  created_at: instant().notNull().defaultNow(),
});

export const helperLinks = pgTable("helper_links", {
  id: id(),
  token_hash: text().notNull(),
  date: date({ mode: "string" }).notNull(),
  role: text().$type<HelperRole>().notNull(),
  name: text().notNull(),
  expires_at: instant().notNull(),
  revoked_at: instant(),
  created_at: instant().notNull().defaultNow(),
});
