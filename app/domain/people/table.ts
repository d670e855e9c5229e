import { eq } from "drizzle-orm";
import { bigint, boolean, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, versioned } from "#app/platform/database/columns.ts";
import type { MemberRole } from "./roles.ts";
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
  /** Null: the administrator's. */
  member_id: uuid(),
});

const secondFactor = () => ({
  device_key: text().notNull(),
  totp_secret: text(),
  totp_offered_secret: text(),
  totp_last_step: bigint({ mode: "number" }).notNull().default(0),
  second_factor_since: instant(),
  recovery_hashes: jsonb().$type<string[]>().notNull().default([]),
  password_changed_at: instant().notNull(),
});

export const administrator = pgTable("administrator", {
  id: id(),
  single_row: boolean().notNull().default(true).unique(),
  email: text().notNull(),
  password_hash: text().notNull(),
  given_password_hash: text(),
  ...secondFactor(),
});

export const members = pgTable("members", {
  id: id(),
  name: text().notNull(),
  /** The address in lower case. */
  email: text().notNull(),
  role: text().$type<MemberRole>().notNull(),
  active: boolean().notNull().default(true),
  /** Null after the invitation was revoked. */
  invited_at: instant(),
  ...versioned(),
});

export const memberCredentials = pgTable("member_credentials", {
  id: id(),
  email: text().notNull(),
  /** Null until the invitation is accepted. */
  password_hash: text(),
  ...secondFactor(),
  invitation_hash: text(),
  invitation_expires_at: instant(),
  signed_in_at: instant(),
});

/** The owner of credentials or sessions: a member, or without an id the administrator. */
export type Account = { memberId: string | undefined };

/** The credentials of an account, to be changed. The columns of the second factor have the same names in both tables. */
export function credentialsOf({ memberId }: Account) {
  if (memberId === undefined) return { table: administrator, isOwn: undefined };
  const table = memberCredentials as unknown as typeof administrator;
  return { table, isOwn: eq(memberCredentials.id, memberId) };
}

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
