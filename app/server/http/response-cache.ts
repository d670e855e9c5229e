import { LRUCache } from "lru-cache";
import type { StoredResponse } from "./stored-response.ts";

export type ResponseCache = {
  get(key: string): StoredResponse | undefined;
  /**
   * The cached response, else the result of `load`; concurrent requests for one key share one load. The result is cached
   * when it is cacheable and the cache was not cleared since the load began.
   */
  fetch(key: string, load: () => Promise<LoadResult>): Promise<StoredResponse>;
  /** Marks every response as stale. */
  clear(): void;
  stats(): CacheStats;
};

/** Hits and misses since the start; entries and bytes now, including stale responses. */
export type CacheStats = { hits: number; misses: number; entries: number; bytes: number };

export type LoadResult = { response: StoredResponse; isCacheable: boolean };

export type CacheLimits = { maxBytes: number; maxEntries: number };

/**
 * Responses in memory; the least recently used are evicted. A stale response is served only when loading fails with an
 * error that `canServeStale` accepts.
 */
export function createResponseCache(
  { maxBytes, maxEntries }: CacheLimits,
  canServeStale: (error: unknown) => boolean = () => false,
): ResponseCache {
  const entries = new LRUCache<string, { response: StoredResponse; generation: number }>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ response }) => Math.max(response.size, 1),
  });
  const loading = new Map<string, Promise<StoredResponse>>();
  let generation = 0;
  let hits = 0;
  let misses = 0;

  async function loadAndStore(key: string, load: () => Promise<LoadResult>) {
    const startGeneration = generation;
    try {
      const { response, isCacheable } = await load();
      if (isCacheable && startGeneration === generation) entries.set(key, { response, generation });
      return response;
    } catch (error) {
      const stale = canServeStale(error) ? entries.get(key) : undefined;
      if (stale) return stale.response;
      throw error;
    }
  }

  function get(key: string): StoredResponse | undefined {
    const entry = entries.get(key);
    if (entry?.generation !== generation) return undefined;
    hits += 1;
    return entry.response;
  }

  return {
    get,
    fetch(key, load) {
      const cached = get(key);
      if (cached) return Promise.resolve(cached);
      const pending = loading.get(key);
      if (pending) {
        hits += 1;
        return pending;
      }
      misses += 1;
      const started = loadAndStore(key, load).finally(() => {
        if (loading.get(key) === started) loading.delete(key);
      });
      loading.set(key, started);
      return started;
    },
    clear() {
      generation += 1;
      // Requests after this point must not join a load that began before the change.
      loading.clear();
    },
    stats: () => ({ hits, misses, entries: entries.size, bytes: entries.calculatedSize }),
  };
}
