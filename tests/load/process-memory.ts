import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const intervalMs = 2000;

/** Total resident bytes of the processes, sampled every two seconds until `signal`. */
export async function sampleMemory(pids: number[], signal: AbortSignal): Promise<number[]> {
  const samples: number[] = [];
  while (!signal.aborted) {
    const sizes = await Promise.all(pids.map(residentOf));
    samples.push(sizes.reduce((sum, size) => sum + size, 0));
    await delay(intervalMs, undefined, { signal }).catch(() => undefined);
  }
  return samples;
}

/** Growth from the second to the last quarter of the samples, in percent. */
export function growth(samples: number[]): number {
  const quarter = Math.floor(samples.length / 4);
  const second = mean(samples.slice(quarter, quarter * 2));
  return (mean(samples.slice(-quarter)) / second - 1) * 100;
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
