/** Lets so many orders begin and no more, until it is opened further. */
export type Gate = {
  /** Resolves when one more may begin. */
  pass(): Promise<void>;
  /** So many in all may begin from now on. */
  openTo(count: number): void;
};

export function createGate(): Gate {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let allowed = 0;
  return {
    pass() {
      begun += 1;
      if (begun <= allowed) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    openTo(count) {
      allowed = count;
      while (waiting.length > 0 && begun - waiting.length < allowed) waiting.shift()?.();
    },
  };
}
