import { useEffect, useMemo } from "react";
import { findCartChanges } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { LineChange } from "#app/domain/orders/schema.ts";
import { readCatalogue, useKnownCatalogue } from "./known-catalogue.ts";

const none: LineChange[] = [];

/**
 * What changed in the catalogue since the lines went into the cart, as far as the browser knows: it asks each time a dialog
 * opens, and hears of changes while it is open. The server looks again when the order is sent.
 */
export function useCartChanges(open: boolean, items: CartItems): readonly LineChange[] {
  const products = useKnownCatalogue();
  const wanted = open && items.length > 0;
  useEffect(() => {
    if (wanted) readCatalogue();
  }, [wanted]);
  return useMemo(
    () => (wanted && products ? findCartChanges(items, products) : none),
    [wanted, items, products],
  );
}
