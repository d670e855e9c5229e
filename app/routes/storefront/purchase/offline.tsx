import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { noConnectionPath } from "#app/client/worker-messages.ts";
import { CopyNotice } from "./copy-notice.tsx";
import { useOrderList } from "./order-list.ts";
import { useCopies } from "./use-copies.ts";

export type OfflineProps = {
  /** The browser's own offer to install the shop, where it made one. */
  installOffer: Event | undefined;
};

const KeptOrders = lazy(() => import("./kept-orders.tsx"));
const InstallHint = lazy(() => import("./install-hint.tsx"));

/** What there is to say and to do about the connection, above the page. What most visits do not need comes when needed. */
export function Offline({ installOffer }: OfflineProps) {
  const { pathname } = useLocation();
  const copiedAt = useCopies();
  const { orders, isOpen } = useOrderList();
  const [hadOrders, setHadOrders] = useState(false);
  if (!hadOrders && (orders.length > 0 || isOpen)) setHadOrders(true);
  const mayHint = orders.length === 0 && (installOffer || "standalone" in navigator);
  return (
    <>
      {copiedAt && pathname !== noConnectionPath && <CopyNotice at={copiedAt} />}
      <Suspense>
        {hadOrders && <KeptOrders />}
        {mayHint && <InstallHint offer={installOffer} />}
      </Suspense>
    </>
  );
}
