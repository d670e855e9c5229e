import { useEffect } from "react";
import {
  canSendOnReconnect,
  deleteAnsweredOrder,
  isDue,
  sendPendingOrders,
} from "#app/client/order-queue.ts";
import {
  isPending,
  type OrderRecord,
  orderOutbox,
  type PendingOrder,
  type SentOrder,
} from "#app/client/order-queue-records.ts";
import { useStore } from "#app/client/use-store.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { createStoredOrder, storeOrder } from "../my-orders/stored-orders.ts";
import type { CartStore } from "./cart-store.ts";
import { $checkoutKey, $isOrderListOpen, $orders, useCartStore } from "./cart-store.ts";
import { deleteDraft } from "./checkout-form-state.ts";
import { notifyOfSentOrder } from "./order-submission.ts";
import { QueuedOrdersDialog } from "./queued-orders-dialog.tsx";
import { Strip } from "./strips.tsx";

/** The page that sent an order shows the answer; after this time that page is taken to be closed. */
const answerGraceMs = 5_000;
const maxSleepMs = 60_000;

/** The orders of this browser: sends what is queued, and shows answers that the visitor has not seen. */
export function QueuedOrders() {
  const orders = useStore($orders);
  const isListOpen = useStore($isOrderListOpen);
  useQueue(orders);
  const open = orders.filter((order) => order.state !== "sent");
  const received = orders.filter((order) => order.state === "sent" && order.isCartUpdated);
  return (
    <>
      {received.map((order) => (
        <ReceivedStrip key={order.key} order={order as SentOrder} />
      ))}
      {open.some(needsStrip) && <QueueStrip orders={open} />}
      <QueuedOrdersDialog
        orders={open}
        open={isListOpen}
        onClose={() => $isOrderListOpen.set(false)}
      />
    </>
  );
}

/** The first attempt happens before the visitor's eyes. */
function needsStrip(order: OrderRecord): boolean {
  const isFirstAttempt = order.state === "sending" && order.attempts === 1;
  return order.state === "queued" ? order.nextAttemptAt > 0 || !navigator.onLine : !isFirstAttempt;
}

function QueueStrip({ orders }: { orders: readonly OrderRecord[] }) {
  const isRejected = orders.some(({ state }) => state === "rejected");
  return (
    <Strip
      icon={isRejected ? "icon-[lucide--circle-alert] text-danger-ink" : "icon-[lucide--package]"}
      action={
        <Button variant="outline" onClick={() => $isOrderListOpen.set(true)}>
          {isRejected ? "Revisar pedido" : "Ver pedido"}
        </Button>
      }
    >
      {isRejected
        ? "A loja não aceitou um pedido guardado como ele está."
        : describeQueue(orders.length)}
    </Strip>
  );
}

function describeQueue(count: number): string {
  return count === 1
    ? "Pedido guardado: é enviado sozinho quando a conexão voltar."
    : `${count} pedidos guardados: são enviados sozinhos quando a conexão voltar.`;
}

/** Stays until it is closed: after a reload the visitor has not read the number yet. */
function ReceivedStrip({ order }: { order: SentOrder }) {
  return (
    <Strip
      icon="icon-[lucide--circle-check] text-success-ink"
      action={
        <span className="flex flex-wrap gap-2">
          {order.path && (
            <ButtonLink variant="outline" to={order.path}>
              Acompanhar pedido
            </ButtonLink>
          )}
          <Button variant="outline" onClick={() => void deleteAnsweredOrder(order.key)}>
            Entendi
          </Button>
        </span>
      }
    >
      Pedido nº {order.number} recebido pela loja.{order.deliveryText && ` ${order.deliveryText}.`}
    </Strip>
  );
}

/** Sends orders when they are due or the connection returns, and takes sent ones out of the cart. */
function useQueue(orders: readonly OrderRecord[]): void {
  const cart = useCartStore();
  useEffect(() => {
    const send = () => void sendPendingOrders(canSendOnReconnect).catch(logQueueError);
    if (navigator.onLine) sendPendingOrders(isOfEarlierPage).catch(logQueueError);
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, []);
  useEffect(() => {
    const times = orders.map(nextActionAt).filter((time) => time !== undefined);
    if (times.length === 0) return;
    const delay = Math.min(maxSleepMs, Math.max(0, Math.min(...times) - Date.now()));
    const timer = setTimeout(() => void processQueue(orders, cart).catch(logQueueError), delay);
    return () => clearTimeout(timer);
  }, [orders, cart]);
}

/** Undefined while there is nothing to do: a rejected order needs the visitor. */
function nextActionAt(order: OrderRecord): number | undefined {
  if (isPending(order)) return navigator.onLine ? order.nextAttemptAt : undefined;
  return needsCartUpdate(order) ? cartUpdateAt(order) : undefined;
}

function needsCartUpdate(order: OrderRecord): order is SentOrder {
  return order.state === "sent" && !order.isCartUpdated;
}

function cartUpdateAt({ answeredAt, isVisitorWatching }: SentOrder): number {
  return isVisitorWatching ? answeredAt + answerGraceMs : answeredAt;
}

async function processQueue(orders: readonly OrderRecord[], cart: CartStore): Promise<void> {
  for (const order of orders) {
    const isShownByCheckout = $checkoutKey.get() === order.key;
    if (isShownByCheckout || !needsCartUpdate(order)) continue;
    if (cartUpdateAt(order) <= Date.now()) await completeSentOrder(order, cart);
  }
  if (navigator.onLine) await sendPendingOrders(isDue);
}

/** The page was opened after the order was submitted, so no visitor is about to retry it. */
function isOfEarlierPage(order: PendingOrder): boolean {
  const isEarlier = Date.parse(order.savedAt) < performance.timeOrigin;
  return isEarlier ? canSendOnReconnect(order) : isDue(order);
}

/** The cart first: if this page is closed in between, the record is still there. Repeating it changes nothing. */
async function completeSentOrder(order: SentOrder, cart: CartStore): Promise<void> {
  if (cart.completeOrder(order.key, order.items)) deleteDraft();
  const { number, path, total, items } = order;
  if (path) storeOrder(createStoredOrder({ number, path, total, items }));
  await orderOutbox.change(
    order.key,
    (current) => current && (isPending(current) ? current : { ...order, isCartUpdated: true }),
  );
  notifyOfSentOrder();
}

function logQueueError(error: unknown): void {
  console.warn("the queued orders could not be read", error);
}
