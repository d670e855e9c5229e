import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "#app/platform/database/columns.ts";

/** Messages that leave the shop. Triggers write them in the transaction of the change. */
export const outbox = pgTable("outbox", {
  id: id(),
  kind: text().$type<"mail" | "webhook" | "push" | "pix">().notNull(),
  event: text().notNull(),
  /** The webhook or the device; mails and charges have none. */
  receiver: uuid(),
  order_id: uuid(),
  payload: jsonb().$type<object>(),
  created_at: instant().notNull().defaultNow(),
  attempts: integer().notNull().default(0),
  next_attempt_at: instant().defaultNow(),
  sent_at: instant(),
  response_status: integer(),
  error: text(),
});

/** The key that signs the links of orders. */
export const orderLinkKey = pgTable("order_link_key", {
  single_row: boolean().primaryKey().default(true),
  key: text().notNull(),
});

export const idempotencyKeys = pgTable("idempotency_keys", {
  route: text().notNull(),
  key: text().notNull(),
  request_hash: text().notNull(),
  results: jsonb().$type<unknown[]>().notNull().default([]),
  created_at: instant().notNull().defaultNow(),
});

/** Points consumed per key; `expire` is the end of the window. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: instant(),
});
