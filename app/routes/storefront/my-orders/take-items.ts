import { type AvailableLines, findAvailableLines } from "#app/domain/orders/cart/order-lines.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { StoredOrder } from "#app/domain/orders/links/schema.ts";
import { $isAtCheckout } from "#app/routes/storefront/purchase/cart-store.ts";
import { describeOrderObstacle } from "#app/routes/storefront/purchase/order-summary.tsx";
import { fetchProducts } from "../catalogue/fetch-products.ts";
import { useSite } from "../frame/site.ts";
import { useCart, useCartActions } from "../purchase/cart-store.ts";

/** Lines at today's prices. Their dialogs are fetched meanwhile, so that the checkout opens at once. */
export async function findLinesOnSale(lines: StoredOrder["lines"]): Promise<AvailableLines> {
  const products = await fetchProducts(lines.map(({ product_id }) => product_id));
  const found = findAvailableLines(lines, products);
  if (found.items.length === 0) return found;
  // A failure shows when they are opened.
  for (const part of [
    import("../purchase/cart-dialog.tsx"),
    import("../purchase/checkout-dialog.tsx"),
  ])
    part.catch(() => {});
  return found;
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
