import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { dataAddress } from "#app/client/worker-messages.ts";
import type { ShopProcess } from "#tests/support/shop-process.ts";
import { createBuyer } from "../orders.ts";
import { readProcessorSeconds } from "../processes.ts";
import { createSeller, signIn } from "../seller.ts";
import { percentile } from "../table.ts";
import { timeOf } from "../timing.ts";

const openPages = 200;
const seconds = 20;
/** Unmeasured before that: a process that has just started compiles its code. */
const firstSeconds = 10;
const visitsPerSecond = 10;
const ordersPerSecond = 2;
const paths = [
  "/",
  "/produtos",
  "/produtos/polpas-de-frutas",
  "/produtos/frutas-congeladas",
  "/produtos/gelo-saborizado",
  "/produtos/pescados",
  "/pedido-rapido",
  "/busca",
  "/receitas",
  "/sobre",
];

/**
 * Milliseconds of visits and orders at their 99th percentile, while a product is edited each second beside open pages; and the
 * share of a core, in percent, that all of it takes, which depends less on other work of the machine.
 */
export async function measureBesideOpenPages({ url, pid }: ShopProcess) {
  const change = await createSeller(url, await signIn(url));
  const order = await createBuyer(url);
  const read = createReader(url);
  const visits: Promise<number>[] = [];
  const orders: Promise<number>[] = [];
  const refetches: Promise<number>[] = [];
  const pathAt = (at: number) => paths[at % paths.length] ?? "/";
  const timers = [
    setInterval(() => visits.push(read(pathAt(visits.length))), 1000 / visitsPerSecond),
    setInterval(() => orders.push(timeOf(order)), 1000 / ordersPerSecond),
  ];
  let before = Number.NaN;
  for (let second = -firstSeconds; second < seconds; second += 1) {
    if (second === 0) {
      before = await readProcessorSeconds(pid);
      for (const times of [visits, orders, refetches]) await Promise.all(times.splice(0));
    }
    const next = delay(1000);
    await change({ stock: 1000 + second });
    for (let at = 0; at < openPages; at += 1) refetches.push(read(dataAddress(pathAt(at))));
    await next;
  }
  for (const timer of timers) clearInterval(timer);
  const p99 = async (times: Promise<number>[]) => percentile(await Promise.all(times), 0.99);
  const times = {
    visit: await p99(visits),
    order: await p99(orders),
    refetch: await p99(refetches),
  };
  const after = await readProcessorSeconds(pid);
  return { ...times, processor: ((after - before) * 100) / seconds };
}

/** Asks as browsers do, on connections that stay open, with the tag of the last answer. */
function createReader(url: string): (path: string) => Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const tags = new Map<string, string>();
  return (path) =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const headers = { "Accept-Encoding": "br", "If-None-Match": tags.get(path) ?? "" };
      get(url + path, { agent, headers }, (response) => {
        const { statusCode = 0, headers: answered } = response;
        if (statusCode !== 200 && statusCode !== 304) reject(new Error(`${path}: ${statusCode}`));
        tags.set(path, answered.etag ?? "");
        response.resume().on("end", () => resolve(performance.now() - begun));
      }).on("error", reject);
    });
}
