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
import {
  addItem,
  type CartItems,
  isUnusualQuantity,
  removeProduct,
  restoreLines,
  setQuantity,
  unitsText,
} from "#app/domain/cart/rules.ts";
import {
  type CartActions,
  CartContext,
  type CartSettings,
  type WantedQuantity,
} from "./cart-context.tsx";
import type { CartDialogsProps } from "./cart-dialog.tsx";
import { type CartStore, cartKey, createCartStore } from "./cart-store.ts";
import type { QuantityDialogProps } from "./quantity-dialog.tsx";

/** One notice about the cart at a time, and none beside the open cart, which shows the same. */
const noticeId = "cart";

const loadDialogs = () => import("./cart-dialog.tsx");

type QuantityQuestion = Omit<QuantityDialogProps, "onClose"> & {
  Dialog: ComponentType<QuantityDialogProps>;
};

/** Provides the visitor's cart to the pages below and opens its dialogs, which are fetched on first use. */
export function CartProvider(props: { settings: CartSettings; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [Dialogs, setDialogs] = useState<ComponentType<CartDialogsProps>>();
  const [question, setQuestion] = useState<QuantityQuestion>();
  const value = useMemo(() => {
    const store = createCartStore();
    const openCart = () => {
      setOpen(true);
      dismissToast(noticeId);
      loadDialogs().then(({ CartDialogs }) => setDialogs(() => CartDialogs), showLoadError);
    };
    const confirmQuantity = (wanted: WantedQuantity, apply: () => void) => {
      if (!isUnusualQuantity(wanted.quantity, wanted.current, wanted.stock)) return apply();
      import("./quantity-dialog.tsx").then(
        ({ QuantityDialog: Dialog }) => setQuestion({ Dialog, wanted, apply }),
        // Without connection the browser asks.
        () => confirm(`São ${wanted.quantity} × ${wanted.product.name}. Está certo?`) && apply(),
      );
    };
    return { store, actions: { ...createActions(store), openCart, confirmQuantity } };
  }, []);
  useStoredCart(value.store);
  useCartWatch(value.store, open);
  return (
    <CartContext value={value}>
      {props.children}
      {Dialogs && <Dialogs open={open} onOpenChange={setOpen} settings={props.settings} />}
      {question && (
        <question.Dialog
          wanted={question.wanted}
          apply={question.apply}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </CartContext>
  );
}

function createActions(store: CartStore): Omit<CartActions, "openCart" | "confirmQuantity"> {
  function remove(next: (items: CartItems) => CartItems) {
    const { items: before } = store.readNow();
    store.change(next);
    const after = store.$cart.get().items;
    const lines = before.filter((line) => !after.includes(line));
    return { lines, undo: () => store.change((items) => restoreLines(items, before, lines)) };
  }
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
    removeItem(productId, option) {
      const { lines, undo } = remove((items) => removeProduct(items, productId, option));
      const description = `${lines[0]?.product.name}, ${unitsText(lines, productId)}`;
      toast({ id: noticeId, title: "Produto removido", description, undo });
    },
    updateQuantity(productId, quantity, option) {
      store.change((items) => setQuantity(items, productId, quantity, option));
    },
    clearCart() {
      const { undo } = remove(() => []);
      toast({ id: noticeId, title: "Carrinho limpo", undo });
    },
    replaceItems: store.change,
  };
}

function showLoadError() {
  toast({
    title: "Não foi possível abrir o carrinho",
    description: "Verifique sua conexão e tente de novo.",
    look: "destructive",
  });
}

/** Reads the stored cart after hydration, and after another tab or a page restored by the back button changed it. */
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

/** Compares a filled cart with the catalogue; changes are notified unless the open cart shows them. */
function useCartWatch(store: CartStore, isOpen: boolean) {
  const isShown = useEffectEvent(() => isOpen);
  useEffect(() => {
    const ending = new AbortController();
    const watch = async () => {
      const { notifyOfChanges, watchCart } = await import("./watch-cart.ts");
      if (ending.signal.aborted) return;
      const notify = (lines: CartItems) => isShown() || notifyOfChanges(lines, noticeId);
      watchCart(store, notify, ending.signal);
    };
    const start = () => {
      if (store.$cart.get().items.length === 0) return;
      stop();
      // Without it the cart still compares when it is opened, and the server when the order is sent.
      whenIdle(() => watch().catch(() => {}));
    };
    const stop = store.$cart.listen(start);
    start();
    return () => {
      stop();
      ending.abort();
    };
  }, [store]);
}
