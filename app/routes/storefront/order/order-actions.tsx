import { type ReactNode, useEffect, useState } from "react";
import { toast } from "#app/client/toast.ts";
import type { StoredOrder } from "#app/domain/orders/links/schema.ts";
import { createOrderMessage, type MessageOrder } from "#app/domain/outgoing/messages.ts";
import { areaPath } from "#app/shared/paths.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { focusOnce } from "#app/ui/focus-once.ts";
import { useSite } from "../frame/site.ts";
import { useMyOrders } from "../my-orders/menu-item.tsx";
import {
  notifyOfDeniedStorage,
  readStoredOrders,
  removeStoredOrder,
  storeOrder,
  updateStoredOrder,
} from "../my-orders/stored-orders.ts";

type SendOrderProps = {
  order: MessageOrder;
  onLeave?: () => void;
  /** The contents beside 'Copiar texto', below the other actions. */
  children?: ReactNode;
};

/** 'Enviar no WhatsApp': a chat with the shop that contains the order, and the whole text to copy. */
export function SendOrder({ order, onLeave, children }: SendOrderProps) {
  const { url, text } = createOrderMessage(order, useSite()?.settings.whatsapp ?? null);
  const icon = <span className="icon-[lucide--message-circle] size-5" aria-hidden />;
  return (
    <>
      {url ? (
        <ButtonLink variant="outline" to={url} className="max-sm:w-full">
          {icon}
          Enviar no WhatsApp
        </ButtonLink>
      ) : (
        <>
          <Button
            variant="outline"
            disabled
            aria-describedby="sem-whatsapp"
            className="max-sm:w-full"
          >
            {icon}
            Enviar no WhatsApp
          </Button>
          <ButtonLink
            variant="outline"
            to="/contato"
            className="max-sm:w-full"
            {...(onLeave && { onClick: onLeave })}
          >
            Falar com a loja
          </ButtonLink>
        </>
      )}
      {!url && (
        <span id="sem-whatsapp" className="basis-full text-muted">
          A loja não informou um número de WhatsApp.
        </span>
      )}
      <span className="-mt-1 flex basis-full flex-wrap sm:-ml-2.5">
        <Button
          variant="ghost"
          size="compact"
          className="max-sm:grow"
          onClick={() => void copyText(text)}
        >
          Copiar texto
        </Button>
        {children}
      </span>
    </>
  );
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: "Texto copiado" });
  } catch {
    toast({ title: "Não foi possível copiar", description: text, variant: "destructive" });
  }
}

/**
 * The way to the area on a device on which it is open; else the way to the stored orders with 'Não guardar', or 'Guardar neste aparelho'
 * while the order is not stored.
 */
export function StoreOrderButton({ order, onLeave }: { order: StoredOrder; onLeave?: () => void }) {
  const place = useMyOrders();
  const [isStored, setStored] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const replacement = { ...(isPressed && { ref: focusOnce }) };
  useEffect(() => {
    updateStoredOrder(order);
    setStored(readStoredOrders().some(({ number }) => number === order.number));
  }, [order]);
  const store = () => {
    setPressed(true);
    if (storeOrder(order)) setStored(true);
    else notifyOfDeniedStorage();
  };
  const forget = () => {
    setPressed(true);
    removeStoredOrder(order.number);
    setStored(false);
  };
  if (place?.to === areaPath) {
    return (
      <ButtonLink
        variant="ghost"
        size="compact"
        to={areaPath}
        className="max-sm:grow"
        {...(onLeave && { onClick: onLeave })}
      >
        {place.label}
      </ButtonLink>
    );
  }
  if (isStored) {
    return (
      <>
        <ButtonLink
          variant="ghost"
          size="compact"
          to="/meus-pedidos"
          className="max-sm:grow"
          {...replacement}
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
    <Button variant="ghost" size="compact" className="max-sm:grow" onClick={store} {...replacement}>
      Guardar neste aparelho
    </Button>
  );
}
