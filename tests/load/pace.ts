import { setTimeout as delay } from "node:timers/promises";

export type Paced = {
  /** Milliseconds of each that succeeded. */
  times: number[];
  /** Why the others did not. */
  failures: string[];
};

/** Begins `work` so many times a second, at a steady rate, whether the earlier ones are done or not. */
export async function pace(
  seconds: number,
  perSecond: number,
  work: (turn: number) => Promise<unknown>,
): Promise<Paced> {
  const times: number[] = [];
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  for (let turn = 0; turn < seconds * perSecond; turn += 1) {
    await delay(Math.max(0, begun + (turn * 1000) / perSecond - performance.now()));
    const one = time(turn).finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
  return { times, failures };

  async function time(turn: number): Promise<void> {
    const asked = performance.now();
    try {
      await work(turn);
      times.push(performance.now() - asked);
    } catch (error) {
      failures.push(String((error as Error).cause ?? error));
    }
  }
}
