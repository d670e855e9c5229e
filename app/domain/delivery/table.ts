import { boolean, date, integer, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant, versioned } from "#app/platform/database/columns.ts";
import type { Address } from "#app/platform/postal-code.ts";
import type { Delivery, Zone } from "./schema.ts";

const amount = () => numeric({ precision: 12, scale: 2, mode: "number" }).notNull().default(0);

export const deliveryZones = pgTable("delivery_zones", {
  id: id(),
  name: text().notNull(),
  position: integer().notNull(),
  active: boolean().notNull().default(true),
  cep_ranges: jsonb().$type<Zone["cep_ranges"]>().notNull().default([]),
  places: jsonb().$type<Zone["places"]>().notNull().default([]),
  fee: amount(),
  minimum_order: amount(),
  free_delivery_minimum: amount(),
  weekdays: jsonb().$type<Zone["weekdays"]>().notNull().default([]),
  shifts: jsonb().$type<Zone["shifts"]>().notNull().default([]),
  cutoff_days: integer().notNull().default(1),
  cutoff_time: text().notNull().default("18:00"),
  ...versioned(),
});

/** The columns of a table with what each order of a series has again. */
export const repeatedDeliveryColumns = () => ({ delivery_shift: text() });

/** The columns of a table with the delivery of an order. */
export const deliveryColumns = () => ({
  delivery_kind: text().$type<Delivery["delivery_kind"]>(),
  delivery_date: date({ mode: "string" }),
  ...repeatedDeliveryColumns(),
  delivery_zone: text(),
  delivery_zone_id: uuid(),
});

export const deliveryExceptions = pgTable("delivery_exceptions", {
  id: id(),
  date: date({ mode: "string" }).notNull().unique(),
  moved_to: date({ mode: "string" }),
  note: text().notNull().default(""),
  ...versioned(),
});

export const postalCodes = pgTable("postal_codes", {
  cep: text().primaryKey(),
  address: jsonb().$type<Address>().notNull(),
  fetched_at: instant().notNull().defaultNow(),
});
