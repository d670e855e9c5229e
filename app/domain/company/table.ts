import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { id, versioned } from "#app/platform/database/columns.ts";
import { customerMailStatuses } from "#app/shared/order-status.ts";
import type { Settings } from "./schema.ts";

export const settings = pgTable("settings", {
  id: id(),
  single_row: boolean().notNull().default(true).unique(),
  site_name: text(),
  logo: text(),
  policies: text(),
  seo_default: jsonb().$type<Settings["seo_default"]>().notNull().default({}),
  colors: jsonb().$type<Settings["colors"]>().notNull().default({}),
  payment_methods: jsonb().$type<Settings["payment_methods"]>(),
  payment_terms: jsonb().$type<Settings["payment_terms"]>().notNull().default({}),
  delivery_settings: jsonb().$type<Settings["delivery_settings"]>().notNull(),
  phone: text(),
  email: text(),
  whatsapp: text(),
  hero_image_url: text(),
  hero_image_focus: text().$type<Settings["hero_image_focus"]>().notNull().default("center"),
  premium_fruits_image_url: text(),
  recipes_hero_title: text(),
  recipes_hero_subtitle: text(),
  recipes_hero_image_url: text(),
  about_page_content: jsonb().$type<Settings["about_page_content"]>(),
  order_messages: jsonb().$type<Settings["order_messages"]>(),
  customer_mails: jsonb()
    .$type<Settings["customer_mails"]>()
    .notNull()
    .default([...customerMailStatuses]),
  pix: jsonb().$type<Settings["pix"]>(),
  outside_zones: text().$type<Settings["outside_zones"]>().notNull().default("combinar"),
  pickup: jsonb().$type<Settings["pickup"]>(),
  confirmed_orders_open: boolean().notNull().default(false),
  retention_months: integer().notNull().default(0),
  show_ratings: boolean().notNull().default(true),
  legal_name: text(),
  fiscal: jsonb().$type<Settings["fiscal"]>().notNull().default({}),
  cnpj: text(),
  address: jsonb().$type<Settings["address"]>(),
  opening_hours: jsonb().$type<Settings["opening_hours"]>(),
  service_types: jsonb().$type<Settings["service_types"]>(),
  home_hero_title: text(),
  home_hero_text: text(),
  page_texts: jsonb().$type<Settings["page_texts"]>(),
  social_links: jsonb().$type<Settings["social_links"]>().notNull().default([]),
  stage: text().$type<Settings["stage"]>().notNull().default("open"),
  ...versioned(),
});
