import { setTimeout as delay } from "node:timers/promises";

export type Paced = {
  /** Milliseconds of each success. */
  times: number[];
  /** Error messages of the others. */
  failures: string[];
};

/** Starts `work` at a constant rate, without waiting for earlier calls. */
export async function pace(
  seconds: number,
  perSecond: number,
  work: (round: number) => Promise<unknown>,
): Promise<Paced> {
  const times: number[] = [];
  const failures: string[] = [];
  const pending = new Set<Promise<void>>();
  const begunAt = performance.now();
  for (let round = 0; round < seconds * perSecond; round += 1) {
    await delay(Math.max(0, begunAt + (round * 1000) / perSecond - performance.now()));
    const one = time(round).finally(() => pending.delete(one));
    pending.add(one);
  }
  await Promise.all(pending);
  return { times, failures };

  async function time(round: number): Promise<void> {
    const startedAt = performance.now();
    try {
      await work(round);
      times.push(performance.now() - startedAt);
    } catch (error) {
      failures.push(String((error as Error).cause ?? error));
    }
  }
}
