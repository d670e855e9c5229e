import { atom } from "nanostores";
import { useEffect, useMemo } from "react";
import { createRefetchQueue } from "#app/client/refetch.ts";
import { useStore } from "#app/client/use-store.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { findCartChanges } from "#app/domain/orders/cart/changes.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { fetchProducts } from "../catalogue/fetch-products.ts";

type CartProducts = ReadonlyMap<string, Product | undefined>;

/** The products of the cart as they were read last, by id; undefined: not on sale. */
export const $cartProducts = atom<CartProducts>(new Map());

let requestedIds: ReadonlySet<string> = new Set();

const requestProducts = createRefetchQueue(async () => {
  const ids = requestedIds;
  try {
    const products = await fetchProducts(ids);
    const onSale = new Map(products.map((product) => [product.id, product]));
    $cartProducts.set(new Map([...ids].map((id) => [id, onSale.get(id)])));
    return true;
  } catch {
    return false;
  }
}, new AbortController().signal);

/** Reads the products of the lines as they are now; after a failure what was read last stays. */
export function refetchCart(items: CartItems): void {
  refetchProducts(items.map(({ product }) => product.id));
}

function refetchProducts(ids: readonly string[]): void {
  requestedIds = new Set(ids);
  if (requestedIds.size > 0) requestProducts();
}

const noChanges: LineChange[] = [];

/** Lists the changes since the lines went into the cart, of those whose products were read since. */
export function listCartChanges(items: CartItems, products: CartProducts): LineChange[] {
  const known = items.filter(({ product }) => products.has(product.id));
  return findCartChanges(
    known,
    [...products.values()].filter((product) => product !== undefined),
  );
}

/**
 * Returns the changes in the catalogue since the lines went into the cart, as far as the browser knows: it fetches whenever a
 * dialog opens. The server compares again when the order is sent.
 */
export function useCartChanges(open: boolean, items: CartItems): readonly LineChange[] {
  const products = useStore($cartProducts);
  const isNeeded = open && items.length > 0;
  const ids = [...new Set(items.map(({ product }) => product.id))].sort().join();
  useEffect(() => {
    if (isNeeded) refetchProducts(ids.split(","));
  }, [isNeeded, ids]);
  return useMemo(
    () => (isNeeded ? listCartChanges(items, products) : noChanges),
    [isNeeded, items, products],
  );
}
