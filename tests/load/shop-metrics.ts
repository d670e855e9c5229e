import { setTimeout as delay } from "node:timers/promises";
import type { ShopProcess } from "#tests/support/shop-process.ts";

/** What a shop needs so that `readIdleMetrics` may ask it to release what it no longer needs. */
export const exposesGarbageCollector = {
  NODE_OPTIONS: `--expose-gc --import ${new URL("collect-garbage.ts", import.meta.url)}`,
};

export type ShopMetrics = {
  streams: number;
  /** Bytes in memory, and those that objects take. */
  resident: number;
  heap: number;
  /** Seconds. */
  processor: number;
};

/** After a while in which nothing happens. */
export async function readIdleMetrics(shop: ShopProcess): Promise<ShopMetrics> {
  await delay(2000);
  process.kill(shop.pid, "SIGUSR2");
  await delay(1000);
  return readMetrics(shop);
}

export async function readMetrics({ url }: ShopProcess): Promise<ShopMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  return {
    streams: figure("pomar_streams"),
    resident: figure("process_resident_memory_bytes"),
    heap: figure("nodejs_heap_size_used_bytes"),
    processor: figure("process_cpu_seconds_total"),
  };
}
