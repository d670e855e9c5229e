import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { createOrderSource } from "../orders.ts";
import { measure } from "../wrk.ts";
import type { Series } from "./series.ts";

const seconds = 4;
const uncached = "/PRODUTOS/polpas-de-frutas";

/** Measures the time between two responses of a shop with several processes and sixteen concurrent clients. */
export async function measureProcesses(databaseUrl: string, counts: number[]): Promise<Series[]> {
  const next = "more processors: each process uses one, and so does PostgreSQL";
  const orders: Series = {
    name: "time between two orders",
    unit: "ms",
    ideal: "shared",
    points: [],
    next,
  };
  const pages: Series = {
    name: "time between two rendered pages",
    unit: "ms",
    ideal: "shared",
    points: [],
    next,
  };
  const folder = await temporaryFolder();
  try {
    for (const count of counts) {
      const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: "error" };
      const shop = await startShop(folder, env, count > 1 ? ["--workers", String(count)] : []);
      try {
        orders.points.push({ size: count, value: 1000 / (await orderRate(shop.url)) });
        pages.points.push({ size: count, value: 1000 / (await pageRate(shop.url)) });
      } finally {
        await shop.stop();
      }
    }
  } finally {
    await removeFolder(folder);
  }
  return [orders, pages];
}

async function orderRate(url: string): Promise<number> {
  const nextOrder = await createOrderSource(url);
  const orders = Array.from({ length: 100 }, nextOrder);
  const { rate } = await measure({ url: `${url}/api/orders`, seconds, orders });
  return rate;
}

async function pageRate(url: string): Promise<number> {
  const { rate } = await measure({
    url: `${url}${uncached}`,
    headers: { accept: "text/html" },
    seconds,
  });
  return rate;
}
