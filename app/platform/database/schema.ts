import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import {
  type AboutPage,
  type Address,
  type Claim,
  type Colors,
  type CompanyAddress,
  type CustomerInfo,
  type CustomerMailStatus,
  customerMailStatuses,
  type DeliverySettings,
  type OpeningHours,
  type OrderItem,
  type OrderMessages,
  type PixSettings,
  type ProductSpecs,
  type SeoDefault,
  type ServiceType,
  type Testimonial,
} from "#app/shared/columns.ts";
import type { SaleOption, SaleTerms } from "#app/shared/units.ts";

/** All tables as created by `migrations/`, which define constraints and triggers. */

const id = () => uuid().primaryKey().defaultRandom();
const instant = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const money = () => numeric({ precision: 14, scale: 2 });
/** A transaction id, in decimal digits. */
const transactionId = customType<{ data: string }>({ dataType: () => "xid8" });
const versioned = () => ({
  version: integer().notNull().default(1),
  created_at: instant().notNull().defaultNow(),
  updated_at: instant().notNull().defaultNow(),
});

export const categories = pgTable("categories", {
  id: id(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  description: text().notNull().default(""),
  image_url: text(),
  image_tall_url: text(),
  image_wide_url: text(),
  position: integer().notNull(),
  ...versioned(),
});

export const products = pgTable("products", {
  id: id(),
  title: text().notNull(),
  slug: text().notNull().unique(),
  external_id: text().unique(),
  category: text(),
  group: text(),
  short_desc: text().notNull().default(""),
  long_desc: text().notNull().default(""),
  ingredients: text().notNull().default(""),
  price: money().notNull().default("0"),
  stock: integer().notNull().default(0),
  images: jsonb().$type<string[]>().notNull().default([]),
  visible: boolean().notNull().default(true),
  position: integer().notNull().default(0),
  specs: jsonb().$type<ProductSpecs>().notNull().default({ unit: "unidade" }),
  sale_terms: jsonb().$type<SaleTerms>().notNull().default({ minimum: 1, step: 1, tiers: [] }),
  /** Options beside the main one; `active` is always stored. */
  sale_options: jsonb().$type<SaleOption[]>().notNull().default([]),
  ...versioned(),
});

export const recipes = pgTable("recipes", {
  id: id(),
  title: text().notNull(),
  slug: text().notNull().unique(),
  category: text().notNull().default(""),
  difficulty: text().notNull().default("Fácil"),
  short_desc: text().notNull().default(""),
  long_desc: text().notNull().default(""),
  prep_time: integer(),
  servings: integer(),
  image_url: text(),
  ingredients: jsonb().$type<string[]>().notNull().default([]),
  instructions: text().notNull().default(""),
  is_featured: boolean().notNull().default(false),
  visible: boolean().notNull().default(true),
  ...versioned(),
});

export const pedidos = pgTable("pedidos", {
  id: id(),
  numero_pedido: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
  status: text().notNull().default("pendente"),
  valor_total: money().notNull(),
  delivery_fee: money().notNull().default("0"),
  cliente_info: jsonb().$type<CustomerInfo>().notNull(),
  itens: jsonb().$type<OrderItem[]>().notNull(),
  user_id: uuid(),
  idempotency_key: text().unique(),
  request_hash: text(),
  anonymized_at: instant(),
  link_version: integer().notNull().default(1),
  cancel_reason: text(),
  paid_at: instant(),
  paid_method: text(),
  ...versioned(),
});

/** The key that signs the links of orders. */
export const orderLinkKey = pgTable("order_link_key", {
  single_row: boolean().primaryKey().default(true),
  key: text().notNull(),
});

export const openedOrders = pgTable("opened_orders", {
  order_id: uuid().primaryKey(),
  opened_at: instant().notNull().defaultNow(),
});

/** The transaction of each order's last change, and what the search scans; written by a trigger. */
export const orderChanges = pgTable("order_changes", {
  order_id: uuid().primaryKey(),
  changed_in: transactionId().notNull(),
  created_at: instant().notNull(),
  status: text().notNull(),
  search_text: text().notNull(),
});

export const settings = pgTable("settings", {
  id: id(),
  single_row: boolean().notNull().default(true).unique(),
  site_name: text(),
  logo: text(),
  policies: text(),
  seo_default: jsonb().$type<SeoDefault>().notNull().default({}),
  colors: jsonb().$type<Colors>().notNull().default({}),
  payment_methods: jsonb().$type<string[]>(),
  disabled_payment_methods: jsonb().$type<string[]>().notNull().default([]),
  delivery_settings: jsonb().$type<DeliverySettings>().notNull(),
  phone: text(),
  email: text(),
  whatsapp: text(),
  hero_image_url: text(),
  hero_image_tall_url: text(),
  hero_image_wide_url: text(),
  premium_fruits_image_url: text(),
  recipes_hero_title: text(),
  recipes_hero_subtitle: text(),
  recipes_hero_image_url: text(),
  about_page_content: jsonb().$type<AboutPage>(),
  order_messages: jsonb().$type<Partial<OrderMessages>>(),
  customer_mails: jsonb()
    .$type<CustomerMailStatus[]>()
    .notNull()
    .default([...customerMailStatuses]),
  pix: jsonb().$type<PixSettings>(),
  reminder_minutes: integer().notNull().default(15),
  retention_months: integer().notNull().default(0),
  catalogue_feed: boolean().notNull().default(false),
  legal_name: text(),
  cnpj: text(),
  address: jsonb().$type<CompanyAddress>(),
  opening_hours: jsonb().$type<OpeningHours>(),
  service_types: jsonb().$type<ServiceType[]>(),
  home_hero_title: text(),
  home_hero_text: text(),
  home_claims: jsonb().$type<Claim[]>(),
  contact_claim: jsonb().$type<Claim>(),
  testimonial: jsonb().$type<Testimonial>(),
  social_links: jsonb().$type<string[]>().notNull().default([]),
  ...versioned(),
});

export const auditLogs = pgTable("audit_logs", {
  id: id(),
  created_at: instant().notNull().defaultNow(),
  user_email: text(),
  table_name: text().notNull(),
  operation: text().notNull(),
  record_id: text().notNull(),
  /** Of the transaction; null in rows of earlier versions. */
  action_id: bigint({ mode: "number" }),
  old_data: jsonb().$type<Record<string, unknown>>(),
  new_data: jsonb().$type<Record<string, unknown>>(),
});

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
  scope: text().$type<"read" | "write">().notNull(),
  email: text().notNull(),
  created_at: instant().notNull(),
  last_used_at: instant(),
  revoked_at: instant(),
});

