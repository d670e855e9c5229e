import { jsonb, pgTable, uuid } from "drizzle-orm/pg-core";
import type { OrderItem } from "#app/domain/orders/schema.ts";
import type { OrderRow } from "#app/domain/orders/table.ts";
import { instant } from "#app/platform/database/columns.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";

/** The values of an order before another one was joined into it; amounts in BRL with two decimals, instants in ISO 8601. */
export type StateBefore = Pick<
  OrderRow,
  "delivery_fee" | "discount" | "cliente_info" | "original" | "edit_reason"
> & { itens: OrderItem[]; edited_at: string | null };

/** The data for undoing a join: the versions after and before it, and the values before. */
export type JoinUndo = {
  target_version: number;
  version: number;
  /** Absent in joins from before version 1.1. */
  base?: { target_version: number; version: number };
  status: OrderStatus;
  before: StateBefore;
  /** The payments that moved. */
  payments: string[];
};

export const joinedOrders = pgTable("joined_orders", {
  order_id: uuid().primaryKey(),
  into_id: uuid().notNull(),
  undo: jsonb().$type<JoinUndo>().notNull(),
  joined_at: instant().notNull().defaultNow(),
});
