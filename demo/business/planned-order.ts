import type { Channel } from "#app/domain/orders/schema.ts";
import type { ifMissingChoices } from "#app/domain/orders/texts.ts";
import type { OrderStatus } from "#app/shared/order-status.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { DemoCustomer } from "./customers.ts";

export type PlannedLine = { slug: string; unit: SaleUnit; quantity: number };

/** Something out of the ordinary, in the life of an order that is delivered. */
export type Incident =
  /** Another product is sent in place of a missing one. */
  | "swap"
  | "discount"
  /** The customer was not there; it is delivered on the next day. */
  | "failed-attempt"
  /** Something was missing in the box: the order is corrected after the delivery, and the money returned. */
  | "refund";

export type PlannedPayment = {
  method: string;
  /** When the money arrives: with the order, with the goods, or on the due date. */
  moment: "order" | "delivery" | "due";
  /** All of it, half of it and the rest a week later, only half of it, or nothing so far. */
  share: "all" | "in-two-parts" | "half" | "nothing";
};

/** An order of the demonstration and what becomes of it. */
export type PlannedOrder = {
  customer: DemoCustomer;
  channel: Channel;
  placedAt: Date;
  lines: PlannedLine[];
  note?: string | undefined;
  if_missing?: (typeof ifMissingChoices)[number] | undefined;
  /** What the customer chose; undefined: nothing, as by telephone. */
  payment_method?: string | undefined;
  /** Undefined: to be agreed on. */
  delivery?: { date: string; shift: string | undefined } | undefined;
  status: OrderStatus;
  /** Of a cancelled order: by its customer, with a reason. */
  cancel_reason?: string | undefined;
  incident?: Incident | undefined;
  payment?: PlannedPayment | undefined;
  isPacked?: boolean;
  /** Whether its customer has doubled the first line of the pending order. */
  isChanged?: boolean;
  /** Whether the seller repeats it every week from now on. */
  isRepeated?: boolean;
  /** Whether somebody in the shop has looked at a pending order. */
  isOpened?: boolean;
};
