import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import { useSite } from "../frame/site.ts";
import { $isAtCheckout, useCart, useCartActions } from "../purchase/cart-store.ts";
import { describeOrderObstacle } from "../purchase/order-summary.tsx";

/** Loads the checkout, so that it opens at once. A failure shows when it is opened. */
export function preloadCheckout(): void {
  for (const part of [
    import("../purchase/cart-dialog.tsx"),
    import("../purchase/checkout-dialog.tsx"),
  ])
    part.catch(() => {});
}

/** Puts items into the empty cart, and opens it, or the checkout where the order may be sent. */
export function useTakeItems(): (items: CartItems, place: "cart" | "checkout") => void {
  const { openCart } = useCart();
  const { replaceItems } = useCartActions();
  const delivery = useSite()?.settings.delivery_settings;
  return (items, place) => {
    replaceItems(() => items);
    const canOrder = delivery && !describeOrderObstacle(items, delivery);
    $isAtCheckout.set(place === "checkout" && canOrder === true);
    openCart();
  };
}
