import { useEffect, useState } from "react";
import { createRefetchQueue, refetchAfterChanges } from "#app/client/refetch.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { fetchProducts } from "./fetch-products.ts";

/** Returns whether a change may concern one of the products: a hidden category hides its products. */
export function concernsProducts({ table, id }: RowChange, ids: ReadonlySet<string>): boolean {
  return table === "categories" || (table === "products" && ids.has(id));
}

type Fetched = { key: string; products?: readonly Product[] };

/**
 * Returns the products that are on sale, fetched again after each change of one of them; undefined until they are fetched. After a
 * failure those that were fetched last stay.
 */
export function useProducts(ids: readonly string[]) {
  const key = [...new Set(ids)].sort().join();
  const [fetched, setFetched] = useState<Fetched>();
  useEffect(() => {
    if (key === "") return;
    const controller = new AbortController();
    const requested = new Set(key.split(","));
    const request = createRefetchQueue(async () => {
      const products = await fetchProducts(requested).catch(() => undefined);
      if (controller.signal.aborted) return true;
      setFetched((before) =>
        products ? { key, products } : before?.key === key ? before : { key },
      );
      return products !== undefined;
    }, controller.signal);
    refetchAfterChanges(
      (change) => concernsProducts(change, requested),
      request,
      controller.signal,
    );
    request();
    return () => controller.abort();
  }, [key]);
  const own = fetched?.key === key ? fetched : undefined;
  const products = key === "" ? noProducts : own?.products;
  return { products, hasFailed: own !== undefined && !own.products };
}

const noProducts: readonly Product[] = [];
