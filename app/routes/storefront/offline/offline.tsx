import { useLocation } from "react-router";
import { noConnectionPath } from "#app/offline/messages.ts";
import { CopyNotice } from "./copy-notice.tsx";
import { InstallHint } from "./install-hint.tsx";
import { setOrderListOpen, useOrderList } from "./order-list.ts";
import { OrderListDialog } from "./order-list-dialog.tsx";
import { OrdersStrip } from "./orders-strip.tsx";
import { useCopies } from "./use-copies.ts";
import { useOrderKeeping } from "./use-order-keeping.ts";

export type OfflineProps = {
  /** The browser's own offer to install the shop, where it made one. */
  installOffer: Event | undefined;
};

/** What there is to say and to do about the connection, above the page. */
export function Offline({ installOffer }: OfflineProps) {
  const { pathname } = useLocation();
  const copiedAt = useCopies();
  const { orders, isOpen } = useOrderList();
  useOrderKeeping(orders);
  const unsettled = orders.filter((order) => order.state !== "acknowledged");
  return (
    <>
      {copiedAt && pathname !== noConnectionPath && <CopyNotice at={copiedAt} />}
      {unsettled.length > 0 ? (
        <OrdersStrip orders={unsettled} />
      ) : (
        <InstallHint offer={installOffer} />
      )}
      <OrderListDialog orders={unsettled} open={isOpen} onClose={() => setOrderListOpen(false)} />
    </>
  );
}
