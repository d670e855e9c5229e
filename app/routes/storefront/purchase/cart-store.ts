import { atom, onMount } from "nanostores";
import { createContext, useContext, useSyncExternalStore } from "react";
import { randomId } from "#app/client/browser-fallbacks.ts";
import { type OrderRecord, orderOutbox } from "#app/client/order-queue-records.ts";
import { type SafeStorage, safeLocalStorage } from "#app/client/storage.ts";
import { useStore } from "#app/client/use-store.ts";
import { formatProductCount } from "#app/domain/catalogue/rules.ts";
import type { Settings } from "#app/domain/company/schema.ts";
import {
  addItem,
  type Cart,
  type CartItem,
  type CartItems,
  type CartProduct,
  cartOf,
  quantityOf,
} from "#app/domain/orders/cart/rules.ts";
import { maxQuantity } from "#app/shared/limits.ts";
import { toCents } from "#app/shared/money.ts";
import { type SaleUnit, saleUnits, toThousandths } from "#app/shared/units.ts";

/** `id` is the idempotency key of the cart's order; the cart that follows an order gets another one. */
export type IdentifiedCart = Cart & { id: string };

export const cartKey = "pomar.cart";

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
    if (!intact) console.warn("unreadable lines of the cart were dropped");
    const id = storedId ?? (currentId || randomId());
    if (items.length > 0 && !storedId) write(id, items);
    else show(id, items);
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

/** Removes the ordered quantities; products that were added since the order stay. */
function withoutOrdered(items: CartItems, ordered: CartItems): CartItems {
  return items.flatMap((item) => {
    const taken = ordered.find(
      (one) => one.product.id === item.product.id && one.selectedOption === item.selectedOption,
    );
    const quantity = item.quantity - (taken?.quantity ?? 0);
    return quantity > 0 ? [taken ? { ...item, quantity } : item] : [];
  });
}

const storedShape = 1;

type StoredCart = { id?: string; items: CartItems; intact: boolean };

/** The cart and the id of its order as text for the browser's storage; `parseStoredCart` reads it back. */
export function serializeCart(items: CartItems, id?: string): string {
  return JSON.stringify({ shape: storedShape, id, items });
}

/**
 * The valid lines of a stored text. Invalid lines and other formats are dropped; `intact` is false if any were. Null is
 * an empty cart.
 */
