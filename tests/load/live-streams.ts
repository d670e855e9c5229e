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
 * A thousand streams of one process while changes and orders arrive. A delivery's time runs from before the save is sent
 * until a reader, in another process, has the change in hand.
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
    await readers.leave();
    const left = await streamsLeft(shop);
    await readers.open();
    return [
      ...deliveryRows(deliveries, busy),
      {
        name: "order, nobody listening, p99",
        value: percentile(alone.orderTimes, 0.99),
        unit: "ms",
      },
      {
        name: `order, ${streams} streams, p99`,
        value: percentile(busy.orderTimes, 0.99),
        unit: "ms",
      },
      ...costRows(before, open, after, busy),
      { name: "streams left after all went", value: left, unit: "", most: 0 },
      {
        name: `end of the process, ${streams} streams`,
        value: await timeToStop(shop),
        unit: "ms",
        most: 1000,
      },
    ];
  } finally {
    readers.stop();
    await shop.stop();
  }
}

/** Filling a new shop leaves memory behind in which a thousand streams would hide. */
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
    { name: "the same, p99", value: histogramPercentile(histogram, 0.99), unit: "ms", most: 500 },
    { name: "the same, slowest", value: histogram.length - 1, unit: "ms" },
    { name: "deliveries that never came", value: missing, unit: "", most: 0 },
    {
      name: "changes a second, beside as many orders",
      value: (busy.saved.length * 1000) / busy.took,
      unit: "/s",
      least: perSecond * 0.9,
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
      name: "processor time of the shop meanwhile",
      value: ((after.processor - open.processor) * 100_000) / busy.took,
      unit: "% of one",
    },
    { name: "memory of an idle stream", value: memory / 1024 / streams, unit: "kB", most: 60 },
  ];
}

async function streamsLeft(shop: ShopProcess): Promise<number> {
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await readMetrics(shop)).streams === 0) return 0;
    await delay(100);
  }
  return (await readMetrics(shop)).streams;
}

async function timeToStop(shop: ShopProcess): Promise<number> {
  const begun = now();
  await shop.stop();
  return now() - begun;
}
