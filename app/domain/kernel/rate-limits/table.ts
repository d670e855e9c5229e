import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#app/platform/database/columns.ts";

/** Points consumed per key; `expire` is the end of the window. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: instant(),
});
