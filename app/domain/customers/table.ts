import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, money, versioned } from "#app/platform/database/columns.ts";
import type { Address } from "#app/shared/address.ts";
import type { Person } from "./schema.ts";

/** The e-mails and phones that the seller has confirmed for a customer, by which its area opens. */
export const customerContacts = pgTable(
  "customer_contacts",
  {
    customer_id: uuid().notNull(),
    contact: text().notNull(),
    confirmed_by: text(),
    confirmed_at: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customer_id, table.contact] })],
);

/** An order creates a missing row; see `find_or_create_customer` in migrations/functions. */
export const customers = pgTable("customers", {
  id: id(),
  document: text(),
  name: text().notNull(),
  trade_name: text(),
  contact: text(),
  phone: text(),
  email: text(),
  address: jsonb().$type<Partial<Address>>().notNull().default({}),
  people: jsonb().$type<Person[]>().notNull().default([]),
  note: text(),
  terms: integer(),
  credit_limit: money(),
  billing_closing_day: integer(),
  billing_due_day: integer(),
  price_table: uuid(),
  state_registration: text(),
  city_code: text(),
  blocked: boolean().notNull().default(false),
  merged_into: uuid(),
  merged_at: instant(),
  root_id: uuid().notNull(),
  link_version: integer().notNull().default(1),
  ...versioned(),
});
