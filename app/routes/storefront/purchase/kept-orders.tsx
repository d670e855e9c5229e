import {
  type AcknowledgedOrder,
  forgetOrder,
  type KeptOrder,
} from "#app/offline/orders/waiting-orders.ts";
import { Button } from "#app/ui/button.tsx";
import { setOrderListOpen, useOrderList } from "./order-list.ts";
import { OrderListDialog } from "./order-list-dialog.tsx";
import { OrdersStrip } from "./orders-strip.tsx";
import { Strip } from "./strip.tsx";
import { useOrderKeeping } from "./use-order-keeping.ts";

/** The orders of this browser that wait, or whose answer nobody has seen: sent when it is time, shown and taken back. */
export default function KeptOrders() {
  const { orders, isOpen } = useOrderList();
  useOrderKeeping(orders);
  const waiting = orders.filter((order) => order.state !== "acknowledged");
  const received = orders.filter((order) => order.state === "acknowledged" && order.settled);
  return (
    <>
      {received.map((order) => (
        <Received key={order.key} order={order as AcknowledgedOrder} />
      ))}
      {waiting.some(isNews) && <OrdersStrip orders={waiting} />}
      <OrderListDialog orders={waiting} open={isOpen} onClose={() => setOrderListOpen(false)} />
    </>
  );
}

/** One that is on its way for the first time, under the visitor's eyes, is no news. */
function isNews(order: KeptOrder): boolean {
  return order.state !== "waiting" || order.nextTryAt > 0 || !navigator.onLine;
}

/** Stays until it is put away: whoever reloads has not read the number yet. */
function Received({ order }: { order: AcknowledgedOrder }) {
  return (
    <Strip
      icon="icon-[lucide--circle-check] text-success-ink"
      action={
        <Button look="outline" onClick={() => void forgetOrder(order.key)}>
          Entendi
        </Button>
      }
    >
      Pedido nº {order.number} recebido pela loja.
    </Strip>
  );
}
