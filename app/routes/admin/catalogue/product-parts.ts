import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { MatchingProducts } from "#app/domain/catalogue/list/selection.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Sort } from "#app/routes/admin/kit/lists/data-table.tsx";
import { useFilterParams } from "#app/routes/admin/kit/lists/filter-bar.tsx";
import { callApi, showProblem } from "#app/routes/admin/kit/session/call-api.ts";
import { useAnswer } from "#app/routes/admin/kit/session/use-answer.ts";

export type ProductPart = { items: Product[]; next_cursor: string | null; total: number };

/** More than most shops sell: their list is one part. */
export const partSize = 150;

const sortable = ["product", "category", "price", "stock", "status"] as const;
type SortableColumn = (typeof sortable)[number];

/** Reads the filters in the screen's address. */
export function readListAddress(params: URLSearchParams) {
  const text = (params.get("q") ?? "").replace(/\p{Cc}/gu, "").trim();
  const category = /^[a-z0-9-]{1,60}$/.exec(params.get("category") ?? "")?.[0];
  const matching: MatchingProducts = {
    ...(text !== "" && { title: text.slice(0, 80) }),
    ...(category && { category }),
  };
  return { matching, sort: readSort(params.get("sort") ?? "") };
}

/** "price" and "-price" of the address; undefined for the shop's own order. */
function readSort(parameter: string): (Sort & { key: SortableColumn }) | undefined {
  const key = sortable.find((one) => one === parameter.replace(/^-/, ""));
  return key && { key, descending: parameter.startsWith("-") };
}

/** The address's value after a press on a column's header: ascending, descending, the shop's own order. */
function nextSort(current: Sort | undefined, key: string): string {
  if (current?.key !== key) return key;
  return current.descending ? "" : `-${key}`;
}

type Added = { first: ProductPart; query: string; items: Product[]; next_cursor: string | null };

/**
 * The loaded rows: the first part, which the loader fetches, and those that `loadMore` added. The added ones are fetched again
 * after the first part was.
 */
export function useProductParts(first: ProductPart, query: string) {
  const [added, setAdded] = useState<Added>();
  const isLoading = useRef(false);
  const current = added?.query === query ? added : undefined;
  const products = useMemo(
    () => (current ? withoutRepeated([...first.items, ...current.items]) : first.items),
    [current, first],
  );

  /** Undefined after a failure. */
  const load = useCallback(
    async (start: string, count: number): Promise<Added | undefined> => {
      const items: Product[] = [];
      let cursor: string | null = start;
      while (cursor && items.length < count) {
        const part = await fetchPart(query, cursor);
        if (!part) return undefined;
        items.push(...part.items);
        cursor = part.next_cursor;
      }
      return { first, query, items, next_cursor: cursor };
    },
    [first, query],
  );
  // A new function after each load, so that the end of the list is observed again: a call during the load did nothing.
  const loadMore = useCallback(async () => {
    const start = (current ?? first).next_cursor;
    if (!start || isLoading.current) return;
    isLoading.current = true;
    const part = await load(start, 1);
    isLoading.current = false;
    if (!part) return;
    setAdded((before) => {
      const items = before?.query === query ? before.items : [];
      return { ...part, items: [...items, ...part.items] };
    });
  }, [current, first, load, query]);

  const stale = current && current.first !== first ? current : undefined;
  useEffect(() => {
    if (!stale) return;
    if (!first.next_cursor) return setAdded(undefined);
    let isWanted = true;
    void load(first.next_cursor, stale.items.length).then((fresh) => {
      if (isWanted && fresh) setAdded(fresh);
    });
    return () => {
      isWanted = false;
    };
  }, [stale, first, load]);
  return { products, hasMore: (current ?? first).next_cursor !== null, loadMore };
}

function withoutRepeated(rows: Product[]): Product[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

async function fetchPart(query: string, cursor: string): Promise<ProductPart | undefined> {
  const path = `/api/products?${query}&cursor=${encodeURIComponent(cursor)}` as const;
  const answer = await callApi<ProductPart>("GET", path);
  if (answer.ok) return answer.data;
  showProblem("Não foi possível carregar mais produtos", answer.problem);
  return undefined;
}

/** The row as it is stored now, also when the list does not contain it; undefined once it is deleted. */
export function useCurrentRow(row: Product | undefined, products: readonly Product[]) {
  const listed = products.find(({ id }) => id === row?.id);
  const path = row && !listed ? (`/api/products?all=1&ids=${row.id}` as const) : undefined;
  // The list changes when the screen was refetched.
  const answer = useAnswer<ProductPart>(path, products);
  return listed ?? (answer?.ok ? answer.data.items[0] : row);
}

/** The filters and the order of the address, and the API's query for the same list. */
export function useListAddress() {
  const [params] = useSearchParams();
  const { setFilter } = useFilterParams();
  const address = params.toString();
  const { matching, sort, query } = useMemo(() => {
    const { matching, sort } = readListAddress(new URLSearchParams(address));
    const query = new URLSearchParams({ ...matching, all: "1", limit: String(partSize) });
    if (sort) query.set("sort", (sort.descending ? "-" : "") + sort.key);
    return { matching, sort, query: query.toString() };
  }, [address]);
  const latest = useRef(setFilter);
  useEffect(() => {
    latest.current = setFilter;
  });
  /** The order that was chosen since; the address follows when the rows are loaded. */
  const chosen = useRef(sort);
  useEffect(() => {
    chosen.current = sort;
  }, [sort]);
  const onSort = useCallback((key: string) => {
    const next = nextSort(chosen.current, key);
    chosen.current = readSort(next);
    latest.current("sort", next);
  }, []);
  return { query, matching, isFiltered: Object.keys(matching).length > 0, sort, onSort };
}
