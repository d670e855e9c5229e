import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect, useMemo } from "react";
import { createRefetchQueue } from "#app/client/refetch-queue.ts";
import { findCartChanges } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { LineChange } from "#app/domain/orders/rules.ts";

/** Every product on sale, as last fetched; undefined before the first answer. */
export const $catalogue = atom<readonly Product[] | undefined>();

const noChanges: LineChange[] = [];

/** Fetches what is on sale at what price. After a failure the last answer stays. */
export const refetchCatalogue = createRefetchQueue(async () => {
  try {
    $catalogue.set(await fetchProducts());
    return true;
  } catch {
    return false;
  }
}, new AbortController().signal);

/** Throws without connection. */
export async function fetchProducts(): Promise<readonly Product[]> {
  const response = await fetch("/api/products");
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { items } = (await response.json()) as { items: Product[] };
  return items;
}

/**
 * What changed in the catalogue since the lines went into the cart, as far as the browser knows: it fetches whenever a
 * dialog opens. The server compares again when the order is sent.
 */
export function useCartChanges(open: boolean, items: CartItems): readonly LineChange[] {
  const products = useStore($catalogue);
  const isNeeded = open && items.length > 0;
  useEffect(() => {
    if (isNeeded) refetchCatalogue();
  }, [isNeeded]);
  return useMemo(
    () => (isNeeded && products ? findCartChanges(items, products) : noChanges),
    [isNeeded, items, products],
  );
}
