import { useEffect, useState } from "react";
import type { StoredOrder } from "#app/domain/order-links/schema.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import {
  notifyOfDeniedStorage,
  readStoredOrders,
  removeStoredOrder,
  storeOrder,
  updateStoredOrder,
} from "./stored-orders.ts";

/** Where the order's link is stored, and 'Não guardar'; 'Guardar neste aparelho' while it is not stored. */
export function StoreOrderButton({ order, onLeave }: { order: StoredOrder; onLeave?: () => void }) {
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    updateStoredOrder(order);
    setStored(readStoredOrders().some(({ number }) => number === order.number));
  }, [order]);
  const store = () => {
    if (storeOrder(order)) setStored(true);
    else notifyOfDeniedStorage();
  };
  const forget = () => {
    removeStoredOrder(order.number);
    setStored(false);
  };
  if (isStored) {
    return (
      <>
        <ButtonLink
          variant="ghost"
          size="compact"
          to="/meus-pedidos"
          className="max-sm:grow"
          {...(onLeave && { onClick: onLeave })}
        >
          <span className="icon-[lucide--check] size-5" aria-hidden />
          Meus pedidos
        </ButtonLink>
        <span className="flex basis-full flex-wrap items-center text-muted sm:pl-2.5">
          O link fica guardado só neste aparelho, sem dados pessoais.
          <Button variant="ghost" size="compact" onClick={forget}>
            Não guardar
          </Button>
        </span>
      </>
    );
  }
  return (
    <Button variant="ghost" size="compact" className="max-sm:grow" onClick={store}>
      Guardar neste aparelho
    </Button>
  );
}
