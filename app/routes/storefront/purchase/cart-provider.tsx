import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from "react";
import { dismissToast, toast } from "#app/client/toast.ts";
import { whenIdle } from "#app/client/when-idle.ts";
import { addItem, type CartItems, removeProduct, setQuantity } from "#app/domain/cart/rules.ts";
import { type CartActions, CartContext } from "./cart-context.tsx";
import type { CartDialogsProps } from "./cart-dialogs.tsx";
import type { CartSettings } from "./cart-settings.ts";
import { type CartStore, cartKey, createCartStore } from "./cart-store.ts";

/** One notice about the cart at a time, and none beside the open cart, which says it all. */
const noticeId = "cart";

const loadDialogs = () => import("./cart-dialogs.tsx");

/** Keeps the visitor's cart for the pages below and opens its dialogs, which are fetched when first needed. */
export function CartProvider(props: { settings: CartSettings; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [Dialogs, setDialogs] = useState<ComponentType<CartDialogsProps>>();
  const value = useMemo(() => {
    const store = createCartStore(() => localStorage);
    const openCart = () => {
      setOpen(true);
      dismissToast(noticeId);
      loadDialogs().then(({ CartDialogs }) => setDialogs(() => CartDialogs), tellThatItCannotOpen);
    };
    return { store, actions: { ...changesOf(store), openCart } };
  }, []);
  useStoredCart(value.store);
  useWatchedCart(value.store, open);
  return (
    <CartContext value={value}>
      {props.children}
      {Dialogs && <Dialogs open={open} onOpenChange={setOpen} settings={props.settings} />}
    </CartContext>
  );
}

function changesOf(store: CartStore): Omit<CartActions, "openCart"> {
  return {
    addItem(product, quantity, option) {
      store.change((items) => addItem(items, product, quantity, option));
      toast({
        id: noticeId,
        title: "Produto adicionado!",
        description: `${product.name} foi adicionado ao carrinho`,
      });
      // So that the cart opens at once; a failure shows when it is opened.
      loadDialogs().catch(() => {});
    },
    removeItem(productId) {
      store.change((items) => removeProduct(items, productId));
      toast({ id: noticeId, title: "Produto removido" });
    },
    updateQuantity(productId, quantity, option) {
      store.change((items) => setQuantity(items, productId, quantity, option));
    },
    clearCart() {
      store.change(() => []);
      toast({ id: noticeId, title: "Carrinho limpo" });
    },
    replaceItems: store.change,
  };
}

function tellThatItCannotOpen() {
  toast({
    title: "Não foi possível abrir o carrinho",
    description: "Verifique sua conexão e tente de novo.",
    look: "destructive",
  });
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

/** Follows what becomes of the products in the cart, once it has any; an open cart says it itself. */
function useWatchedCart(store: CartStore, isOpen: boolean) {
  const isSaid = useEffectEvent(() => isOpen);
  useEffect(() => {
    const ending = new AbortController();
    const watch = async () => {
      const { tellOfChanges, watchCart } = await import("./watch-cart.ts");
      if (ending.signal.aborted) return;
      const tell = (lines: CartItems) => isSaid() || tellOfChanges(lines, noticeId);
      watchCart(store, tell, ending.signal);
    };
    const begin = () => {
      if (store.read().items.length === 0) return;
      stop();
      // Without it the cart still looks when it is opened, and the server when the order is sent.
      whenIdle(() => watch().catch(() => {}));
    };
    const stop = store.subscribe(begin);
    begin();
    return () => {
      stop();
      ending.abort();
    };
  }, [store]);
}
