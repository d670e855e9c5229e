import { type ComponentType, useState } from "react";
import { toast } from "#app/client/toast.ts";
import { CartDialog } from "./cart-dialog.tsx";
import type { CartSettings } from "./cart-settings.ts";
import type { CheckoutDialogsProps } from "./checkout-dialogs.tsx";

export type CartDialogsProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  settings: CartSettings;
};

const loadCheckout = () => import("./checkout-dialogs.tsx");

/** The cart and, in a chunk of its own that is fetched meanwhile, the checkout that follows it. */
export function CartDialogs({ open, onOpenChange, settings }: CartDialogsProps) {
  const [Checkout, setCheckout] = useState<ComponentType<CheckoutDialogsProps>>();
  const [atCheckout, setAtCheckout] = useState(false);
  const close = () => {
    setAtCheckout(false);
    onOpenChange(false);
  };
  const showCheckout = () => {
    setAtCheckout(true);
    onOpenChange(true);
  };
  const proceed = async () => {
    try {
      const { CheckoutDialogs } = await loadCheckout();
      setCheckout(() => CheckoutDialogs);
      showCheckout();
    } catch {
      toast({
        title: "Não foi possível abrir o formulário",
        description: "Verifique sua conexão e tente de novo.",
        look: "destructive",
      });
    }
  };
  return (
    <>
      <CartDialog
        open={open && !atCheckout}
        onClose={close}
        onProceed={proceed}
        onShown={preloadCheckout}
        settings={settings}
      />
      {Checkout && (
        <Checkout
          open={open && atCheckout}
          onClose={close}
          onBack={() => setAtCheckout(false)}
          onAnswer={showCheckout}
          settings={settings}
        />
      )}
    </>
  );
}

/** So that the form opens at once; a failure shows when it is opened. */
function preloadCheckout() {
  loadCheckout().catch(() => {});
}
