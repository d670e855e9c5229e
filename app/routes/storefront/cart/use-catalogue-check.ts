import { useEffect, useMemo, useState } from "react";
import { changesSince } from "#app/domain/cart/changes.ts";
import type { CartItems } from "#app/domain/cart/rules.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { ChangedLine } from "#app/domain/orders/schema.ts";

const none: ChangedLine[] = [];

/**
 * What changed in the catalogue since the lines went into the cart, asked once each time the cart opens. Without an
 * answer nothing has: the server looks again when the order is sent.
 */
export function useCatalogueCheck(open: boolean, items: CartItems): ChangedLine[] {
  const [products, setProducts] = useState<readonly Product[]>();
  const wanted = open && items.length > 0;
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    listProducts(leaving.signal).then(setProducts, () => {});
    return () => leaving.abort();
  }, [wanted]);
  return useMemo(() => (products ? changesSince(items, products) : none), [items, products]);
}

async function listProducts(signal: AbortSignal): Promise<readonly Product[]> {
  const response = await fetch("/api/products", { signal });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { items } = (await response.json()) as { items: Product[] };
  return items;
}