export function parseStoredCart(text: string | null): StoredCart {
  if (text === null) return { items: [], intact: true };
  const { shape, id, items } = fieldsOf(parseJson(text));
  if (shape !== storedShape || !Array.isArray(items)) return { items: [], intact: false };
  const known = items.map(toItem).filter((item) => item !== undefined);
  return {
    ...(isCartId(id) && { id }),
    items: known.reduce<CartItems>(
      (lines, { product, quantity, selectedOption }) =>
        addItem(lines, product, quantity, selectedOption),
      [],
    ),
    intact: known.length === items.length,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function toItem(value: unknown): CartItem | undefined {
  const { product, quantity, selectedOption } = fieldsOf(value);
  const known = toStoredProduct(product);
  if (!known || !isQuantity(quantity, known.unit) || quantity > maxQuantity) return undefined;
  return isUnit(selectedOption) ? { product: known, quantity, selectedOption } : undefined;
}

function toStoredProduct(value: unknown): CartProduct | undefined {
  const { id, name, description, price, unit, unit_label = "", ...fields } = fieldsOf(value);
  const { category, image, available, rating, packageInfo, isWeighed = false, terms } = fields;
  const { unitsPerPackage, packagesPerBox, unitsPerBox } = fieldsOf(packageInfo);
  const isValid =
    isText(id) &&
    id !== "" &&
    [name, description, unit_label].every(isText) &&
    isPrice(price) &&
    isUnit(unit) &&
    [category, image].every((text) => text === null || isText(text)) &&
    typeof available === "boolean" &&
    typeof isWeighed === "boolean" &&
    Number.isFinite(rating) &&
    [unitsPerPackage, packagesPerBox, unitsPerBox].every(isCount) &&
    areTerms(terms, unit);
  if (!isValid) return undefined;
  return {
    id,
    name,
    description,
    price,
    unit,
    category,
    image,
    available,
    rating,
    packageInfo: { unitsPerPackage, packagesPerBox, unitsPerBox },
    ...(unit_label !== "" && { unit_label }),
    ...(isWeighed && { isWeighed }),
    ...(terms !== undefined && { terms }),
  } as CartProduct;
}

/** The terms of an option, which a cart of the main unit need not have. */
function areTerms(value: unknown, unit: unknown): boolean {
  if (value === undefined) return true;
  const { contains, minimum, step, tiers } = fieldsOf(value);
  return (
    isQuantity(contains) &&
    isQuantity(minimum, unit) &&
    isQuantity(step, unit) &&
    Array.isArray(tiers) &&
    tiers.map(fieldsOf).every(({ from, price }) => isQuantity(from, unit) && isPrice(price))
  );
}

/** Checks the format that the API accepts as an idempotency key. */
const isCartId = (value: unknown): value is string =>
  typeof value === "string" && /^[\w-]{8,64}$/.test(value);
const isText = (value: unknown): value is string => typeof value === "string";
const isUnit = (value: unknown): value is SaleUnit => saleUnits.some((unit) => unit === value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;

/** A whole number, or kilos to the gram. */
function isQuantity(value: unknown, unit?: unknown): value is number {
  const kilos = Number(value);
  if (unit !== "kg") return isCount(value) && kilos >= 1;
  return typeof value === "number" && kilos > 0 && toThousandths(kilos) / 1000 === kilos;
}

function isPrice(value: unknown): value is number {
  try {
    return (
      typeof value === "number" && Number.isSafeInteger(toCents(value) * maxQuantity) && value >= 0
    );
  } catch {
    return false;
  }
}

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
  if (!context) throw new Error("no CartProvider");
  return context;
}

/** Returns the functions that change the cart; the component is not rendered when the cart changes. */
export function useCartActions(): CartActions {
  return useCartContext().actions;
}

/** Returns the store, for the code that turns the cart into an order. */
export function useCartStore(): CartStore {
  return useCartContext().store;
}

/** The cart and what changes it. */
export function useCart(): Cart & CartActions {
  const { store, actions } = useCartContext();
  const { items, total, totalItems } = useStore(store.$cart);
  return { items, total, totalItems, ...actions };
}

/** Returns the quantity of a product in the cart with one option; a card renders only when its own number changes. */
export function useCartQuantity(productId: string, option: SaleUnit): number {
  const { $cart } = useCartContext().store;
  return useSyncExternalStore(
    (listener) => $cart.listen(listener),
    () => quantityOf($cart.get().items, productId, option),
    () => 0,
  );
}

/** "3 produtos", beside the cart's total. */
export function describeCart(items: CartItems): string {
  return formatProductCount(new Set(items.map(({ product }) => product.id)).size);
}

/** The order records of this browser, in step with other tabs and the worker while a component reads them. */
export const $orders = atom<readonly OrderRecord[]>([]);

export const $isOrderListOpen = atom(false);

/** True if the cart's dialog is at the checkout; set before `openCart`, it opens there. */
export const $isAtCheckout = atom(false);

/** Id of the cart whose order is shown in the open checkout, which then shows its outcome as well. */
export const $checkoutKey = atom<string | undefined>();

/** Id of the cart that was sent without a clear answer and that the browser could not store. */
export const $unansweredKey = atom<string | undefined>();

onMount($orders, () => {
  const refresh = () => {
    orderOutbox.list().then(
      (orders) => $orders.set(orders),
      // Where the browser stores nothing, there are no records.
      () => {},
    );
  };
  refresh();
  return orderOutbox.watch(refresh);
});
