import { setTimeout as delay } from "node:timers/promises";
import { percentile } from "./table.ts";

/** Milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The milliseconds of each of so many calls, one after the other. */
export async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timeOf(work));
  return times;
}

/** The median of the milliseconds that `work` takes, after it was done twice unmeasured. */
export async function medianOf(work: () => Promise<unknown>, rounds = 15): Promise<number> {
  await timesOf(2, work);
  return percentile(await timesOf(rounds, work), 0.5);
}

/** The milliseconds of `ask`, again and again with a pause, while `work` runs. */
export async function timeMeanwhile(
  work: Promise<unknown>,
  ask: (round: number) => Promise<unknown>,
  pauseMs: number,
): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    times.push(await timeOf(() => ask(times.length)));
    await delay(pauseMs);
  }
  await work;
  return times;
}

/** Asks for an address and reads the answer to its end; an answer that is no success is an error. */
export async function read(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`);
  return text;
}

export type Paced = {
  /** Milliseconds of each success. */
  times: number[];
  /** Error messages of the others. */
  failures: string[];
};

/** Starts `work` at a constant rate, without waiting for earlier calls, for so many seconds or until the signal. */
export async function pace(
  end: number | AbortSignal,
  perSecond: number,
  work: (round: number) => Promise<unknown>,
): Promise<Paced> {
  const times: number[] = [];
  const failures: string[] = [];
  const pending = new Set<Promise<void>>();
  const begunAt = performance.now();
  const isOver = (round: number) =>
    typeof end === "number" ? round >= end * perSecond : end.aborted;
  for (let round = 0; !isOver(round); round += 1) {
    const one = time(round).finally(() => pending.delete(one));
    pending.add(one);
    await delay(Math.max(1, begunAt + ((round + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(pending);
  return { times, failures };

  async function time(round: number): Promise<void> {
    const startedAt = performance.now();
    try {
      await work(round);
      times.push(performance.now() - startedAt);
    } catch (error) {
      const { cause, message } = error as Error;
      failures.push(String(cause ?? message));
    }
  }
}
