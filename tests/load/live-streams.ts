import { setTimeout as delay } from "node:timers/promises";
import { type ShopProcess, startShop } from "#tests/support/shop-process.ts";
import { type Report, startReaders } from "./live-readers.ts";
import { createSeller, login, now, signIn } from "./seller.ts";
import {
  exposesGarbageCollector,
  readIdleMetrics,
  readMetrics,
  type ShopMetrics,
} from "./shop-metrics.ts";
import { createBuyer, runSteadily, type SteadyResult } from "./steady.ts";
import { histogramPercentile, percentile, type Row } from "./table.ts";

const streams = Number(process.env.BENCH_STREAMS ?? 1000);
const seconds = Number(process.env.BENCH_SECONDS ?? 15);
const perSecond = 20;
const administrators = 10;

/**
 * A thousand streams of one process while changes and orders arrive. The time of a delivery starts before the save is
 * sent and ends when a reader, in another process, has received the change.
 */
export async function measureStreams(folder: string): Promise<Row[]> {
  const shop = await startTwice(folder);
  const cookie = await signIn(shop.url);
  const visitors = streams - administrators;
  const half = Math.floor(visitors / 2);
  const readers = startReaders(shop.url, [administrators, half, visitors - half], cookie);
  try {
    const [change, order] = [await createSeller(shop.url, cookie), await createBuyer(shop.url)];
    const alone = await runSteadily(3, perSecond, change, order);
    const before = await readIdleMetrics(shop);
    await readers.open();
    const open = await readIdleMetrics(shop);
    const busy = await runSteadily(seconds, perSecond, change, order);
    const after = await readMetrics(shop);
    await delay(2000);
    const deliveries = await readers.report(busy.saved);
    await readers.close();
    const remaining = await countRemainingStreams(shop);
    await readers.open();
    return [
      ...deliveryRows(deliveries, busy),
      {
        name: "order, no streams, p99",
        value: percentile(alone.orderTimes, 0.99),
        unit: "ms",
      },
      {
        name: `order, ${streams} streams, p99`,
        value: percentile(busy.orderTimes, 0.99),
        unit: "ms",
      },
      ...costRows(before, open, after, busy),
      { name: "streams open after all were closed", value: remaining, unit: "", max: 0 },
      {
        name: `shutdown, ${streams} streams`,
        value: await measureShutdown(shop),
        unit: "ms",
        max: 1000,
      },
    ];
  } finally {
    readers.stop();
    await shop.stop();
  }
}

/** Started twice: filling a new shop allocates memory that would hide the memory of a thousand streams. */
async function startTwice(folder: string): Promise<ShopProcess> {
  const env = { LOG_LEVEL: "warn", ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password };
  await (await startShop(folder, env)).stop();
  return startShop(folder, { ...env, ...exposesGarbageCollector });
}

function deliveryRows({ histogram, missing }: Report, busy: SteadyResult): Row[] {
  return [
    {
      name: `change to ${streams} streams, p50`,
      value: histogramPercentile(histogram, 0.5),
      unit: "ms",
    },
    { name: "the same, p99", value: histogramPercentile(histogram, 0.99), unit: "ms", max: 500 },
    { name: "the same, slowest", value: histogram.length - 1, unit: "ms" },
    { name: "missing deliveries", value: missing, unit: "", max: 0 },
    {
      name: "changes per second, with as many orders",
      value: (busy.saved.length * 1000) / busy.took,
      unit: "/s",
      min: perSecond * 0.9,
    },
  ];
}

function costRows(
  before: ShopMetrics,
  open: ShopMetrics,
  after: ShopMetrics,
  busy: SteadyResult,
): Row[] {
  const memory = Math.max(open.resident - before.resident, open.heap - before.heap);
  return [
    {
      name: "CPU time of the shop",
      value: ((after.processor - open.processor) * 100_000) / busy.took,
      unit: "% of one core",
    },
    { name: "memory of an idle stream", value: memory / 1024 / streams, unit: "kB", max: 60 },
  ];
}

async function countRemainingStreams(shop: ShopProcess): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await readMetrics(shop)).streams === 0) return 0;
    await delay(100);
  }
  return (await readMetrics(shop)).streams;
}

async function measureShutdown(shop: ShopProcess): Promise<number> {
  const begun = now();
  await shop.stop();
  return now() - begun;
}
