import { boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "#app/platform/database/columns.ts";

export const webhooks = pgTable("webhooks", {
  id: id(),
  url: text().notNull(),
  events: jsonb().$type<string[]>().notNull(),
  secret: text().notNull(),
  /** The secret before the change, which also signs for a day after it. */
  previous_secret: text(),
  secret_changed_at: instant(),
  enabled: boolean().notNull().default(true),
  /** The reason for which the shop disabled it. */
  disabled_reason: text().$type<"gone">(),
  created_at: instant().notNull().defaultNow(),
});
