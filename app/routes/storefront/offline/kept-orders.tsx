import { setOrderListOpen, useOrderList } from "./order-list.ts";
import { OrderListDialog } from "./order-list-dialog.tsx";
import { OrdersStrip } from "./orders-strip.tsx";
import { useOrderKeeping } from "./use-order-keeping.ts";

/** The orders of this browser that the shop has not acknowledged: sent when it is time, shown and taken back. */
export default function KeptOrders() {
  const { orders, isOpen } = useOrderList();
  useOrderKeeping(orders);
  const unsettled = orders.filter((order) => order.state !== "acknowledged");
  return (
    <>
      {unsettled.length > 0 && <OrdersStrip orders={unsettled} />}
      <OrderListDialog orders={unsettled} open={isOpen} onClose={() => setOrderListOpen(false)} />
    </>
  );
}
