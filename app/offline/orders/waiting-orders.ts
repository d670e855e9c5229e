import { createStore, del, get, type UseStore, update, values } from "idb-keyval";
import { notifyTabs, watchTabs } from "#app/client/tabs.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { CheckoutForm } from "#app/domain/orders/schema.ts";
import type { Refusal } from "./send-order.ts";

type Kept = { key: string; items: CartItems; savedAt: string };

/** An order that the shop has not acknowledged yet. `attempts` above 0: it may have arrived nevertheless. */
export type WaitingOrder = Kept & {
  state: "waiting";
  /** Of these contents: sending again under the same key may replace them. */
  revision: string;
  customer: CheckoutForm;
  attempts: number;
  /** Not to be sent before, in milliseconds since 1970. */
  nextTryAt: number;
  /** The shop itself asked for the wait: a connection that returns is no reason to come sooner. */
  asked: boolean;
};

/** What the shop said, and when; `byVisitor` when somebody was looking on. */
type Answered = { at: number; byVisitor: boolean };

/** One that the shop does not take as it is: the visitor has to decide. */
export type RefusedOrder = Kept &
  Answered & { state: "refused"; customer: CheckoutForm; refusal: Refusal };

/** One that the shop has; whose it is is forgotten. `settled` once it has left the cart: it stays until it was seen. */
export type AcknowledgedOrder = Kept &
  Answered & { state: "acknowledged"; number: number; total: number; settled: boolean };

export type KeptOrder = WaitingOrder | RefusedOrder | AcknowledgedOrder;

/** Under which Background Sync wakes the worker. */
export const syncTag = "pomar-orders";

const channelName = "pomar-orders";

let store: UseStore | undefined;

/** Opened when first needed: without IndexedDB each call rejects. */
function orders(): UseStore {
  store ??= createStore("pomar-orders", "waiting");
  return store;
}

export async function listOrders(): Promise<KeptOrder[]> {
  const found = await values<KeptOrder | undefined>(orders());
  return found
    .filter((order) => order !== undefined)
    .sort((one, other) => one.savedAt.localeCompare(other.savedAt));
}

export function readOrder(key: string): Promise<KeptOrder | undefined> {
  return get<KeptOrder>(key, orders());
}

/** Changes an order in one step that nothing comes between; undefined for one that is not there. */
export async function changeOrder(
  key: string,
  next: (order: KeptOrder | undefined) => KeptOrder | undefined,
): Promise<void> {
  await update<KeptOrder | undefined>(key, next, orders());
  announce();
}

export async function forgetOrder(key: string): Promise<void> {
  await del(key, orders());
  announce();
}

/** Calls `listener` after every change, in whichever tab or worker it was made. */
export function watchOrders(listener: () => void): () => void {
  return watchTabs(channelName, listener);
}

function announce(): void {
  notifyTabs(channelName);
}
