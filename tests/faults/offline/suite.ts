import { deepStrictEqual, equal } from "node:assert/strict";
import { type Browser, chromium } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "#tests/support/chromium.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { readStoredOrders } from "#tests/support/stored-orders.ts";
import { createRandom } from "../random.ts";
import { describePlan, makePlan, type Plan } from "./plan.ts";
import { startProxy } from "./proxy.ts";
import { visitThrough } from "./visit.ts";

type Options = { runs: number; seed: number; template?: string };
type Outcome = { name: string; plan: Plan; number: number };

/** Orders over a connection that goes at every step; each acknowledged one must exist exactly once. */
export async function runOfflineSuite(options: Options): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  try {
    await runOfflineFaults(browser, options);
  } finally {
    await browser.close();
  }
}

/** The same in a browser that is there already; `template` is the folder of a shop to begin with. */
export async function runOfflineFaults(browser: Browser, { runs, seed, template }: Options) {
  const random = createRandom(seed);
  const folder = await temporaryFolder(template);
  let shop: ShopProcess = await startShop(folder);
  const line = await startProxy(shop.url);
  const restart = async () => {
    await shop.stop("SIGKILL");
    shop = await startShop(folder);
    line.leadTo(shop.url);
  };
  const outcomes: Outcome[] = [];
  try {
    for (let run = 1; run <= runs; run += 1) {
      const plan = makePlan(random);
      const name = `Visitante ${seed} ${run}`;
      const begun = performance.now();
      const context = await browser.newContext({ baseURL: line.url, locale: "pt-BR" });
      const number = await visitThrough(context, line, restart, plan, name);
      await context.close();
      outcomes.push({ name, plan, number });
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${run}: ${describePlan(plan)}: nº ${number}, ${seconds} s`);
    }
  } finally {
    line.close();
    await shop.stop();
  }
  await compare(folder, outcomes, line.seen);
  await removeFolder(folder);
}

async function compare(
  folder: string,
  outcomes: readonly Outcome[],
  seen: { keys: Set<string>; orders: number; mostAtOnce: number },
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
  equal(seen.mostAtOnce, 1, "no order was on its way twice at once");
  console.log(
    `${outcomes.length} orders acknowledged, ${rows.length} rows, ${seen.keys.size} keys, sent ${seen.orders} times, never two at once`,
  );
}
