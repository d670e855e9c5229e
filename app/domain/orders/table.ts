import { getTableColumns, type SQL, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { deliveryColumns } from "#app/domain/delivery/table.ts";
import type { DueFrom } from "#app/domain/payments/methods.ts";
import { id, instant, money, transactionId, versioned } from "#app/platform/database/columns.ts";
import { newStatus, type OrderStatus, statusesWith } from "#app/shared/order-status.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { Channel, CustomerInfo, OrderItem, OriginalOrder } from "./schema.ts";

export const pedidos = pgTable("pedidos", {
  id: id(),
  numero_pedido: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
  status: text().$type<OrderStatus>().notNull().default(newStatus),
  valor_total: money().notNull(),
  delivery_fee: money().notNull().default("0"),
  discount: money().notNull().default("0"),
  cliente_info: jsonb().$type<CustomerInfo>().notNull(),
  user_id: uuid(),
  idempotency_key: text().unique(),
  request_hash: text(),
  anonymized_at: instant(),
  link_version: integer().notNull().default(1),
  cancel_reason: text(),
  original: jsonb().$type<OriginalOrder>(),
  changed_from: jsonb().$type<OriginalOrder>(),
  edited_at: instant(),
  edit_reason: text(),
  payment_method: text(),
  due_days: integer(),
  due_from: text().$type<DueFrom>().notNull().default("delivery"),
  delivered_at: instant(),
  due_on: date({ mode: "string" }),
  billed_on: date({ mode: "string" }),
  paid_at: instant(),
  paid_method: text(),
  paid_amount: money().notNull().default("0"),
  ...deliveryColumns(),
  metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
  customer_id: uuid(),
  channel: text().$type<Channel>().notNull().default("site"),
  price_table_id: uuid(),
  price_table: text(),
  ...versioned(),
});

/** The columns from which the link of an order is derived, and which say whether it has ended. */
export const orderLinkColumns = {
  id: pedidos.id,
  numero_pedido: pedidos.numero_pedido,
  link_version: pedidos.link_version,
  anonymized_at: pedidos.anonymized_at,
};

/** `product_id` remains when the product is deleted; null: not a product of this shop. */
export const orderLines = pgTable("order_lines", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  order_id: uuid().notNull(),
  position: integer().notNull(),
  product_id: uuid(),
  product_name: text().notNull(),
  slug: text(),
  external_id: text(),
  unit: text().$type<SaleUnit>().notNull(),
  unit_label: text(),
  quantity: numeric({ precision: 10, scale: 3, mode: "number" }).notNull(),
  price: money().notNull(),
  contains: integer().notNull().default(1),
  variable_weight: boolean().notNull().default(false),
  weight: numeric({ precision: 10, scale: 3, mode: "number" }),
  swap_of: uuid(),
  total: money().notNull(),
});

/** Writes statuses for IN as literals: with parameters, indexes of some statuses would not apply. */
export function listStatuses(statuses: readonly OrderStatus[]): SQL {
  return sql.raw(`(${statuses.map((status) => `'${status}'`).join(", ")})`);
}

/** An order that is not paid in full, in the same words as the indexes. */
export const isReceivable: SQL = sql`${pedidos.paid_at} IS NULL AND ${pedidos.status} IN ${listStatuses(statusesWith("isPayable"))}`;

/** The days until it is due count from a delivery that has not been yet: the date may change. */
export const isDueExpected = sql<boolean>`(${pedidos.due_on} IS NOT NULL AND ${pedidos.due_from} = 'delivery' AND ${pedidos.delivered_at} IS NULL)`;

/** A row of `pedidos` with its lines in the API's shape. */
export const orderColumns = {
  ...getTableColumns(pedidos),
  due_is_expected: isDueExpected.as("due_is_expected"),
  itens: sql<OrderItem[]>`order_items(${pedidos.id})`.as("itens"),
};
export type OrderRow = typeof pedidos.$inferSelect & {
  due_is_expected: boolean;
  itens: OrderItem[];
};

/** Orders of the site that came from a device of the customer's area. */
export const areaOrders = pgTable("area_orders", { order_id: uuid().primaryKey() });

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
