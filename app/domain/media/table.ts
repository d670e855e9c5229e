import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#app/platform/database/columns.ts";

export const unusedMedia = pgTable("unused_media", {
  name: text().primaryKey(),
  since: instant().notNull(),
});
