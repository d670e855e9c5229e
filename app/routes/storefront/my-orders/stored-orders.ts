import { type SafeStorage, safeLocalStorage } from "#app/client/storage.ts";
import { toast } from "#app/client/toast.ts";
import { listOrderedLines, toWantedLines } from "#app/domain/orders/cart/order-lines.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import {
  type OrderView,
  type StoredOrder,
  storedOrderSchema,
} from "#app/domain/orders/links/schema.ts";
import { newStatus } from "#app/shared/order-status.ts";
import { storedOrdersKey } from "./menu-item.tsx";

export const maxStoredOrders = 30;

/** The latest first. Orders that this version cannot read are left out. */
export function readStoredOrders(storage: SafeStorage = safeLocalStorage): StoredOrder[] {
  try {
    const stored: unknown = JSON.parse(storage.read(storedOrdersKey) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((one) => storedOrderSchema.safeParse(one).data ?? []);
  } catch {
    return [];
  }
}

/** Adds the order, or replaces the one with its number; the oldest beyond 30 are deleted. Returns whether it is stored. */
export function storeOrder(order: StoredOrder, storage: SafeStorage = safeLocalStorage): boolean {
  const others = readStoredOrders(storage).filter(({ number }) => number !== order.number);
  const orders = [...others, order].sort((one, other) => other.number - one.number);
  return storage.write(storedOrdersKey, JSON.stringify(orders.slice(0, maxStoredOrders)));
}

export function removeStoredOrder(number: number, storage: SafeStorage = safeLocalStorage): void {
  const orders = readStoredOrders(storage).filter((order) => order.number !== number);
  if (orders.length === 0) storage.remove(storedOrdersKey);
  else storage.write(storedOrdersKey, JSON.stringify(orders));
}

export function removeStoredOrders(storage: SafeStorage = safeLocalStorage): void {
  storage.remove(storedOrdersKey);
}

/** Does the same as `storeOrder`, but only for an order that is stored already. */
export function updateStoredOrder(order: StoredOrder, storage: SafeStorage = safeLocalStorage) {
  const isStored = readStoredOrders(storage).some(({ number }) => number === order.number);
  if (isStored) storeOrder(order, storage);
}

const refOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** A cart that was just ordered; `total` in BRL, `path` of the order's page. */
export function createStoredOrder(
  { number, path, total, items }: { number: number; path: string; total: number; items: CartItems },
  now = new Date(),
): StoredOrder {
  const lines = toWantedLines(items);
  const createdAt = now.toISOString();
  return { ref: refOf(path), number, createdAt, status: newStatus, total, lines };
}

/** The part of an order's page that is stored. */
export function toStoredOrder(ref: string, order: OrderView): StoredOrder {
  return {
    ref,
    number: order.numero_pedido,
    createdAt: order.created_at,
    status: order.status,
    total: order.valor_total,
    lines: listOrderedLines(order),
  };
}

/** Shows the notice that the data which the visitor chose to store are lost with the page. */
export function notifyOfDeniedStorage(): void {
  toast({
    title: "Este navegador não deixa guardar",
    description: "Nada foi guardado neste aparelho.",
    variant: "destructive",
  });
}
