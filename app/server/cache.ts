import { LRUCache } from "lru-cache";
import type { RowChange } from "#app/shared/changes.ts";

export type Cache<Value> = {
  get(key: string): Value | undefined;
  /** What `get` returned until a change of at most `maxAgeMs` ago. */
  getPrevious(key: string, maxAgeMs: number): Value | undefined;
  isLoading(key: string): boolean;
  /**
   * The cached value, else the result of `load`; concurrent requests for one key share one load. `load` adds what its result
   * shows to `shown`. The result is cached when it is cacheable and nothing that it shows has changed since the load began.
   */
  fetch(key: string, load: (shown: Shown) => Promise<Loaded<Value>>): Promise<Value>;
  /** Marks as stale what shows one of these; everything when called without. */
  invalidate(changed?: readonly string[]): void;
  stats(): CacheStats;
};

/** Hits and misses since the start; entries and bytes now, including stale ones. */
export type CacheStats = { hits: number; misses: number; entries: number; bytes: number };

export type Loaded<Value> = { value: Value; isCacheable: boolean };

export type CacheOptions<Value> = {
  maxEntries: number;
  maxBytes: number;
  sizeOf: (value: Value) => number;
  /** The errors of `load` at which the previous value is served. */
  canServeStale?: (error: unknown) => boolean;
};

type Entry<Value> = { value: Value; shown: Shown; staleSince?: number };
type Load<Value> = {
  shown: Shown;
  /** What has changed since it began. */
  changed: string[];
  hasMissedAll: boolean;
  result?: Promise<Value>;
};

/** Values in memory, with what they show; the least recently used are evicted. */
export function createCache<Value>(options: CacheOptions<Value>): Cache<Value> {
  const { maxEntries, maxBytes, sizeOf, canServeStale = () => false } = options;
  const entries = new LRUCache<string, Entry<Value>>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => Math.max(sizeOf(value), 1),
  });
  /** By key, those that further requests may share. */
  const shared = new Map<string, Load<Value>>();
  const loads = new Set<Load<Value>>();
  let hits = 0;
  let misses = 0;

  async function run(key: string, own: Load<Value>, load: Parameters<Cache<Value>["fetch"]>[1]) {
    try {
      const { value, isCacheable } = await load(own.shown);
      const isStale = own.hasMissedAll || own.changed.some((one) => own.shown.has(one));
      if (isCacheable && !isStale) entries.set(key, { value, shown: own.shown });
      return value;
    } catch (error) {
      const stale = canServeStale(error) ? entries.get(key) : undefined;
      if (stale) return stale.value;
      throw error;
    } finally {
      loads.delete(own);
      if (shared.get(key) === own) shared.delete(key);
    }
  }

  function get(key: string): Value | undefined {
    const entry = entries.get(key);
    if (!entry || entry.staleSince !== undefined) return undefined;
    hits += 1;
    return entry.value;
  }

  return {
    get,
    getPrevious(key, maxAgeMs) {
      const entry = entries.get(key);
      if (entry?.staleSince === undefined) return undefined;
      return performance.now() - entry.staleSince <= maxAgeMs ? entry.value : undefined;
    },
    isLoading: (key) => shared.has(key),
    fetch(key, load) {
      const cached = get(key);
      if (cached !== undefined) return Promise.resolve(cached);
      const pending = shared.get(key)?.result;
      if (pending) {
        hits += 1;
        return pending;
      }
      misses += 1;
      const own: Load<Value> = { shown: new Set(), changed: [], hasMissedAll: false };
      loads.add(own);
      shared.set(key, own);
      own.result = run(key, own, load);
      return own.result;
    },
    invalidate(changed) {
      const staleSince = performance.now();
      for (const entry of entries.values()) {
        const isChanged = !changed || changed.some((one) => entry.shown.has(one));
        if (entry.staleSince === undefined && isChanged) entry.staleSince = staleSince;
      }
      for (const load of loads) {
        load.hasMissedAll ||= !changed;
        load.changed.push(...(changed ?? []));
      }
      // What a load will show is not known yet: requests after the change start another one.
      shared.clear();
    },
    stats: () => ({ hits, misses, entries: entries.size, bytes: entries.calculatedSize }),
  };
}

/**
 * What a cached page or answer shows, by names of
 * - a table of which every change counts: `settings`, `categories`, `recipes`, and for offers of delivery `orders`;
 * - a product, see `productName`: its price, texts or stock;
 * - a list of products, see `productListName`: its members and their order.
 */
export type Shown = Set<string>;

/** A product whose values are shown. */
export function productName(id: string): string {
  return `product ${id}`;
}

/** The list of visible products, in a category or in all of them. A price or a stock does not change it. */
export function productListName(category?: string | null): string {
  return category === undefined ? "products" : `products of ${category ?? ""}`;
}

/** The values of all visible products, as in the sitemap and the feed. */
export const everyProduct = "every product";

/** The names that a change concerns; none for what is on no public page. */
export function listChanged({ table, id, lists = [] }: RowChange): string[] {
  if (table === "audit_logs") return [];
  if (table !== "products") return [table];
  const changedLists = lists.map(productListName);
  return [
    everyProduct,
    productName(id),
    ...changedLists,
    ...(lists.length > 0 ? [productListName()] : []),
  ];
}
