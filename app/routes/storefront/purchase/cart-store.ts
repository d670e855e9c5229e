import { type CartItems, cartOf } from "#app/domain/cart/rules.ts";
import { parseStoredCart, serializeCart } from "#app/domain/cart/stored-cart.ts";

/** The part of the browser's storage that the cart needs; each call may throw (denied, full). */
export type TextStorage = Pick<Storage, "getItem" | "setItem">;

export const cartKey = "pomar.cart";

const emptyCart = cartOf([]);

/**
 * The cart of this tab, kept in step with the stored one. What another tab stored is read again before every
 * change, so that two tabs never overwrite each other; where storage is denied or full the cart lives in memory.
 */
export function createCartStore(storage: () => TextStorage) {
  let cart = emptyCart;
  let lastSeen: string | null = null;
  const listeners = new Set<() => void>();

  function readText(): string | null {
    try {
      return storage().getItem(cartKey);
    } catch {
      return lastSeen;
    }
  }

  function show(items: CartItems) {
    cart = items.length > 0 ? cartOf(items) : emptyCart;
    for (const listener of listeners) listener();
  }

  /** Takes over what is stored, when it is not what this tab saw last. */
  function restore() {
    const text = readText();
    if (text === lastSeen) return;
    lastSeen = text;
    const { items, intact } = parseStoredCart(text);
    if (!intact) console.warn("the stored cart was broken; what could not be read was dropped");
    show(items);
  }

  function change(next: (items: CartItems) => CartItems) {
    restore();
    const items = next(cart.items);
    if (items === cart.items) return;
    const text = serializeCart(items);
    try {
      storage().setItem(cartKey, text);
      lastSeen = text;
    } catch {
      // The cart stays in memory: denied or full storage must not stop a purchase.
    }
    show(items);
  }

  return {
    restore,
    change,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => cart,
    /** The server and the first render in the browser know no storage. */
    readOnServer: () => emptyCart,
  };
}

export type CartStore = ReturnType<typeof createCartStore>;
