import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "#app/platform/log.ts";
import type { Shop } from "#app/shop.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Once a day, and a few minutes after the start, takes the customers out of orders that the seller no longer wants to
 * keep them in. Returns how to stop, which waits for what is under way. Each of several processes asks; one does it.
 */
export function keepRetention(
  shop: Pick<Shop, "anonymizeOldOrders">,
  log: Log,
  { first, pause } = { first: 5 * minute, pause: day },
) {
  const ending = new AbortController();
  const work = repeat();

  async function repeat(): Promise<void> {
    const { signal } = ending;
    let next = first;
    while (await wait(next, true, { ref: false, signal }).catch(() => false)) {
      next = pause;
      try {
        const orders = await shop.anonymizeOldOrders();
        if (orders > 0) log.info({ orders }, "old orders have lost their customers");
      } catch (error) {
        log.error({ err: error }, "old orders could not lose their customers");
      }
    }
  }

  return (): Promise<void> => {
    ending.abort();
    return work;
  };
}
