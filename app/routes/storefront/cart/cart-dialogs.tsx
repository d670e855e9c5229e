import type { CartDialogsProps } from "./cart-context.tsx";

/** The cart and what follows it, in one chunk that loads when the cart is first needed. */
export function CartDialogs({ open }: CartDialogsProps) {
  return <dialog open={open}>Carrinho</dialog>;
}
