import type { DeliveryRequest } from "#app/domain/delivery/schema.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { CheckoutInput } from "#app/domain/orders/checkout-schema.ts";
import { randomId } from "./browser-fallbacks.ts";
import {
  deleteQueuedOrder,
  isPending,
  type OrderRecord,
  orderOutbox,
  type PendingOrder,
} from "./order-queue-records.ts";
import { type SendResult, sendOrder } from "./order-queue-request.ts";
import { requestSync } from "./outbox.ts";
import { requestTimeoutMs } from "./outbox-request.ts";

/** Sends orders of this browser, always under their keys. */

const visitorTurnMs = 30_000;
const minRetryDelayMs = 5_000;
const maxRetryDelayMs = 15 * 60_000;
const retryDelayFactor = 3;

export type NewOrder = {
  key: string;
  customer: CheckoutInput;
  items: CartItems;
  delivery?: DeliveryRequest | undefined;
};

/**
 * `queued`: there is no connection, and the order is stored in this browser until there is. `not-stored`: no clear answer
 * came, and the browser cannot store the order (denied, full), so nothing sends it again.
 */
export type SubmitResult = SendResult | { kind: "queued" } | { kind: "not-stored" };

/**
 * Stores the order, so that neither a lost answer nor a closed page loses it, then sends it. A pending order under the
 * same key is replaced. Where the browser cannot store it, it is only sent.
 */
export async function submitOrder(order: NewOrder): Promise<SubmitResult> {
  if (!(await storeOrder(order))) return sendUnstored(order);
  void requestSync();
  if (!navigator.onLine) return { kind: "queued" };
  try {
    const result = await sendStoredOrder(order.key, { isVisitorWatching: true });
    return result ?? { kind: "unclear" };
  } catch {
    return sendUnstored(order);
  }
}

/**
 * Sends an order that the browser cannot store. Only the visitor sends it again: its key belongs to the cart, so it stays the same
 * order.
 */
async function sendUnstored({ key, customer, items, delivery }: NewOrder): Promise<SubmitResult> {
  if (!navigator.onLine) return { kind: "not-stored" };
  const result = await sendOrder(customer, items, key, delivery);
  if (result.kind === "busy") return { kind: "rejected", message: result.message };
  return result.kind === "unclear" ? { kind: "not-stored" } : result;
}

/** Returns whether the order can be read back from where the later attempts read it. */
async function storeOrder({ key, customer, items, delivery }: NewOrder): Promise<boolean> {
  try {
    await orderOutbox.change(key, (earlier) => ({
      key,
      customer,
      items,
      delivery,
      savedAt: new Date().toISOString(),
      state: "queued",
      revision: randomId(),
      attempts: isPending(earlier) ? earlier.attempts : 0,
      nextAttemptAt: 0,
      visitorUntil: 0,
      isDelayRequested: false,
    }));
    return (await orderOutbox.list()).some((order) => order.key === key);
  } catch (error) {
    console.warn("the order could not be stored in this browser", error);
    return false;
  }
}

type Attempt = {
  isVisitorWatching?: boolean;
  /** Decides once the lock is held: another sender may have come first. */
  canSend?: (order: PendingOrder) => boolean;
};

/** Sends one order and records the answer; undefined when there was nothing to send. */
function sendStoredOrder(
  key: string,
  { isVisitorWatching = false, canSend = () => true }: Attempt,
): Promise<SendResult | undefined> {
  return orderOutbox.takeTurn(key, async (order) => {
    if (order?.state === "sent") {
      const { number, total, path, deliveryText: delivery } = order;
      return { kind: "placed", number, total, path, delivery };
    }
    if (order?.state === "rejected") return order.rejection;
    if (!order || !canSend(order)) return undefined;
    const attempt = startAttempt(order);
    await replaceSameRevision(order, attempt);
    const result = await sendOrder(order.customer, order.items, key, order.delivery);
    await replaceSameRevision(order, applyResult(attempt, result, isVisitorWatching));
    return result;
  });
}

/** Without locks only the time of the next attempt stops other senders meanwhile. */
export function startAttempt(order: PendingOrder, now = Date.now()): PendingOrder {
  return {
    ...order,
    state: "sending",
    attempts: order.attempts + 1,
    nextAttemptAt: now + requestTimeoutMs,
  };
}

