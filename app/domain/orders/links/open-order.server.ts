import { eq, sql } from "drizzle-orm";
import { type DeliveryPlan, noOrders, planDelivery } from "#app/domain/delivery/rules.ts";
import type { OrderRow } from "#app/domain/orders/table.ts";
import { pedidos } from "#app/domain/orders/table.ts";
import type { Database } from "#app/platform/database/database.ts";
import { findOpenOrder } from "./open-order.ts";
import type { OpenOrder } from "./schema.ts";

type ShopSettings = Parameters<typeof findOpenOrder>[1]["settings"];
type OpenContext = { now: Date; plan: DeliveryPlan; settings: ShopSettings };

/** Plans the deliveries to the address of an order. The order has its place in its shift, so that others do not count. */
export function planOrder(
  { cliente_info }: Pick<OrderRow, "cliente_info">,
  { now, plan }: Pick<OpenContext, "now" | "plan">,
) {
  const { zipCode: cep, city, neighborhood } = cliente_info;
  return planDelivery(plan, { cep, city, neighborhood }, now, noOrders);
}

/** Returns whether the customer may change an order now. */
export async function readOpenOrder(
  database: Database,
  order: OrderRow,
  context: OpenContext,
): Promise<OpenOrder> {
  const [picking] = await database
    .select({ isPicked: sql<boolean>`is_picked(${pedidos.id})` })
    .from(pedidos)
    .where(eq(pedidos.id, order.id));
  const planned = planOrder(order, context);
  const isPicked = picking?.isPicked ?? false;
  return findOpenOrder(order, { planned, isPicked, settings: context.settings });
}
