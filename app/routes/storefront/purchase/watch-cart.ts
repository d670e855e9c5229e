import { refetchAfterChanges } from "#app/client/refetch-queue.ts";
import { toast } from "#app/client/toast.ts";
import { changeFor, findCartChanges } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { CartStore } from "./cart-store.ts";
import { $catalogue, refetchCatalogue } from "./current-catalogue.ts";

/**
 * Compares the cart with the catalogue now, after every change of a product and after every gap in the change stream,
 * until `signal`. `notify` gets the lines that changed since the last comparison.
 */
export function watchCart(
  { $cart }: CartStore,
  notify: (lines: CartItems) => void,
  signal: AbortSignal,
): void {
  let notified = new Set<string>();

  function refetch(): void {
    // A fetched catalogue must not become stale either: the next product is compared with it.
    if ($cart.get().items.length > 0 || $catalogue.get()) refetchCatalogue();
  }

  function compare(): void {
    const { items } = $cart.get();
    const changes = findCartChanges(items, $catalogue.get() ?? []);
    const newChanges = changes.filter((change) => !notified.has(JSON.stringify(change)));
    notified = new Set(changes.map((change) => JSON.stringify(change)));
    if (newChanges.length > 0) notify(items.filter((item) => changeFor(item, newChanges)));
  }

  signal.addEventListener("abort", $catalogue.listen(compare));
  refetchAfterChanges((table) => table === "products", refetch, signal);
  refetch();
}

export function notifyOfChanges(lines: CartItems, noticeId: string): void {
  const subject = lines.length === 1 ? lines[0]?.product.name : `${lines.length} produtos`;
  toast({
    id: noticeId,
    title: "Seu carrinho mudou",
    description: `${subject}: veja no carrinho o que era e o que é agora.`,
    look: "info",
  });
}
