import { percentile } from "../table.ts";

const rounds = 15;

/** The median of the milliseconds that `work` takes, after it was done twice unmeasured. */
export async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let round = -2; round < rounds; round += 1) {
    const time = await timeOf(work);
    if (round >= 0) taken.push(time);
  }
  return percentile(taken, 0.5);
}

/** Milliseconds. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Asks for an address and reads the answer to its end; an answer that is no 200 is an error. */
export async function read(url: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`);
  return text;
}
