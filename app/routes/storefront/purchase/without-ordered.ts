import type { CartItems } from "#app/domain/cart/rules.ts";

/** The cart without what an order took: what was added since stays. */
export function withoutOrdered(items: CartItems, ordered: CartItems): CartItems {
  return items.flatMap((item) => {
    const taken = ordered.find(
      (one) => one.product.id === item.product.id && one.selectedOption === item.selectedOption,
    );
    const quantity = item.quantity - (taken?.quantity ?? 0);
    return quantity > 0 ? [taken ? { ...item, quantity } : item] : [];
  });
}
