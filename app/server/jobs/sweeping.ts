import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "#app/platform/log.ts";
import type { Shop } from "#app/shop.ts";

const hour = 3_600_000;

/** Looks every hour for pictures that nobody uses any more. Returns how to stop, which waits for a sweep under way. */
export function keepSwept(shop: Pick<Shop, "sweepPictures">, log: Log, pause = hour) {
  const ending = new AbortController();
  const work = repeat();

  async function repeat(): Promise<void> {
    const { signal } = ending;
    while (await wait(pause, true, { ref: false, signal }).catch(() => false)) {
      try {
        const swept = await shop.sweepPictures();
        if (swept > 0) log.info({ swept }, "pictures that nobody used are gone");
      } catch (error) {
        log.error({ err: error }, "the sweep of unused pictures failed");
      }
    }
  }

  return (): Promise<void> => {
    ending.abort();
    return work;
  };
}
