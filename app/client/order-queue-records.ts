import { createStore, get, promisifyRequest, type UseStore, values } from "idb-keyval";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { CheckoutInput } from "#app/domain/orders/schema.ts";
import type { Rejection } from "./order-queue-request.ts";
import { notifyTabs, watchTabs } from "./tabs.ts";

/**
 * One record per order in progress, in an IndexedDB that pages and service worker share:
 *
 *     (draft: the cart) → sending ⇄ queued → sent | rejected
 *
 * `key` is the id of the cart that was ordered and the order's idempotency key.
 */
export type OrderRecord = PendingOrder | RejectedOrder | SentOrder;

type Contents = { key: string; items: CartItems; savedAt: string };

/** Not acknowledged. One found as `sending` without a sender was interrupted and is sent again. */
export type PendingOrder = Contents & {
  state: "queued" | "sending";
  /** Identifies these contents: submitting again under the same key replaces them. */
  revision: string;
  customer: CheckoutInput;
  /** Above 0 the order may have arrived although no answer did. */
  attempts: number;
  /** Times are in milliseconds since 1970. */
  nextAttemptAt: number;
  /** Until then only the visitor, who saw the failure, sends the order again. */
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
 * Without the customer's data. Stays until the visitor has seen the number. `total` in BRL, `path` of the order's page.
 */
export type SentOrder = Contents &
  Answered & {
    state: "sent";
    number: number;
    total: number;
    path?: string | undefined;
    isCartUpdated: boolean;
  };

const databaseName = "pomar-orders";
const storeName = "waiting";
const channelName = "pomar-orders";

let store: UseStore | undefined;

/** Opened on first use: without IndexedDB each call rejects. */
function openStore(): UseStore {
  store ??= createStore(databaseName, storeName);
  return store;
}

/** The oldest first. */
export async function listQueuedOrders(): Promise<OrderRecord[]> {
  const stored = await values<StoredRecord | undefined>(openStore());
  return stored
    .filter((record) => record !== undefined)
    .map(upgradeRecord)
    .sort((one, other) => one.savedAt.localeCompare(other.savedAt));
}

export async function readOrder(key: string): Promise<OrderRecord | undefined> {
  const stored = await get<StoredRecord>(key, openStore());
  return stored && upgradeRecord(stored);
}

/** Changes a record in one transaction; `next` returns undefined to delete it. */
export async function changeOrder(
  key: string,
  next: (order: OrderRecord | undefined) => OrderRecord | undefined,
): Promise<void> {
  await openStore()("readwrite", async (records) => {
    const stored = await promisifyRequest<StoredRecord | undefined>(records.get(key));
    const changed = next(stored && upgradeRecord(stored));
    if (changed) records.put(changed, key);
    else records.delete(key);
    await promisifyRequest(records.transaction);
  });
  notifyTabs(channelName);
}

export function deleteQueuedOrder(key: string): Promise<void> {
  return changeOrder(key, () => undefined);
}

/** Calls `listener` after every change in any tab or the worker. Returns how to stop. */
export function watchOrders(listener: () => void): () => void {
  return watchTabs(channelName, listener);
}

export function isPending(order: OrderRecord | undefined): order is PendingOrder {
  return order?.state === "queued" || order?.state === "sending";
}

/** Records as versions until November 2026 stored them. */
type OldRecord = Contents &
  (
    | (Pick<PendingOrder, "revision" | "customer" | "attempts"> & {
        state: "waiting";
        nextTryAt: number;
        asked: boolean;
      })
    | (OldAnswered & {
        state: "refused";
        customer: CheckoutInput;
        refusal: Rejection | { kind: "refused"; message: string };
      })
    | (OldAnswered & { state: "acknowledged"; number: number; total: number; settled: boolean })
  );
type OldAnswered = { at: number; byVisitor: boolean };
export type StoredRecord = OrderRecord | OldRecord;

/** An old page may still be open beside a new one, so old records are converted whenever they are read. */
export function upgradeRecord(record: StoredRecord): OrderRecord {
  const { key, items, savedAt } = record;
  const contents = { key, items, savedAt };
  switch (record.state) {
    case "waiting": {
      const { revision, customer, attempts, nextTryAt, asked } = record;
      const times = { nextAttemptAt: nextTryAt, visitorUntil: 0, isDelayRequested: asked };
      return { ...contents, state: "queued", revision, customer, attempts, ...times };
    }
    case "refused": {
      const { customer, refusal } = record;
      const rejection: Rejection =
        refusal.kind === "refused" ? { ...refusal, kind: "rejected" } : refusal;
      return { ...contents, ...upgradeAnswer(record), state: "rejected", customer, rejection };
    }
    case "acknowledged": {
      const { number, total, settled } = record;
      const answer = upgradeAnswer(record);
      return { ...contents, ...answer, state: "sent", number, total, isCartUpdated: settled };
    }
    default:
      return record;
  }
}

function upgradeAnswer({ at, byVisitor }: OldAnswered): Answered {
  return { answeredAt: at, isVisitorWatching: byVisitor };
}
