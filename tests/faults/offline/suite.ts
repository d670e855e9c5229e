import { deepStrictEqual, equal } from "node:assert/strict";
import { type Browser, chromium } from "@playwright/test";
import { createRandom } from "#demo/random.ts";
import { chromiumFlags, ensureChromium } from "#tests/support/chromium.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { readStoredOrders } from "#tests/support/stored-orders.ts";
import { describePlan, drawPlan, type Plan } from "./plan.ts";
import { startProxy } from "./proxy.ts";
import { placeOrderThrough } from "./visit.ts";

type Options = { runs: number; seed: number; template?: string };
type Outcome = { name: string; plan: Plan; number: number };

/** Sends orders over a failing connection; each acknowledged order must be stored exactly once. */
export async function runOfflineSuite(options: Options): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  try {
    await runOfflineFaults(browser, options);
  } finally {
    await browser.close();
  }
}

/** Runs `runOfflineSuite` in a running browser. `template` is a data folder to start from. */
export async function runOfflineFaults(browser: Browser, { runs, seed, template }: Options) {
  const random = createRandom(seed);
  const folder = await temporaryFolder(template);
  let shop: ShopProcess = await startShop(folder);
  const proxy = await startProxy(shop.url);
  const restart = async () => {
    await shop.stop("SIGKILL");
    shop = await startShop(folder);
    proxy.retarget(shop.url);
  };
  const outcomes: Outcome[] = [];
  try {
    for (let run = 1; run <= runs; run += 1) {
      const plan = drawPlan(random);
      const name = `Visitante ${seed} ${run}`;
      const startedAt = performance.now();
      const context = await browser.newContext({ baseURL: proxy.url, locale: "pt-BR" });
      const number = await placeOrderThrough(context, proxy, restart, plan, name);
      await context.close();
      outcomes.push({ name, plan, number });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(`${run}: ${describePlan(plan)}: nº ${number}, ${seconds} s`);
    }
  } finally {
    proxy.close();
    await shop.stop();
  }
  await checkOrders(folder, outcomes, proxy.seen);
  await removeFolder(folder);
}

async function checkOrders(
  folder: string,
  outcomes: readonly Outcome[],
  seen: { keys: Set<string>; orders: number; maxConcurrent: number },
): Promise<void> {
  const rows = await readStoredOrders(folder);
  deepStrictEqual(
    rows.map((row) => ({ name: row.cliente_info.name, number: row.numero_pedido })),
    outcomes.map(({ name, number }) => ({ name, number })),
    "each acknowledged order exists exactly once, under the number that was shown",
  );
  const keys = rows.map((row) => row.idempotency_key);
  deepStrictEqual(new Set(keys), seen.keys, "each key that was sent has its row");
  equal(keys.length, seen.keys.size, "and one row only");
  equal(seen.maxConcurrent, 1, "no order was sent twice concurrently");
  console.log(
    `${outcomes.length} orders acknowledged, ${rows.length} rows, ${seen.keys.size} keys, sent ${seen.orders} times, never concurrently`,
  );
}
