import { LRUCache } from "lru-cache";
import type { Revision } from "./revision.ts";

export type Cache<Value> = {
  /** The value, if it was loaded since the last change. */
  get(key: string): Value | undefined;
  /** Returns whether there is a value, from before the last change or after it. */
  has(key: string): boolean;
  isLoading(key: string): boolean;
  /**
   * The cached value, else the result of `load`, which `schedule` starts when there is a place; concurrent requests for one key
   * share one load. The result is cached when it is cacheable and nothing has changed since the load began.
   */
  fetch(
    key: string,
    load: () => Promise<Loaded<Value>>,
    schedule?: Schedule<Loaded<Value>>,
  ): Promise<Value>;
  stats(): CacheStats;
};

/** Hits and misses since the start; entries and bytes now, including stale ones. */
export type CacheStats = { hits: number; misses: number; entries: number; bytes: number };

type Schedule<Result> = (load: () => Promise<Result>) => Promise<Result>;

export type Loaded<Value> = { value: Value; isCacheable: boolean };

export type CacheOptions<Value> = {
  /** Absent for values that never become stale. */
  revision?: Revision;
  maxEntries: number;
  maxBytes: number;
  sizeOf: (value: Value) => number;
  /** The errors of `load` at which the previous value is served. */
  canServeStale?: (error: unknown) => boolean;
};

type Entry<Value> = { value: Value; revision: string };
/** `revision` is absent until the load has its place. */
type Load<Value> = { result?: Promise<Value>; revision?: string };

/** Values in memory until the revision changes; the least recently used are evicted. */
export function createCache<Value>(options: CacheOptions<Value>): Cache<Value> {
  const { maxEntries, maxBytes, sizeOf } = options;
  const { revision = () => "", canServeStale = () => false } = options;
  const entries = new LRUCache<string, Entry<Value>>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => Math.max(sizeOf(value), 1),
  });
  const loads = new Map<string, Load<Value>>();
  let hits = 0;
  let misses = 0;

  function get(key: string): Value | undefined {
    const entry = entries.get(key);
    if (entry?.revision !== revision()) return undefined;
    hits += 1;
    return entry.value;
  }

  /** One that waits for its place, or began after the last change. */
  function findLoad(key: string): Load<Value> | undefined {
    const load = loads.get(key);
    return load && (load.revision ?? revision()) === revision() ? load : undefined;
  }

  async function run(key: string, load: Load<Value>, start: () => Promise<Loaded<Value>>) {
    try {
      const { value, isCacheable } = await start();
      if (isCacheable && load.revision === revision()) {
        entries.set(key, { value, revision: load.revision });
      }
      return value;
    } catch (error) {
      const stale = canServeStale(error) ? entries.get(key) : undefined;
      if (stale) return stale.value;
      throw error;
    } finally {
      if (loads.get(key) === load) loads.delete(key);
    }
  }

  return {
    get,
    has: (key) => entries.has(key),
    isLoading: (key) => findLoad(key) !== undefined,
    fetch(key, loadValue, schedule = (begin) => begin()) {
      const cached = get(key);
      if (cached !== undefined) return Promise.resolve(cached);
      const pending = findLoad(key)?.result;
      if (pending) {
        hits += 1;
        return pending;
      }
      misses += 1;
      const load: Load<Value> = {};
      loads.set(key, load);
      load.result = run(key, load, () =>
        schedule(() => {
          load.revision = revision();
          return loadValue();
        }),
      );
      return load.result;
    },
    stats: () => ({ hits, misses, entries: entries.size, bytes: entries.calculatedSize }),
  };
}