export const orderMails = pgTable("order_mails", {
  order_id: uuid().notNull(),
  kind: text().$type<"customer" | "shop" | CustomerMailStatus>().notNull(),
  attempts: integer().notNull().default(0),
  next_attempt_at: instant().defaultNow(),
  sent_at: instant(),
});

export const postalCodes = pgTable("postal_codes", {
  cep: text().primaryKey(),
  address: jsonb().$type<Address>().notNull(),
  fetched_at: instant().notNull().defaultNow(),
});

export const unusedMedia = pgTable("unused_media", {
  name: text().primaryKey(),
  since: instant().notNull(),
});

export const idempotencyKeys = pgTable("idempotency_keys", {
  route: text().notNull(),
  key: text().notNull(),
  request_hash: text().notNull(),
  results: jsonb().$type<unknown[]>().notNull().default([]),
  created_at: instant().notNull().defaultNow(),
});

export const webhooks = pgTable("webhooks", {
  id: id(),
  url: text().notNull(),
  events: jsonb().$type<string[]>().notNull(),
  secret: text().notNull(),
  enabled: boolean().notNull().default(true),
  created_at: instant().notNull().defaultNow(),
});

export const webhookDeliveries = pgTable("webhook_deliveries", {
  id: id(),
  webhook_id: uuid().notNull(),
  event: text().notNull(),
  payload: jsonb().$type<object>().notNull(),
  created_at: instant().notNull().defaultNow(),
  attempts: integer().notNull().default(0),
  next_attempt_at: instant().defaultNow(),
  delivered_at: instant(),
  response_status: integer(),
  error: text().$type<"address" | "connection" | "status" | "timeout">(),
});

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

export const pushMessages = pgTable("push_messages", {
  id: id(),
  subscription_id: uuid().notNull(),
  order_id: uuid().notNull(),
  kind: text().$type<"created" | "cancelled" | "reminder">().notNull(),
  created_at: instant().notNull().defaultNow(),
  attempts: integer().notNull().default(0),
  next_attempt_at: instant().notNull().defaultNow(),
});

/** Points consumed per key; `expire` is the end of the window. */
export const rateLimits = pgTable("rate_limits", {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: instant(),
});
