import type { Settings } from "#app/domain/company/schema.ts";
import type { DeliveryTime } from "#app/domain/delivery/delivery.ts";
import { findAgreedDay, type planDelivery } from "#app/domain/delivery/rules.ts";
import type { Order } from "#app/domain/orders/schema.ts";
import { newStatus, statusTable } from "#app/shared/order-status.ts";
import { alreadyConfirmedMessage } from "./rules.ts";
import type { OpenOrder } from "./schema.ts";

/** The rules by which the customer may still change an order. */

type ChangedOrder = Pick<Order, "status" | "itens" | "delivery_kind"> & DeliveryTime;

type Circumstances = {
  /** The days that the shop offers the order's address now, full ones included. */
  planned: Pick<ReturnType<typeof planDelivery>, "dates" | "pickup">;
  /** Some of it is picked or packed. */
  isPicked: boolean;
  settings: Pick<Settings, "confirmed_orders_open" | "stage">;
};

/** An order is open while an order for its day and shift could still be placed, and nothing of it is picked. */
export function findOpenOrder(
  order: ChangedOrder,
  { planned, isPicked, settings }: Circumstances,
): OpenOrder {
  const isNew = order.status === newStatus;
  const { isClosed } = statusTable[order.status];
  const isOfStatus = isNew || (settings.confirmed_orders_open && !isClosed);
  if (!isOfStatus) return { open: false, until: null, reason: "status" };
  if (settings.stage === "preparing") return { open: false, until: null, reason: "shop" };
  if (isPicked || order.itens.some(({ weight }) => weight !== undefined)) {
    return { open: false, until: null, reason: "picked" };
  }
  if (order.delivery_date === null) {
    return isNew
      ? { open: true, until: null, reason: null }
      : { open: false, until: null, reason: "undated" };
  }
  const dates = order.delivery_kind === "retirada" ? (planned.pickup ?? []) : planned.dates;
  const day = findAgreedDay(dates, order);
  return day
    ? { open: true, until: day.order_until, reason: null }
    : { open: false, until: null, reason: "cut-off" };
}

const closedMessages: Record<NonNullable<OpenOrder["reason"]>, string> = {
  status: alreadyConfirmedMessage,
  picked: "Este pedido já está sendo separado. Para mudar algo, fale com a loja.",
  undated: alreadyConfirmedMessage,
  "cut-off": "O prazo para mudar este pedido passou. Fale com a loja.",
  shop: "A loja está fechada no momento. Fale com ela.",
};

/** Returns the reason for which the customer can no longer change the order. */
export function describeClosed({ reason }: OpenOrder): string {
  return closedMessages[reason ?? "status"];
}
