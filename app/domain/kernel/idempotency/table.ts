import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#app/platform/database/columns.ts";

export const idempotencyKeys = pgTable("idempotency_keys", {
  route: text().notNull(),
  key: text().notNull(),
  request_hash: text().notNull(),
  results: jsonb().$type<unknown[]>().notNull().default([]),
  created_at: instant().notNull().defaultNow(),
});
