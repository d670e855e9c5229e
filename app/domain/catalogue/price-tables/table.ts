import { boolean, date, integer, jsonb, numeric, pgTable, text } from "drizzle-orm/pg-core";
import { id, versioned } from "#app/platform/database/columns.ts";
import type { PriceTable } from "./schema.ts";

export const priceTables = pgTable("price_tables", {
  id: id(),
  name: text().notNull(),
  active: boolean().notNull().default(true),
  percentages: jsonb().$type<PriceTable["percentages"]>().notNull().default({}),
  prices: jsonb().$type<PriceTable["prices"]>().notNull().default([]),
  minimum_order: numeric({ precision: 12, scale: 2, mode: "number" }),
  valid_from: date({ mode: "string" }),
  valid_until: date({ mode: "string" }),
  lower_tier: boolean().notNull().default(false),
  link_version: integer().notNull().default(1),
  link_active: boolean().notNull().default(true),
  ...versioned(),
});
