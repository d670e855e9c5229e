import type { StoredAnswer } from "./stored-response.ts";

export type AnswerCache = {
  get(key: string): StoredAnswer | undefined;
  /**
   * The kept answer, else the one `render` makes. Whoever asks while it is being made waits for the same one. It is
   * kept when `keep` says so and nothing was cleared since the rendering began.
   */
  fetch(key: string, render: () => Promise<Rendering>): Promise<StoredAnswer>;
  /** Forgets everything: some data that pages show has changed. */
  clear(): void;
  figures(): CacheFigures;
};

/** Answers given from memory and made since the start; answers kept now and the bytes they take. */
export type CacheFigures = { hits: number; misses: number; entries: number; bytes: number };

export type Rendering = { answer: StoredAnswer; keep: boolean };

export type CacheLimits = { bytes: number; entries: number };

/** Answers in memory, the least recently asked for making room. */
export function createAnswerCache(limits: CacheLimits): AnswerCache {
  const kept = new Map<string, StoredAnswer>();
  const underWay = new Map<string, Promise<StoredAnswer>>();
  let bytes = 0;
  let generation = 0;
  let hits = 0;
  let misses = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  function store(key: string, answer: StoredAnswer): void {
    drop(key);
    kept.set(key, answer);
    bytes += answer.size;
    for (const oldest of kept.keys()) {
      if (bytes <= limits.bytes && kept.size <= limits.entries) break;
      drop(oldest);
    }
  }

  async function fill(key: string, render: () => Promise<Rendering>): Promise<StoredAnswer> {
    const begun = generation;
    const { answer, keep } = await render();
    if (keep && begun === generation) store(key, answer);
    return answer;
  }

  function get(key: string): StoredAnswer | undefined {
    const answer = kept.get(key);
    if (answer) {
      hits += 1;
      kept.delete(key);
      kept.set(key, answer);
    }
    return answer;
  }

  return {
    get,
    fetch(key, render) {
      const answer = get(key);
      if (answer) return Promise.resolve(answer);
      const joined = underWay.get(key);
      if (joined) {
        hits += 1;
        return joined;
      }
      misses += 1;
      const flight = fill(key, render).finally(() => {
        if (underWay.get(key) === flight) underWay.delete(key);
      });
      underWay.set(key, flight);
      return flight;
    },
    clear() {
      generation += 1;
      bytes = 0;
      kept.clear();
      // Those waiting asked before the change; who asks from now on sees it.
      underWay.clear();
    },
    figures: () => ({ hits, misses, entries: kept.size, bytes }),
  };
}
