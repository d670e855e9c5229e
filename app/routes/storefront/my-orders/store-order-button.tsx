import { useEffect, useState } from "react";
import type { StoredOrder } from "#app/domain/order-links/schema.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { notifyOfDeniedStorage } from "./denied-storage.ts";
import { readStoredOrders, storeOrder, updateStoredOrder } from "./stored-orders.ts";

/** 'Guardar neste aparelho'; once it is stored, the way to the stored orders. */
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
  if (isStored) {
    return (
      <ButtonLink
        look="ghost"
        size="compact"
        to="/meus-pedidos"
        className="max-sm:grow"
        {...(onLeave && { onClick: onLeave })}
      >
        <span className="icon-[lucide--check] size-5" aria-hidden />
        Meus pedidos
      </ButtonLink>
    );
  }
  return (
    <Button look="ghost" size="compact" className="max-sm:grow" onClick={store}>
      Guardar neste aparelho
    </Button>
  );
}
