import { type ReactNode, useEffect, useMemo, useState } from "react";
import { whenIdle } from "#app/client/browser-fallbacks.ts";
import { dismissToast, toast } from "#app/client/toast.ts";
import {
  addItem,
  type CartItems,
  isUnusualQuantity,
  removeProduct,
  restoreLines,
  setQuantity,
  unitsText,
} from "#app/domain/orders/cart/rules.ts";
import { formatQuantity } from "#app/shared/units.ts";
import { lateComponent, useLateComponent } from "#app/ui/use-late-component.ts";
import {
  type CartActions,
  CartContext,
  type CartSettings,
  type CartStore,
  cartKey,
  createCartStore,
  type WantedQuantity,
} from "./cart-store.ts";

/** One notice about the cart at a time, and none beside the open cart, which shows the same. */
const noticeId = "cart";

const cartDialogs = lateComponent(
  () => import("./cart-dialog.tsx"),
  ({ CartDialogs }) => CartDialogs,
);
const quantityDialog = lateComponent(
  () => import("./cart-dialog.tsx"),
  ({ QuantityDialog }) => QuantityDialog,
);
const cartWatch = lateComponent(
  () => import("./watch-cart.ts"),
  ({ CartWatch }) => CartWatch,
);

type QuantityQuestion = { wanted: WantedQuantity; apply: () => void };

/** Provides the visitor's cart to the pages below and opens its dialogs, which are fetched on first use. */
export function CartProvider(props: { settings: CartSettings; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [question, setQuestion] = useState<QuantityQuestion>();
  const value = useMemo(() => {
    const store = createCartStore();
    const openCart = () => {
      setOpen(true);
      dismissToast(noticeId);
    };
    const confirmQuantity = (wanted: WantedQuantity, apply: () => void) => {
      if (!isUnusualQuantity(wanted.quantity, wanted.current, wanted.stock)) return apply();
      setQuestion({ wanted, apply });
    };
    return { store, actions: { ...createActions(store), openCart, confirmQuantity } };
  }, []);
  useStoredCart(value.store);
  const CartDialogs = useLateComponent(cartDialogs, open, () => {
    setOpen(false);
    showLoadError();
  });
  const QuantityDialog = useLateComponent(quantityDialog, question !== undefined, () => {
    setQuestion(undefined);
    if (question) askByBrowser(question);
  });
  const CartWatch = useLateComponent(cartWatch, useIdleWithItems(value.store));
  return (
    <CartContext value={value}>
      {props.children}
      {CartDialogs && <CartDialogs open={open} onOpenChange={setOpen} settings={props.settings} />}
      {question && QuantityDialog && (
        <QuantityDialog {...question} onClose={() => setQuestion(undefined)} />
      )}
      {CartWatch && <CartWatch store={value.store} isShown={open} noticeId={noticeId} />}
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
      // The cart is preloaded, so that it opens at once; a failure shows when it is opened.
      cartDialogs.load().catch(() => {});
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
    variant: "destructive",
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

/** Returns whether the cart has had items in an idle page. */
function useIdleWithItems({ $cart }: CartStore): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const start = () => {
      if ($cart.get().items.length === 0) return;
      stop();
      whenIdle(() => setIdle(true));
    };
    const stop = $cart.listen(start);
    start();
    return stop;
  }, [$cart]);
  return isIdle;
}

/** Asks by the browser's own dialog where the shop's cannot be loaded. */
function askByBrowser({ wanted, apply }: QuantityQuestion): void {
  if (confirm(`São ${formatQuantity(wanted.quantity)} × ${wanted.product.name}. Está certo?`))
    apply();
}
