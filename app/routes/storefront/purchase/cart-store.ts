import { atom } from "nanostores";
import { randomId } from "#app/client/browser-fallbacks.ts";
import { type SafeStorage, safeLocalStorage } from "#app/client/storage.ts";
import { type Cart, type CartItems, cartOf } from "#app/domain/cart/rules.ts";
import { parseStoredCart, serializeCart } from "#app/domain/cart/stored-cart.ts";

/** `id` is the idempotency key of the cart's order; the cart that follows an order gets another one. */
export type IdentifiedCart = Cart & { id: string };

export const cartKey = "pomar.cart";
/** Where versions until November 2026 stored the idempotency key. */
const oldOrderKey = "pomar.order-key";

const emptyCart: IdentifiedCart = { id: "", ...cartOf([]) };

/**
 * The cart of this tab, in step with the stored one. Items and id are stored in one write. The stored cart is read again
 * before every change, so that two tabs do not overwrite each other.
 */
export function createCartStore(storage: SafeStorage = safeLocalStorage) {
  /** Empty on the server and in the first render, which know no storage. */
  const $cart = atom(emptyCart);
  let lastText: string | null = null;

  function show(id: string, items: CartItems): void {
    $cart.set({ id, ...cartOf(items) });
  }

  function write(id: string, items: CartItems): void {
    lastText = serializeCart(items, id);
    storage.write(cartKey, lastText);
    show(id, items);
  }

  /** Takes over what is stored if it is not what this tab saw last. */
  function restore(): void {
    const text = storage.read(cartKey);
    const { id: currentId } = $cart.get();
    if (text === lastText && currentId !== "") return;
    lastText = text;
    const { id: storedId, items, intact } = parseStoredCart(text);
    if (!intact) console.warn("the stored cart was broken; unreadable lines were dropped");
    const oldId = storedId ? undefined : takeOldOrderKey();
    const id = storedId ?? oldId ?? (currentId || randomId());
    if (oldId || (items.length > 0 && !storedId)) write(id, items);
    else show(id, items);
  }

  function takeOldOrderKey(): string | undefined {
    const [, key] = /^\{"key":"([\w-]{8,64})"/.exec(storage.read(oldOrderKey) ?? "") ?? [];
    if (key) storage.remove(oldOrderKey);
    return key;
  }

  function change(next: (items: CartItems) => CartItems): void {
    restore();
    const { id, items } = $cart.get();
    const changed = next(items);
    if (changed !== items) write(id, changed);
  }

  /** The items that `next` leaves become a cart with another id, and so another order. Returns the id. */
  function startNewCart(next: (items: CartItems) => CartItems): string {
    restore();
    write(randomId(), next($cart.get().items));
    return $cart.get().id;
  }

  return {
    $cart,
    restore,
    change,
    startNewCart,
    /** The cart as it is now, also if another tab changed it. */
    readNow(): IdentifiedCart {
      restore();
      return $cart.get();
    },
    /** Takes the ordered items out, unless the cart was replaced since. Returns whether it was the order's cart. */
    completeOrder(id: string, ordered: CartItems): boolean {
      restore();
      if ($cart.get().id !== id) return false;
      startNewCart((items) => withoutOrdered(items, ordered));
      return true;
    },
  };
}

export type CartStore = ReturnType<typeof createCartStore>;

/** What was added since the order stays. */
function withoutOrdered(items: CartItems, ordered: CartItems): CartItems {
  return items.flatMap((item) => {
    const taken = ordered.find(
      (one) => one.product.id === item.product.id && one.selectedOption === item.selectedOption,
    );
    const quantity = item.quantity - (taken?.quantity ?? 0);
    return quantity > 0 ? [taken ? { ...item, quantity } : item] : [];
  });
}
