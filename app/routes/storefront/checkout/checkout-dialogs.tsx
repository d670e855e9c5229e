import type { CartSettings } from "../cart/cart-settings.ts";

export type CheckoutDialogsProps = {
  open: boolean;
  onClose: () => void;
  onBack: () => void;
  settings: CartSettings;
};

/** The checkout and the confirmation that follows it. */
export function CheckoutDialogs({ open }: CheckoutDialogsProps) {
  return <p hidden={!open}>Finalizar Pedido</p>;
}
