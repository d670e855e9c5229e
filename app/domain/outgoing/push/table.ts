import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "#app/platform/database/columns.ts";

/** The shop's key for push services, in base64url. */
export const pushKey = pgTable("push_key", {
  single_row: boolean().primaryKey().default(true),
  private_key: text().notNull(),
  public_key: text().notNull(),
});

export const pushSubscriptions = pgTable("push_subscriptions", {
  id: id(),
  endpoint: text().notNull().unique(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  device: text().notNull(),
  created_at: instant().notNull().defaultNow(),
});
