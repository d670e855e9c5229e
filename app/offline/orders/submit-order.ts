import { randomId } from "#app/client/browser-fallbacks.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { CheckoutForm } from "#app/domain/orders/schema.ts";
import { alone, deliver } from "./deliver.ts";
import { type SendResult, sendOrder } from "./send-order.ts";
import { changeOrder, forgetOrder, listOrders, readOrder, syncTag } from "./waiting-orders.ts";

type Order = { key: string; customer: CheckoutForm; items: CartItems };

/**
 * `kept`: there is no connection, and the order waits in this browser for one. `not-kept`: no clear answer came, and the
 * browser keeps nothing (denied, full), so that nothing sends it again by itself.
 */
export type SubmitResult = SendResult | { kind: "kept" } | { kind: "not-kept" };

/**
 * Sends what the visitor ordered. It is written down first, so that neither a lost answer nor a closed page loses it; one
 * that waits under the same key is replaced. Where the browser keeps nothing it is only sent.
 */
export async function submitOrder(order: Order): Promise<SubmitResult> {
  const isKept = await keepOrder(order);
  if (!isKept) return sendAlone(order);
  void askForSync();
  if (!navigator.onLine) return { kind: "kept" };
  try {
    return (await deliver(order.key, { byVisitor: true })) ?? { kind: "unclear" };
  } catch {
    return sendAlone(order);
  }
}

/** Nothing sends it again but the visitor; its key stays with the cart, so that it is still the same order. */
async function sendAlone({ key, customer, items }: Order): Promise<SubmitResult> {
  if (!navigator.onLine) return { kind: "not-kept" };
  const result = await sendOrder(customer, items, key);
  if (result.kind === "busy") return { kind: "refused", message: result.message };
  return result.kind === "unclear" ? { kind: "not-kept" } : result;
}

async function keepOrder({ key, customer, items }: Order): Promise<boolean> {
  try {
    await changeOrder(key, (earlier) => ({
      key,
      customer,
      items,
      savedAt: new Date().toISOString(),
      state: "waiting",
      revision: randomId(),
      attempts: earlier?.state === "waiting" ? earlier.attempts : 0,
      nextTryAt: 0,
      asked: false,
    }));
    // What sends it later lists the queue: an order that the list does not show is not stored.
    return (await listOrders()).some((order) => order.key === key);
  } catch (error) {
    console.warn("the order could not be kept in this browser", error);
    return false;
  }
}

/** Background Sync, where the browser has it: the worker is then woken without a page. */
async function askForSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const sync = registration && Reflect.get(registration, "sync");
    await sync?.register(syncTag);
  } catch {
    // The pages send as well; this is one way more.
  }
}

export type Cancelling =
  | { kind: "cancelled"; mayHaveArrived: boolean }
  /** It had arrived before: only the shop can cancel it. */
  | { kind: "arrived"; number: number };

/** Takes back an order that waits, after an attempt that is under way has ended. */
export function cancelOrder(key: string): Promise<Cancelling> {
  return alone(async () => {
    const order = await readOrder(key);
    if (order?.state === "acknowledged") return { kind: "arrived", number: order.number };
    await forgetOrder(key);
    return {
      kind: "cancelled",
      mayHaveArrived: order?.state === "waiting" && order.attempts > 0,
    };
  });
}

/** Sends a refused order as one of its own, beside the earlier one that has its key. Throws where there is no room for it. */
export async function sendUnderNewKey(key: string, newKey: string): Promise<void> {
  const order = await readOrder(key);
  if (order?.state !== "refused") return;
  const { customer, items } = order;
  if (!(await keepOrder({ key: newKey, customer, items }))) throw new Error("no room is left");
  await forgetOrder(key);
  await deliver(newKey);
}
