import { readDashboard } from "#app/domain/reports/dashboard/queries.server.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { testLog } from "#tests/support/rows.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { addManyOrders } from "../many-orders.ts";
import { login, signIn } from "../seller.ts";
import { createBuyer } from "../steady.ts";
import type { Series } from "./series.ts";
import { medianOf, read, timeOf } from "./timing.ts";

type Page = { items: { id: string; cliente_info: { email: string } }[]; next_cursor: string };

/** So many orders in the empty PostgreSQL at `databaseUrl`: what the back office asks of them. */
export async function measureOrders(databaseUrl: string, sizes: number[]): Promise<Series[]> {
  const count = "a count that stops at some thousands, as the search's does";
  const all: Series[] = [
    { name: "first page of the list", unit: "ms", ideal: "flat", points: [], next: count },
    {
      name: "page after page, the hundredth order",
      unit: "ms",
      ideal: "flat",
      points: [],
      next: count,
    },
    {
      name: "search: an e-mail",
      unit: "ms",
      ideal: "proportional",
      points: [],
      next: "an index of trigrams (pg_trgm)",
    },
    {
      name: "search: a common first name",
      unit: "ms",
      ideal: "flat",
      points: [],
      next: "a search engine beside the database",
    },
    { name: "dashboard", unit: "ms", ideal: "flat", points: [], next: "sums stored per day" },
    {
      name: "export as CSV",
      unit: "ms",
      ideal: "proportional",
      points: [],
      next: "an export that is made in the background",
    },
    { name: "a new order", unit: "ms", ideal: "flat", points: [], next: "partitions by year" },
  ];
  const folder = await temporaryFolder();
  let stored = 0;
  try {
    // Its first start puts goods on the shelves, for new orders.
    await openShop(folder, databaseUrl).then((shop) => shop.stop());
    for (const size of sizes) {
      const begun = performance.now();
      const dashboard = await fill(folder, databaseUrl, stored, size);
      stored = size;
      console.error(
        `${size} orders are there after ${Math.round((performance.now() - begun) / 1000)} s`,
      );
      const values = await ask(folder, databaseUrl);
      for (const [index, value] of values.toSpliced(4, 0, dashboard).entries()) {
        all[index]?.points.push({ size, value });
      }
    }
  } finally {
    await removeFolder(folder);
  }
  return all;
}

/** Adds older orders and resolves with the milliseconds of the dashboard, the one read that has no address of its own. */
async function fill(
  dataDir: string,
  databaseUrl: string,
  from: number,
  to: number,
): Promise<number> {
  const { database, close } = await openDatabase({ dataDir, databaseUrl, log: testLog });
  await addManyOrders(database, to - from, from);
  const dashboard = await medianOf(() => readDashboard(database, new Date()));
  await close();
  return dashboard;
}

function openShop(dataDir: string, databaseUrl: string) {
  return startShop(dataDir, {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "error",
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
  });
}

async function ask(dataDir: string, databaseUrl: string): Promise<number[]> {
  const shop = await openShop(dataDir, databaseUrl);
  try {
    const headers = { Cookie: await signIn(shop.url) };
    const list = `${shop.url}/api/orders`;
    const page: Page = JSON.parse(await read(`${list}?limit=100`, headers));
    const email = encodeURIComponent(page.items.at(-1)?.cliente_info.email ?? "");
    return [
      await medianOf(() => read(list, headers)),
      await medianOf(() => read(`${list}?cursor=${encodeURIComponent(page.next_cursor)}`, headers)),
      await medianOf(() => read(`${list}?search=${email}`, headers)),
      await medianOf(() => read(`${list}?search=maria`, headers)),
      await timeOf(() => drain(`${list}/export.csv`, headers)),
      await medianOf(await createBuyer(shop.url)),
    ];
  } finally {
    await shop.stop();
  }
}

/** Reads a response of any length without storing it. */
async function drain(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  for await (const chunk of response.body ?? []) void chunk;
}
