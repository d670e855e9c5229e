import { useStore } from "@nanostores/react";
import { atom, onMount } from "nanostores";
import { createContext, useContext, useSyncExternalStore } from "react";
import {
  listQueuedOrders,
  type OrderRecord,
  watchOrders,
} from "#app/client/order-queue-records.ts";
import { type Cart, type CartItems, type CartProduct, quantityOf } from "#app/domain/cart/rules.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import type { SaleUnit } from "#app/shared/units.ts";
import type { CartStore } from "./cart-store.ts";

export type CartActions = {
  addItem: (product: CartProduct, quantity?: number, option?: SaleUnit) => void;
  /** Removes the line, or without an option every line of the product. */
  removeItem: (productId: string, option?: SaleUnit) => void;
  /** Zero or less removes the product; without an option every line of it gets the quantity. */
  updateQuantity: (productId: string, quantity: number, option?: SaleUnit) => void;
  clearCart: () => void;
  /** Changes the lines without a notice. */
  replaceItems: (next: (items: CartItems) => CartItems) => void;
  openCart: () => void;
  /** Calls `apply`, for an unusually large quantity only after the visitor confirmed it. */
  confirmQuantity: (wanted: WantedQuantity, apply: () => void) => void;
};

/** `quantity` is what the cart would hold instead of `current`. */
export type WantedQuantity = {
  product: CartProduct;
  quantity: number;
  current: number;
  stock?: number | undefined;
};

/** The part of the shop's settings that cart and checkout show. */
export type CartSettings = Pick<
  Settings,
  "delivery_settings" | "payment_methods" | "payment_terms"
> & { delivery_choice?: boolean };

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

/** For the code that turns the cart into an order. */
export function useCartStore(): CartStore {
  return useCartContext().store;
}

/** The cart and what changes it. */
export function useCart(): Cart & CartActions {
  const { store, actions } = useCartContext();
  const { items, total, totalItems } = useStore(store.$cart, { ssr: "initial" });
  return { items, total, totalItems, ...actions };
}

/** How many of a product the cart holds with one option; a card renders only when its own number changes. */
export function useCartQuantity(productId: string, option: SaleUnit): number {
  const { $cart } = useCartContext().store;
  return useSyncExternalStore(
    (listener) => $cart.listen(listener),
    () => quantityOf($cart.get().items, productId, option),
    () => 0,
  );
}

/** Quantities of different units cannot be added up: a cart is described by the number of its products. */
export function countProducts(items: CartItems): number {
  return new Set(items.map(({ product }) => product.id)).size;
}

/** "3 produtos" */
export function describeCart(items: CartItems): string {
  return formatProductCount(countProducts(items));
}

/** The order records of this browser, in step with other tabs and the worker while a component reads them. */
export const $orders = atom<readonly OrderRecord[]>([]);

export const $isOrderListOpen = atom(false);

/** Whether the cart's dialog is at the checkout; set before `openCart`, it opens there. */
export const $isAtCheckout = atom(false);

/** Id of the cart whose order is shown in the open checkout, which then shows its outcome as well. */
export const $checkoutKey = atom<string | undefined>();

/** Id of the cart that was sent without a clear answer and that the browser could not store. */
export const $unansweredKey = atom<string | undefined>();

onMount($orders, () => {
  const refresh = () => {
    listQueuedOrders().then(
      (orders) => $orders.set(orders),
      // Where the browser stores nothing, there are no records.
      () => {},
    );
  };
  refresh();
  return watchOrders(refresh);
});
