import { useEffect } from "react";
import { toast } from "#app/client/toast.ts";
import { deliverWaiting, isTimeFor, mayGoNow } from "#app/offline/orders/deliver.ts";
import {
  type AcknowledgedOrder,
  changeOrder,
  type KeptOrder,
  type WaitingOrder,
} from "#app/offline/orders/waiting-orders.ts";
import { type CartActions, useCartActions } from "./cart-context.tsx";
import { keepDraft } from "./draft.ts";
import { orderKey } from "./order-key.ts";
import { withoutOrdered } from "./without-ordered.ts";

/** Who looked on when the answer came shows it; after so long that page is taken to be gone. */
const grace = 5000;
const longestSleep = 60_000;

/** Sends what waits when its time has come or the connection is back, and brings the answers to the visitor. */
export function useOrderKeeping(orders: readonly KeptOrder[]): void {
  const { replaceItems } = useCartActions();
  useEffect(() => {
    const send = () => void deliverWaiting(mayGoNow).catch(tellNoStorage);
    if (navigator.onLine) deliverWaiting(isOfEarlierPage).catch(tellNoStorage);
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, []);
  useEffect(() => {
    const times = orders.map(nextStep).filter((time) => time !== undefined);
    if (times.length === 0) return;
    const sleep = Math.min(longestSleep, Math.max(0, Math.min(...times) - Date.now()));
    const timer = setTimeout(() => void step(orders, replaceItems).catch(tellNoStorage), sleep);
    return () => clearTimeout(timer);
  }, [orders, replaceItems]);
}

/** When there is something to do about an order; a refused one is the visitor's. */
function nextStep(order: KeptOrder): number | undefined {
  if (order.state === "waiting") return navigator.onLine ? order.nextTryAt : undefined;
  return isUnsettled(order) ? settleAt(order) : undefined;
}

function isUnsettled(order: KeptOrder): order is AcknowledgedOrder {
  return order.state === "acknowledged" && !order.settled;
}

function settleAt({ at, byVisitor }: AcknowledgedOrder): number {
  return byVisitor ? at + grace : at;
}

async function step(orders: readonly KeptOrder[], replaceItems: CartActions["replaceItems"]) {
  for (const order of orders) {
    if (isUnsettled(order) && settleAt(order) <= Date.now()) await settle(order, replaceItems);
  }
  if (navigator.onLine) await deliverWaiting(isTimeFor);
}

/** The shop was opened again: whoever could have pressed again is gone. */
function isOfEarlierPage(order: WaitingOrder): boolean {
  const isEarlier = Date.parse(order.savedAt) < performance.timeOrigin;
  return isEarlier ? mayGoNow(order) : isTimeFor(order);
}

/** The cart first: whatever stops this page in between, the order is still there to be settled. */
async function settle(order: AcknowledgedOrder, replaceItems: CartActions["replaceItems"]) {
  if (orderKey.current() === order.key) {
    replaceItems((items) => withoutOrdered(items, order.items));
    keepDraft(() => sessionStorage, undefined);
    orderKey.acknowledged();
  }
  await changeOrder(order.key, (current) => current && { ...order, settled: true });
  toast({
    id: `order-${order.key}`,
    title: "Pedido enviado!",
    description: `Seu pedido foi enviado com sucesso. Entraremos em contato em breve. É o nº ${order.number}.`,
  });
}

function tellNoStorage(error: unknown): void {
  console.warn("the orders that wait could not be read", error);
}
