import { setTimeout as delay } from "node:timers/promises";
import { createOrderSource } from "./orders.ts";
import type { createSeller, Saved } from "./seller.ts";

export type Change = Awaited<ReturnType<typeof createSeller>>;
/** Sends an order and resolves with the milliseconds until it is stored. */
export type Order = () => Promise<number>;
export type SteadyResult = {
  saved: Saved[];
  orderTimes: number[];
  /** Milliseconds. */
  took: number;
};

/** Different each time: a save without changes publishes no event. */
let stock = 1000;

export async function createBuyer(url: string): Promise<Order> {
  const nextOrder = await createOrderSource(url);
  return async () => {
    const begun = performance.now();
    const response = await fetch(`${url}/api/orders`, { method: "POST", ...nextOrder() });
    if (response.status !== 201) throw new Error(`no order: ${await response.text()}`);
    return performance.now() - begun;
  };
}

/** Sends changes and as many orders at a constant rate, without waiting for earlier responses. */
export async function runSteadily(
  seconds: number,
  perSecond: number,
  change: Change,
  order: Order,
): Promise<SteadyResult> {
  const changes: Promise<Saved>[] = [];
  const orders: Promise<number>[] = [];
  const begun = performance.now();
  for (let round = 0; round < seconds * perSecond; round += 1) {
    await delay(Math.max(0, begun + (round * 1000) / perSecond - performance.now()));
    const works = [change({ stock: ++stock }), order()] as const;
    // They are awaited at the end; until then a rejection must not count as unhandled.
    for (const work of works) work.catch(() => undefined);
    changes.push(works[0]);
    orders.push(works[1]);
  }
  const [saved, orderTimes] = [await Promise.all(changes), await Promise.all(orders)];
  return { saved, orderTimes, took: performance.now() - begun };
}
