import { sql } from "drizzle-orm";
import { bigint, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "#app/platform/database/columns.ts";

export const auditLogs = pgTable("audit_logs", {
  id: id(),
  created_at: instant().notNull().defaultNow(),
  user_email: text(),
  table_name: text().notNull(),
  operation: text().notNull(),
  record_id: text().notNull(),
  /** The same in all changes of a transaction. */
  action_id: bigint({ mode: "number" }).notNull().default(sql`txid_current()`),
  old_data: jsonb().$type<Record<string, unknown>>(),
  new_data: jsonb().$type<Record<string, unknown>>(),
});