/** An answer to contents that were replaced meanwhile is not recorded. A write that fails only delays: the key guards. */
async function replaceSameRevision(sent: PendingOrder, next: OrderRecord): Promise<void> {
  try {
    await orderOutbox.change(sent.key, (current) =>
      isPending(current) && current.revision === sent.revision ? next : current,
    );
  } catch (error) {
    console.warn("the state of a queued order could not be stored", error);
  }
}

/** The record after an attempt. A sent order loses the customer's data. */
export function applyResult(
  order: PendingOrder,
  result: SendResult,
  isVisitorWatching: boolean,
  now = Date.now(),
): OrderRecord {
  const { key, items, savedAt, customer, attempts } = order;
  const answered = { key, items, savedAt, answeredAt: now, isVisitorWatching };
  switch (result.kind) {
    case "placed": {
      const { number, total, path, delivery: deliveryText } = result;
      const sent = { state: "sent", number, total, path, deliveryText } as const;
      return { ...answered, ...sent, isCartUpdated: false };
    }
    case "busy": {
      const nextAttemptAt = now + result.retryAfterSeconds * 1000;
      return { ...order, state: "queued", nextAttemptAt, visitorUntil: 0, isDelayRequested: true };
    }
    case "unclear": {
      const retryAt = now + retryDelay(attempts, Math.random());
      const visitorUntil = isVisitorWatching ? now + visitorTurnMs : 0;
      const nextAttemptAt = Math.max(retryAt, visitorUntil);
      return { ...order, state: "queued", nextAttemptAt, visitorUntil, isDelayRequested: false };
    }
    default:
      return {
        ...answered,
        delivery: order.delivery,
        state: "rejected",
        customer,
        rejection: result,
      };
  }
}

/**
 * Milliseconds after so many attempts: 5 s, 15 s, 45 s, … up to 15 min, ± 20 % by `random` (0 to 1) so that browsers do
 * not all return at once.
 */
function retryDelay(attempts: number, random: number): number {
  const delay = Math.min(maxRetryDelayMs, minRetryDelayMs * retryDelayFactor ** (attempts - 1));
  return Math.round(delay * (0.8 + 0.4 * random));
}

/** Sends every pending order that `canSend` allows, one after the other. Returns those that are still pending. */
export async function sendPendingOrders(
  canSend: (order: PendingOrder) => boolean,
): Promise<PendingOrder[]> {
  for (const order of await orderOutbox.list()) {
    if (isPending(order) && canSend(order)) await sendStoredOrder(order.key, { canSend });
  }
  return (await orderOutbox.list()).filter(isPending);
}

export function isDue({ nextAttemptAt }: PendingOrder): boolean {
  return nextAttemptAt <= Date.now();
}

/** After the connection has returned, only a delay that the shop requested counts. */
export function canSendOnReconnect(order: PendingOrder): boolean {
  return !order.isDelayRequested || isDue(order);
}

/** The worker does not see the connection return, and must not send under the hands of a visitor who retries. */
export function canWorkerSend(order: PendingOrder): boolean {
  return order.visitorUntil <= Date.now() && canSendOnReconnect(order);
}

export type CancellationResult =
  | { kind: "cancelled"; mayHaveArrived: boolean }
  /** It had arrived before: only the shop can cancel it. */
  | { kind: "arrived"; number: number };

/** Deletes a pending or rejected order, after an attempt in progress has ended. */
export function cancelQueuedOrder(key: string): Promise<CancellationResult> {
  return orderOutbox.takeTurn(key, async (order) => {
    if (order?.state === "sent") return { kind: "arrived", number: order.number };
    await deleteQueuedOrder(key);
    return { kind: "cancelled", mayHaveArrived: isPending(order) && order.attempts > 0 };
  });
}

/** Sends a rejected order as a new one. Throws where the browser has no room for it. */
export async function resubmitOrder(key: string, newKey: string): Promise<void> {
  const order = await orderOutbox.read(key);
  if (order?.state !== "rejected") return;
  const { customer, items, delivery } = order;
  if (!(await storeOrder({ key: newKey, customer, items, delivery })))
    throw new Error("storage is full");
  await deleteQueuedOrder(key);
  await sendStoredOrder(newKey, {});
}

/** The visitor has seen the answer. An order that was submitted again meanwhile stays. */
export function deleteAnsweredOrder(key: string): Promise<void> {
  return orderOutbox.change(key, (order) => (isPending(order) ? order : undefined));
}
