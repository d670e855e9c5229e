import { jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { WantedLine } from "#app/domain/orders/cart/order-lines.ts";
import { id, instant } from "#app/platform/database/columns.ts";
import type { LinkMaker } from "./rules.ts";

export const customerLinks = pgTable("customer_links", {
  token_hash: text().primaryKey(),
  customer_id: uuid().notNull(),
  made_by: text().$type<LinkMaker>().notNull().default("seller"),
  contact: text(),
  created_at: instant().notNull().defaultNow(),
  expires_at: instant().notNull(),
});

export const customerDevices = pgTable("customer_devices", {
  id: id(),
  token_hash: text().notNull().unique(),
  customer_id: uuid().notNull(),
  contact: text(),
  user_agent: text(),
  created_at: instant().notNull().defaultNow(),
  last_seen_at: instant().notNull().defaultNow(),
  expires_at: instant().notNull(),
});

export const customerLinkRequests = pgTable("customer_link_requests", {
  customer_id: uuid().primaryKey(),
  contact: text().notNull(),
  requested_at: instant().notNull().defaultNow(),
});

export const customerLists = pgTable(
  "customer_lists",
  {
    id: id(),
    customer_id: uuid().notNull(),
    name: text().notNull(),
    lines: jsonb().$type<WantedLine[]>().notNull(),
    saved_at: instant().notNull().defaultNow(),
  },
  (table) => [unique("customer_lists_name_key").on(table.customer_id, table.name)],
);
