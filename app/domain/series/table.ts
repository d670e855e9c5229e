import { date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Delivery } from "#app/domain/delivery/schema.ts";
import { repeatedDeliveryColumns } from "#app/domain/delivery/table.ts";
import type { Channel, CustomerInfo } from "#app/domain/orders/schema.ts";
import { id, instant, versioned } from "#app/platform/database/columns.ts";
import type { SeriesChanges, SeriesDateState, SeriesException, SeriesLine } from "./schema.ts";

/** The orders that are placed again and again, and when. */
export const orderSeries = pgTable("order_series", {
  id: id(),
  customer_id: uuid().notNull(),
  order_id: uuid().notNull(),
  cliente_info: jsonb().$type<CustomerInfo>().notNull(),
  channel: text().$type<Channel>().notNull(),
  delivery_kind: text().$type<Delivery["delivery_kind"]>(),
  ...repeatedDeliveryColumns(),
  payment_method: text(),
  lines: jsonb().$type<SeriesLine[]>().notNull(),
  mode: text().$type<"pedido" | "lembrete">().notNull().default("pedido"),
  weekdays: jsonb().$type<number[]>().notNull(),
  every_weeks: integer().notNull().default(1),
  starts_on: date({ mode: "string" }).notNull(),
  counts_from: date({ mode: "string" }).notNull(),
  accepted_at: instant(),
  paused_at: instant(),
  ended_at: instant(),
  ...versioned(),
});
export type SeriesRow = typeof orderSeries.$inferSelect;

/** The dates of a series that differ from it or are done. */
export const seriesDates = pgTable(
  "series_dates",
  {
    series_id: uuid().notNull(),
    date: date({ mode: "string" }).notNull(),
    state: text().$type<SeriesDateState>().notNull(),
    changes: jsonb().$type<SeriesChanges>().notNull().default({}),
    delivery_date: date({ mode: "string" }),
    order_id: uuid(),
    exceptions: jsonb().$type<SeriesException[]>().notNull().default([]),
    settled_at: instant(),
    made_at: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.series_id, table.date] })],
);
export type SeriesDateRow = typeof seriesDates.$inferSelect;
