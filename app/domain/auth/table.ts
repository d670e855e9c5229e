import { bigint, boolean, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, instant } from "#app/platform/database/columns.ts";
import type { TokenScope } from "./schema.ts";

export const sessions = pgTable("sessions", {
  id: id(),
  token_hash: text().notNull().unique(),
  email: text().notNull(),
  created_at: instant().notNull().defaultNow(),
  last_seen_at: instant().notNull().defaultNow(),
  expires_at: instant().notNull(),
  revoked_at: instant(),
  user_agent: text(),
  address: text(),
});

export const administrator = pgTable("administrator", {
  id: id(),
  single_row: boolean().notNull().default(true).unique(),
  email: text().notNull(),
  password_hash: text().notNull(),
  given_password_hash: text(),
  device_key: text().notNull(),
  totp_secret: text(),
  totp_offered_secret: text(),
  totp_last_step: bigint({ mode: "number" }).notNull().default(0),
  second_factor_since: instant(),
  recovery_hashes: jsonb().$type<string[]>().notNull().default([]),
  password_changed_at: instant().notNull(),
});

export const apiTokens = pgTable("api_tokens", {
  id: id(),
  token_hash: text().notNull().unique(),
  ending: text().notNull(),
  name: text().notNull(),
  scope: text().$type<TokenScope>().notNull(),
  email: text().notNull(),
  created_at: instant().notNull(),
  last_used_at: instant(),
  revoked_at: instant(),
});
