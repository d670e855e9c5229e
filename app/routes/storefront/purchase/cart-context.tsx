import { createContext, useContext, useSyncExternalStore } from "react";
import { type Cart, type CartItems, type CartProduct, quantityOf } from "#app/domain/cart/rules.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { CartStore } from "./cart-store.ts";

export type CartActions = {
  addItem: (product: CartProduct, quantity?: number, option?: SaleUnit) => void;
  /** Removes every line of the product. */
  removeItem: (productId: string) => void;
  /** Zero or less removes the product; without an option every line of it gets the quantity. */
  updateQuantity: (productId: string, quantity: number, option?: SaleUnit) => void;
  clearCart: () => void;
  /** Puts other lines in their place without a notice. */
  replaceItems: (next: (items: CartItems) => CartItems) => void;
  openCart: () => void;
};

export const CartContext = createContext<{ store: CartStore; actions: CartActions } | null>(null);

function useCartContext() {
  const context = useContext(CartContext);
  if (!context) throw new Error("useCart must be used within a CartProvider");
  return context;
}

/** What changes the cart, without following it. */
export function useCartActions(): CartActions {
  return useCartContext().actions;
}

/** The cart and what changes it. */
export function useCart(): Cart & CartActions {
  const { store, actions } = useCartContext();
  const cart = useSyncExternalStore(store.subscribe, store.read, store.readOnServer);
  return { ...cart, ...actions };
}

/** How many of a product the cart holds; a card that asks renders only when its own number changes. */
export function useCartQuantity(productId: string): number {
  const { store } = useCartContext();
  return useSyncExternalStore(
    store.subscribe,
    () => quantityOf(store.read().items, productId),
    () => 0,
  );
}
