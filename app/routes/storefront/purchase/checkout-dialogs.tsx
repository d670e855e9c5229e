import { useState } from "react";
import { toast } from "#app/client/toast.ts";
import { useCartActions } from "./cart-context.tsx";
import type { CartSettings } from "./cart-settings.ts";
import { CheckoutDialog } from "./checkout-dialog.tsx";
import { OrderKeptDialog } from "./order-kept-dialog.tsx";
import { orderKey } from "./order-key.ts";
import { OrderSentDialog } from "./order-sent-dialog.tsx";
import type { SentOrder } from "./use-order-sending.ts";

export type CheckoutDialogsProps = {
  open: boolean;
  onClose: () => void;
  onBack: () => void;
  /** Something came of an order: who closed the checkout while it was on its way has to see it. */
  onAnswer: () => void;
  settings: CartSettings;
};

/** The checkout and, once it has closed, the confirmation of the order or that it is kept. */
export function CheckoutDialogs(props: CheckoutDialogsProps) {
  const { open, onClose, onBack, onAnswer, settings } = props;
  const [order, setOrder] = useState<SentOrder>();
  const [isSent, setSent] = useState(false);
  const [isKept, setKept] = useState(false);
  const { replaceItems } = useCartActions();
  const closeKept = () => {
    setKept(false);
    onClose();
  };
  return (
    <>
      <CheckoutDialog
        open={open && !isSent && !isKept}
        onClose={onClose}
        onBack={onBack}
        onSetback={onAnswer}
        onKept={() => {
          setKept(true);
          onAnswer();
        }}
        onSent={(sentOrder) => {
          setOrder(sentOrder);
          setSent(true);
          onAnswer();
          if (sentOrder.sent) tellSuccess();
        }}
        settings={settings}
      />
      <OrderKeptDialog
        open={open && isKept}
        onClose={closeKept}
        onNewOrder={() => {
          orderKey.acknowledged();
          replaceItems(() => []);
          closeKept();
        }}
      />
      {order && (
        <OrderSentDialog
          open={open && isSent}
          order={order}
          onClose={() => {
            setSent(false);
            onClose();
          }}
        />
      )}
    </>
  );
}

function tellSuccess() {
  toast({
    title: "Pedido enviado!",
    description: "Seu pedido foi enviado com sucesso. Entraremos em contato em breve.",
  });
}
