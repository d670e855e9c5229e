import { ensurePostgres, startPostgres } from "#tests/support/postgres.ts";
import {
  removeFolder,
  type ShopProcess,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { startReaders } from "./live-readers.ts";
import { createBuyer } from "./orders.ts";
import { sampleMemory } from "./processes.ts";
import { createSeller, login, signIn } from "./seller.ts";
import { describeMachine, percentile, printTable, type Row } from "./table.ts";
import { pace, read } from "./timing.ts";

/**
 * Ten minutes of a busy shop, two processes over one PostgreSQL: orders, page traffic, changes and a thousand live
 * streams at once. `npm run test:load`; LOAD_SECONDS makes it shorter.
 */
const seconds = Number(process.env.LOAD_SECONDS ?? 600);
const ordersPerSecond = 50;
const pagesPerSecond = 50;
const changesPerSecond = 2;
const streamsEach = 500;
const sampleIntervalMs = 2000;
const paths = ["/", "/produtos", "/produtos/polpas-de-frutas", "/produtos/pescados", "/receitas"];

const folder = await temporaryFolder();
const programs = await ensurePostgres();
if (!programs) throw new Error("no PostgreSQL found: set PG_BIN to the folder of its programs");
const postgres = await startPostgres(programs, {
  settings: { fsync: "on", full_page_writes: "on", synchronous_commit: "on" },
});
const env = {
  DATABASE_URL: postgres.url,
  LOG_LEVEL: "error",
  ADMIN_EMAIL: login.email,
  ADMIN_PASSWORD: login.password,
};
const shops: ShopProcess[] = [];
try {
  for (let shop = 0; shop < 2; shop += 1) shops.push(await startShop(folder, env));
  console.log(`${describeMachine()}, ${seconds} s\n`);
  process.exitCode = printTable(await run(shops)) ? 0 : 1;
} finally {
  await Promise.all(shops.map((shop) => shop.stop()));
  await postgres.stop();
  await removeFolder(folder);
}

async function run(processes: ShopProcess[]): Promise<Row[]> {
  const urls = processes.map((shop) => shop.url);
  const cookie = await signIn(urls[0] ?? "");
  const readers = urls.map((url) => startReaders(url, [10, streamsEach - 10], cookie));
  const buyers = await Promise.all(urls.map(createBuyer));
  const change = await createSeller(urls[0] ?? "", cookie);
  await Promise.all(readers.map((some) => some.open()));
  const watching = new AbortController();
  const samples: number[] = [];
  const pids = new Set(processes.map((shop) => shop.pid));
  const sampling = sampleMemory(pids, watching.signal, sampleIntervalMs, (bytes) =>
    samples.push(bytes),
  );
  const [orders, pages, changes] = await Promise.all([
    pace(seconds, ordersPerSecond, async (round) => buyers[round % buyers.length]?.()),
    pace(seconds, pagesPerSecond, (round) => readPage(urls, round)),
    pace(seconds, changesPerSecond, (round) => change({ stock: 1000 + round })),
  ]);
  watching.abort();
  await sampling;
  for (const some of readers) some.stop();
  const failures = [orders, pages, changes].flatMap((one) => one.failures);
  for (const failure of failures.slice(0, 5)) console.log(failure);
  return [
    {
      name: "orders stored per second",
      value: orders.times.length / seconds,
      unit: "/s",
      min: ordersPerSecond * 0.99,
    },
    { name: "order, p50", value: percentile(orders.times, 0.5), unit: "ms" },
    { name: "order, p99", value: percentile(orders.times, 0.99), unit: "ms", max: 300 },
    { name: "page, p99", value: percentile(pages.times, 0.99), unit: "ms", max: 300 },
    { name: "change of a product, p99", value: percentile(changes.times, 0.99), unit: "ms" },
    {
      name: `errors of ${orders.times.length + pages.times.length + changes.times.length}`,
      value: failures.length,
      unit: "",
      max: 0,
    },
    {
      name: "memory of both processes, second quarter",
      value: mean(samples.slice(samples.length / 4, samples.length / 2)) / 2 ** 20,
      unit: "MiB",
    },
    {
      name: "growth until the last quarter",
      value: growth(samples),
      unit: "%",
      max: 10,
      min: -100,
    },
  ];
}

async function readPage(urls: string[], round: number): Promise<void> {
  const address = `${urls[round % urls.length]}${paths[round % paths.length]}`;
  const text = await read(address, { headers: { Accept: "text/html" } });
  if (!text.includes("</html>")) throw new Error(`${address} is not whole`);
}

/** Growth from the second to the last quarter of the samples, in percent. */
function growth(samples: number[]): number {
  const quarter = Math.floor(samples.length / 4);
  return (mean(samples.slice(-quarter)) / mean(samples.slice(quarter, quarter * 2)) - 1) * 100;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
