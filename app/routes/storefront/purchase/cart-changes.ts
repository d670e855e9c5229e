import { useStore } from "@nanostores/react";
import { useEffect, useMemo } from "react";
import type { CurrentRows } from "#app/domain/catalogue/current-rows.ts";
import { findCartChanges } from "#app/domain/orders/cart/changes.ts";
import type { CartItems } from "#app/domain/orders/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/line-schema.ts";
import { $currentRows, refetchProducts } from "../catalogue/current-products.ts";

const noChanges: LineChange[] = [];

/** Reads the products of the lines as they are now. */
export function refetchCart(items: CartItems): void {
  refetchProducts(items.map(({ product }) => product.id));
}

/** What changed since the lines went into the cart, of those whose products were read since. */
export function listCartChanges(items: CartItems, rows: CurrentRows): LineChange[] {
  const known = items.filter(({ product }) => rows.has(product.id));
  return findCartChanges(
    known,
    [...rows.values()].filter((row) => row !== null),
  );
}

/**
 * What changed in the catalogue since the lines went into the cart, as far as the browser knows: it fetches whenever a
 * dialog opens. The server compares again when the order is sent.
 */
export function useCartChanges(open: boolean, items: CartItems): readonly LineChange[] {
  const rows = useStore($currentRows);
  const isNeeded = open && items.length > 0;
  const ids = [...new Set(items.map(({ product }) => product.id))].sort().join();
  useEffect(() => {
    if (isNeeded) refetchProducts(ids.split(","));
  }, [isNeeded, ids]);
  return useMemo(
    () => (isNeeded ? listCartChanges(items, rows) : noChanges),
    [isNeeded, items, rows],
  );
}
