import { useEffect, useRef, useState } from "react";
import type { Category } from "#app/domain/catalogue/category-schema.ts";
import { searchItems, wordsOf } from "#app/domain/catalogue/list/search.ts";
import { productsPerPage } from "#app/domain/catalogue/rules.ts";
import { fetchPart, type ProductPart } from "./more-products.tsx";
import { readCachedProducts } from "./product-texts.ts";

/** The first results of a query. `cached` counts the searched products if there was no connection: 0 on the first visit. */
export type SearchResult = { q: string; part: ProductPart; total: number; cached?: number };

type CategoryNames = readonly Pick<Category, "name" | "slug">[];

const typingDelayMs = 200;
const maxStored = 20;
/** The results of this visit, which going back shows until they are fetched again. */
const stored = new Map<string, SearchResult>();

/**
 * Searches for what is typed, and again when the page has refetched its data, with which `categories` are another array, or when the
 * connection is back. Until the results are there, those before stay.
 */
export function useProductSearch(
  q: string,
  given: SearchResult | undefined,
  categories: CategoryNames,
) {
  const [found, setFound] = useState(given ?? stored.get(q));
  const [reconnections, setReconnections] = useState(0);
  const isOffline = found?.cached !== undefined;
  const searched = useRef(given && { q: given.q, categories });
  useEffect(() => {
    if (!isOffline) return;
    const searchAgain = () => {
      searched.current = undefined;
      setReconnections((count) => count + 1);
    };
    addEventListener("online", searchAgain);
    return () => removeEventListener("online", searchAgain);
  }, [isOffline]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reconnection searches again
  useEffect(() => {
    if (searched.current?.q === q && searched.current.categories === categories) return;
    let isCurrent = true;
    const search = async () => {
      const result = wordsOf(q).length === 0 ? nothing(q) : await findProducts(q, categories);
      if (!isCurrent) return;
      searched.current = { q, categories };
      stored.set(q, result);
      if (stored.size > maxStored) stored.delete([...stored.keys()][0] ?? "");
      setFound(result);
    };
    const timer = setTimeout(() => {
      search().catch((error) => console.warn("the search failed", error));
    }, typingDelayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q, categories, reconnections]);
  return found;
}

function nothing(q: string): SearchResult {
  return { q, part: { items: [], next_cursor: null }, total: 0 };
}

async function findProducts(q: string, categories: CategoryNames): Promise<SearchResult> {
  try {
    const part = await fetchPart({ q, limit: String(productsPerPage) });
    return { q, part, total: part.total ?? part.items.length };
  } catch {
    return findCachedProducts(q, categories).catch(() => ({ ...nothing(q), cached: 0 }));
  }
}

/** Searches the cached products by the server's rules: see `listing.test.ts`. */
async function findCachedProducts(q: string, categories: CategoryNames): Promise<SearchResult> {
  const products = await readCachedProducts();
  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  const items = searchItems(products, q, (product) => [
    product.title,
    names.get(product.category ?? "") ?? "",
    `${product.short_desc} ${product.long_desc}`,
  ]);
  return { q, part: { items, next_cursor: null }, total: items.length, cached: products.length };
}
