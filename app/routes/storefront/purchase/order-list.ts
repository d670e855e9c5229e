import { useSyncExternalStore } from "react";
import { type KeptOrder, listOrders, watchOrders } from "#app/offline/orders/waiting-orders.ts";

type View = { orders: readonly KeptOrder[]; isOpen: boolean };

const nothing: View = { orders: [], isOpen: false };
let view = nothing;
let stop: (() => void) | undefined;
const listeners = new Set<() => void>();

/** The orders that wait in this browser, in step with other tabs and the worker, and whether their list is open. */
export function useOrderList(): View {
  return useSyncExternalStore(
    subscribe,
    () => view,
    () => nothing,
  );
}

export function setOrderListOpen(isOpen: boolean): void {
  publish({ ...view, isOpen });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!stop) {
    stop = watchOrders(() => void read());
    void read();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

async function read(): Promise<void> {
  try {
    publish({ ...view, orders: await listOrders() });
  } catch {
    // Where the browser keeps nothing, nothing waits.
  }
}

function publish(next: View): void {
  view = next;
  for (const listener of listeners) listener();
}
