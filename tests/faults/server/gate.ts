/** Limits how many orders may start, until the limit is raised. */
export type Gate = {
  /** Resolves when one more order may start. */
  pass(): Promise<void>;
  /** Raises the total number of orders that may start. */
  allow(count: number): void;
};

export function createGate(): Gate {
  const waiting: (() => void)[] = [];
  let started = 0;
  let allowed = 0;
  return {
    pass() {
      started += 1;
      if (started <= allowed) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    allow(count) {
      allowed = count;
      while (waiting.length > 0 && started - waiting.length < allowed) waiting.shift()?.();
    },
  };
}
