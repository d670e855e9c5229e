/** Runs work in turn; undefined when the line is full and the work was not begun. */
export type Turns = <T>(work: () => Promise<T>) => Promise<{ result: T } | undefined>;

/** Runs what it is given, `most` at a time, first come first served, with at most `line` waiting. */
export function createTurns(most: number, line: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  async function turn() {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  return async (work) => {
    if (running >= most && waiting.length >= line) return undefined;
    await turn();
    try {
      return { result: await work() };
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
