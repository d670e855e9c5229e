import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import { useEffect, useMemo } from "react";
import { onMissedChanges, publishMissedChanges, subscribeToChanges } from "#app/client/changes.ts";
import { createRowQueue } from "#app/client/refetch.ts";
import {
  type CurrentRows,
  type ListPlace,
  mergeCurrentRows,
} from "#app/domain/catalogue/current-rows.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { RowChange } from "#app/shared/changes.ts";
import { maxOrderLines } from "#app/shared/limits.ts";

/** Products that were read since the page was loaded: changed ones, and those of the cart. */
export const $currentRows = atom<CurrentRows>(new Map());

/** An answer of the API. Throws without connection. */
export async function fetchJson<Body>(address: string): Promise<Body> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/** The items of a list. */
export async function fetchItems<Item>(address: string): Promise<Item[]> {
  return (await fetchJson<{ items: Item[] }>(address)).items;
}

/** Those of the products that are on sale, without the texts of their dialogs. Throws without connection. */
export async function fetchProducts(ids: Iterable<string>): Promise<Product[]> {
  const wanted = [...new Set(ids)].sort();
  const found: Product[] = [];
  for (let at = 0; at < wanted.length; at += maxOrderLines) {
    const part = wanted.slice(at, at + maxOrderLines);
    found.push(...(await fetchItems<Product>(`/api/products?ids=${part}&brief=1`)));
  }
  return found;
}

const queue = createRowQueue(async (ids) => {
  try {
    const products = await fetchProducts(ids);
    const rows = new Map($currentRows.get());
    for (const id of ids) rows.set(id, null);
    for (const product of products) rows.set(product.id, product);
    $currentRows.set(rows);
    return true;
  } catch {
    return false;
  }
}, new AbortController().signal);

/** Reads the products into `$currentRows`; after a failure what was read last stays. */
export const refetchProducts = queue.want;

/** More changed products than this are not read one by one: the page refetches its list, which is not longer. */
const maxChangedRows = 20;
/** Browsers use the data of a prefetched link for five minutes. */
const prefetchLifetimeMs = 5 * 60_000;

type Interest = (change: RowChange) => boolean;
const interests = new Set<Interest>();
/** The last change of each product. */
const recent = new Map<string, RowChange & { at: number }>();

function refetchChanged(changes: readonly RowChange[]): void {
  const ids = new Set(
    changes.filter((change) => [...interests].some((one) => one(change))).map(({ id }) => id),
  );
  if (ids.size > maxChangedRows) publishMissedChanges();
  else if (ids.size > 0) refetchProducts(ids);
}

if (!import.meta.env.SSR) {
  subscribeToChanges((changes) => {
    const ofProducts = changes.filter(({ table }) => table === "products");
    const at = Date.now();
    for (const change of ofProducts) recent.set(change.id, { ...change, at });
    for (const [id, change] of recent) if (change.at < at - prefetchLifetimeMs) recent.delete(id);
    refetchChanged(ofProducts);
  });
  // A product that was not on sale may be again. Other rows are replaced by newer ones.
  onMissedChanges(() => {
    $currentRows.set(new Map([...$currentRows.get()].filter(([, row]) => row !== null)));
  });
}

/**
 * The products as they are now: changed ones are read one by one and replace those of the loaded list. Without a `place`
 * nothing is added to the list.
 */
export function useCurrentProducts(
  list: readonly Product[],
  place?: ListPlace,
): readonly Product[] {
  const rows = useStore($currentRows);
  const hasPlace = place !== undefined;
  useEffect(() => {
    const versions = new Map(list.map(({ id, version }) => [id, version]));
    const interest: Interest = ({ id, operation, version = Number.POSITIVE_INFINITY }) => {
      const row = $currentRows.get().get(id);
      // What was not on sale may be again, and the list may have been loaded since.
      if (row === null) return true;
      const listed = versions.get(id) ?? (hasPlace ? 0 : undefined);
      if (listed === undefined) return false;
      // The event of a deleted product has the version that is shown.
      return operation === "DELETE" || version > Math.max(listed, row?.version ?? 0);
    };
    interests.add(interest);
    // A change during a navigation may be newer than the data that it fetched or prefetched.
    refetchChanged([...recent.values()]);
    return () => void interests.delete(interest);
  }, [list, hasPlace]);
  return useMemo(() => mergeCurrentRows(list, rows, place), [list, rows, place]);
}
