import type { DeliveryRequest } from "#app/domain/delivery/schema.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { CheckoutInput } from "#app/domain/orders/checkout-schema.ts";
import type { Rejection } from "./order-queue-request.ts";
import { createOutbox } from "./outbox.ts";

/**
 * Apart from the request, which pages load with the checkout.
 *
 * One record per order in progress, in an IndexedDB that pages and service worker share:
 *
 *     (draft: the cart) → sending ⇄ queued → sent | rejected
 *
 * `key` is the id of the cart that was ordered and the order's idempotency key.
 */
export type OrderRecord = PendingOrder | RejectedOrder | SentOrder;

type Contents = {
  key: string;
  items: CartItems;
  savedAt: string;
  /** The delivery that was chosen; absent where the shop offers no choice. */
  delivery?: DeliveryRequest | undefined;
};

/** An order that the shop has not acknowledged. One that is `sending` without a sender was interrupted and is sent again. */
export type PendingOrder = Contents & {
  state: "queued" | "sending";
  /** Identifies these contents: submitting again under the same key replaces them. */
  revision: string;
  customer: CheckoutInput;
  /** The number of attempts. Above 0 the order may have arrived although no answer did. */
  attempts: number;
  /** Times are in milliseconds since 1970. */
  nextAttemptAt: number;
  /** The time until which only the visitor, who saw the failure, sends the order again. */
  visitorUntil: number;
  /** The shop requested the delay: a restored connection does not shorten it. */
  isDelayRequested: boolean;
};

type Answered = {
  answeredAt: number;
  /** The page that sent the order was open and shows the answer. */
  isVisitorWatching: boolean;
};

export type RejectedOrder = Contents &
  Answered & { state: "rejected"; customer: CheckoutInput; rejection: Rejection };

/**
 * A sent order without the customer's data, stored until the visitor has seen the number. `total` is in BRL, `path` is that of the
 * order's page.
 */
export type SentOrder = Contents &
  Answered & {
    state: "sent";
    number: number;
    total: number;
    path?: string | undefined;
    deliveryText?: string | undefined;
    isCartUpdated: boolean;
  };

export const orderOutbox = createOutbox<OrderRecord>("pomar-orders");

export function deleteQueuedOrder(key: string): Promise<void> {
  return orderOutbox.change(key, () => undefined);
}

export function isPending(order: OrderRecord | undefined): order is PendingOrder {
  return order?.state === "queued" || order?.state === "sending";
}
