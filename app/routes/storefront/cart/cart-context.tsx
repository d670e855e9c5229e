import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import {
  addItem,
  type Cart,
  type CartProduct,
  quantityOf,
  removeProduct,
  setQuantity,
} from "#app/domain/cart/rules.ts";
import type { SaleUnit } from "#app/domain/catalogue/rules.ts";
import type { Settings } from "#app/domain/settings/schema.ts";
import { type CartStore, cartKey, createCartStore } from "./cart-store.ts";

/** What the cart tells the visitor about the shop. */
export type CartSettings = Pick<Settings, "delivery_settings" | "payment_methods">;

export type CartDialogsProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  settings: CartSettings;
};

export type CartActions = {
  addItem: (product: CartProduct, quantity?: number, option?: SaleUnit) => void;
  /** Removes every line of the product. */
  removeItem: (productId: string) => void;
  /** Zero or less removes the product; without an option every line of it gets the quantity. */
  updateQuantity: (productId: string, quantity: number, option?: SaleUnit) => void;
  clearCart: () => void;
  openCart: () => void;
};

const CartContext = createContext<{ store: CartStore; actions: CartActions } | null>(null);

/** Keeps the visitor's cart for the pages below and opens its dialogs, which are fetched when first needed. */
export function CartProvider(props: { settings: CartSettings; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [Dialogs, setDialogs] = useState<ComponentType<CartDialogsProps>>();
  const value = useMemo(() => {
    const store = createCartStore(() => localStorage);
    const openCart = () => {
      setOpen(true);
      void loadDialogs().then((module) => setDialogs(() => module.CartDialogs));
    };
    return { store, actions: { ...changesOf(store), openCart } };
  }, []);
  useStoredCart(value.store);
  return (
    <CartContext value={value}>
      {props.children}
      {Dialogs && <Dialogs open={open} onOpenChange={setOpen} settings={props.settings} />}
    </CartContext>
  );
}

const loadDialogs = () => import("./cart-dialogs.tsx");

function changesOf(store: CartStore): Omit<CartActions, "openCart"> {
  return {
    addItem(product, quantity, option) {
      store.change((items) => addItem(items, product, quantity, option));
      void loadDialogs();
    },
    removeItem(productId) {
      store.change((items) => removeProduct(items, productId));
    },
    updateQuantity(productId, quantity, option) {
      store.change((items) => setQuantity(items, productId, quantity, option));
    },
    clearCart() {
      store.change(() => []);
    },
  };
}

/** Reads the stored cart after hydration, and again when another tab or a page kept by the back button changed it. */
function useStoredCart(store: CartStore) {
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === cartKey || event.key === null) store.restore();
    };
    store.restore();
    addEventListener("storage", onStorage);
    addEventListener("pageshow", store.restore);
    return () => {
      removeEventListener("storage", onStorage);
      removeEventListener("pageshow", store.restore);
    };
  }, [store]);
}

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
