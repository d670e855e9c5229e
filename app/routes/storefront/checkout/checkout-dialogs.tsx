import { useState } from "react";
import { toast } from "#app/ui/toast.ts";
import type { CartSettings } from "../cart/cart-settings.ts";
import { CheckoutDialog } from "./checkout-dialog.tsx";
import { OrderSentDialog } from "./order-sent-dialog.tsx";
import type { SentOrder } from "./use-order-sending.ts";

export type CheckoutDialogsProps = {
  open: boolean;
  onClose: () => void;
  onBack: () => void;
  settings: CartSettings;
};

/** The checkout and, once it has closed, the confirmation of the order. */
export function CheckoutDialogs({ open, onClose, onBack, settings }: CheckoutDialogsProps) {
  const [order, setOrder] = useState<SentOrder>();
  const [isSent, setSent] = useState(false);
  return (
    <>
      <CheckoutDialog
        open={open && !isSent}
        onClose={onClose}
        onBack={onBack}
        onSent={(sentOrder) => {
          setOrder(sentOrder);
          setSent(true);
          if (sentOrder.sent) tellSuccess();
        }}
        settings={settings}
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
