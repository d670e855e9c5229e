import { useEffect, useEffectEvent } from "react";
import { refetchAfterChanges } from "#app/client/refetch.ts";
import { toast } from "#app/client/toast.ts";
import { changeFor } from "#app/domain/orders/cart/changes.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import { concernsProducts } from "../catalogue/use-products.ts";
import { $cartProducts, listCartChanges, refetchCart } from "./cart-changes.ts";
import type { CartStore } from "./cart-store.ts";

type CartWatchProps = {
  store: CartStore;
  /** True if the cart is open, which shows its changes itself. */
  isShown: boolean;
  noticeId: string;
};

/** Notifies of changes of the cart's products. */
export function CartWatch({ store, isShown, noticeId }: CartWatchProps) {
  const notify = useEffectEvent((lines: CartItems) => {
    if (!isShown) notifyOfChanges(lines, noticeId);
  });
  useEffect(() => {
    const controller = new AbortController();
    watchCart(store, notify, controller.signal);
    return () => controller.abort();
  }, [store]);
  return null;
}

/**
 * Compares the cart with its products as they are now, after every change of one of them and after every gap in the change stream,
 * until `signal`. `notify` gets the lines that changed since the last comparison.
 */
function watchCart(
  { $cart }: CartStore,
  notify: (lines: CartItems) => void,
  signal: AbortSignal,
): void {
  let notified = new Set<string>();

  function refetch(): void {
    refetchCart($cart.get().items);
  }

  function compare(): void {
    const { items } = $cart.get();
    const changes = listCartChanges(items, $cartProducts.get());
    const newChanges = changes.filter((change) => !notified.has(JSON.stringify(change)));
    notified = new Set(changes.map((change) => JSON.stringify(change)));
    if (newChanges.length > 0) notify(items.filter((item) => changeFor(item, newChanges)));
  }

  signal.addEventListener("abort", $cartProducts.listen(compare));
  const listIds = () => new Set($cart.get().items.map(({ product }) => product.id));
  refetchAfterChanges((change) => concernsProducts(change, listIds()), refetch, signal);
  refetch();
}

function notifyOfChanges(lines: CartItems, noticeId: string): void {
  const subject = lines.length === 1 ? lines[0]?.product.name : `${lines.length} produtos`;
  toast({
    id: noticeId,
    title: "Seu carrinho mudou",
    description: `${subject}: veja no carrinho o que era e o que é agora.`,
    variant: "info",
  });
}
