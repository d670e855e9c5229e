import { refetchAfterChanges } from "#app/client/refetch-queue.ts";
import { toast } from "#app/client/toast.ts";
import { changeFor, findCartChanges } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { CartStore } from "./cart-store.ts";
import { knownCatalogue, onCatalogueRead, readCatalogue } from "./known-catalogue.ts";

/**
 * Compares the cart with the catalogue now, whenever a product changes and after every time in which changes may have been
 * missed, until `signal`. `tell` gets the lines about which there is something new.
 */
export function watchCart(
  store: CartStore,
  tell: (lines: CartItems) => void,
  signal: AbortSignal,
): void {
  let told = new Set<string>();

  function ask(): void {
    // What is known must not grow stale either: the next product goes into the cart beside it.
    if (store.read().items.length > 0 || knownCatalogue()) readCatalogue();
  }

  function compare(): void {
    const { items } = store.read();
    const changes = findCartChanges(items, knownCatalogue() ?? []);
    const news = changes.filter((change) => !told.has(JSON.stringify(change)));
    told = new Set(changes.map((change) => JSON.stringify(change)));
    if (news.length > 0) tell(items.filter((item) => changeFor(item, news)));
  }

  signal.addEventListener("abort", onCatalogueRead(compare));
  refetchAfterChanges((table) => table === "products", ask, signal);
  ask();
}

/** Says it where the visitor is, who need not have the cart open. */
export function tellOfChanges(lines: CartItems, noticeId: string): void {
  const what = lines.length === 1 ? lines[0]?.product.name : `${lines.length} produtos`;
  toast({
    id: noticeId,
    title: "Seu carrinho mudou",
    description: `${what}: veja no carrinho o que era e o que é agora.`,
    look: "info",
  });
}
