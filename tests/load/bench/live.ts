import { setTimeout as delay } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "#tests/support/chromium.ts";
import { type ShopProcess, startShop } from "#tests/support/shop-process.ts";
import { type Report, startReaders } from "../live-readers.ts";
import { createBuyer } from "../orders.ts";
import { createSeller, login, now, type Saved, signIn } from "../seller.ts";
import { histogramPercentile, percentile, type Row } from "../table.ts";
import { type Paced, pace } from "../timing.ts";

const streams = Number(process.env.BENCH_STREAMS ?? 1000);
const seconds = Number(process.env.BENCH_STREAM_SECONDS ?? 15);
const perSecond = 20;
const administrators = 10;
const env = { LOG_LEVEL: "warn", ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password };
/** Lets `readIdleMetrics` ask the shop to release what it no longer needs. */
const exposesGarbageCollector = {
  NODE_OPTIONS: `--expose-gc --import ${new URL("../collect-garbage.ts", import.meta.url)}`,
};

const path = "/produtos/polpas-de-frutas";
const category = "polpas";
const changes = 60;
const pauseMs = 450;

declare global {
  interface Window {
    /** Time at which each mark was first painted, in milliseconds since 1970. */
    paintedAt: Record<string, number>;
  }
}

/**
 * Measures how fast changes reach a thousand streams and a page that is open in a browser, and the cost of the streams for the
 * shop.
 */
export async function measureLive(folder: string): Promise<Row[]> {
  return [
    ...(await measureStreams(`${folder}/streams`)),
    ...(await measureScreen(`${folder}/screen`)),
  ];
}

/**
 * A thousand streams of one process while changes and orders arrive. The time of a delivery starts before the save is
 * sent and ends when a reader, in another process, has received the change.
 */
async function measureStreams(folder: string): Promise<Row[]> {
  // Started twice: filling a new shop allocates memory that would hide the memory of a thousand streams.
  await (await startShop(folder, env)).stop();
  const shop = await startShop(folder, { ...env, ...exposesGarbageCollector });
  const cookie = await signIn(shop.url);
  const visitors = streams - administrators;
  const half = Math.floor(visitors / 2);
  const readers = startReaders(shop.url, [administrators, half, visitors - half], cookie);
  try {
    const alone = await runSteadily(shop, cookie, 3);
    const before = await readIdleMetrics(shop);
    await readers.open();
    const open = await readIdleMetrics(shop);
    const busy = await runSteadily(shop, cookie, seconds);
    const after = await readMetrics(shop);
    await delay(2000);
    const deliveries = await readers.report(busy.saved);
    await readers.close();
    const remaining = await countRemainingStreams(shop);
    await readers.open();
    const orders = { name: `order, ${streams} streams, p99`, unit: "ms" };
    const memory = Math.max(open.resident - before.resident, open.heap - before.heap);
    const processor = (after.processor - open.processor) / seconds;
    return [
      ...deliveryRows(deliveries, busy.saved),
      { ...orders, column: "without them", value: percentile(alone.orders.times, 0.99) },
      { ...orders, column: "with them", value: percentile(busy.orders.times, 0.99) },
      { name: "processor of the shop", value: processor * 100, unit: "% of a core" },
      { name: "memory of an idle stream", value: memory / 1024 / streams, unit: "kB", max: 60 },
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

/** Different each time: a save without changes publishes no event. */
let stock = 1000;

async function runSteadily({ url }: ShopProcess, cookie: string, forSeconds: number) {
  const saved: Saved[] = [];
  const [change, order] = [await createSeller(url, cookie), await createBuyer(url)];
  const [changed, orders] = await Promise.all([
    pace(forSeconds, perSecond, async () => saved.push(await change({ stock: ++stock }))),
    pace(forSeconds, perSecond, order),
  ]);
  rejectFailures(changed);
  rejectFailures(orders);
  return { saved, orders };
}

function rejectFailures({ failures }: Paced): void {
  if (failures.length > 0) throw new Error(failures[0]);
}

function deliveryRows({ histogram, missing }: Report, saved: Saved[]): Row[] {
  const name = `change to ${streams} streams`;
  return [
    { name, column: "p50", value: histogramPercentile(histogram, 0.5), unit: "ms" },
    { name, column: "p99", value: histogramPercentile(histogram, 0.99), unit: "ms", max: 500 },
    { name, column: "slowest", value: histogram.length - 1, unit: "ms" },
    { name: "missing deliveries", value: missing, unit: "", max: 0 },
    {
      name: "changes per second, with as many orders",
      value: saved.length / seconds,
      unit: "/s",
      min: perSecond * 0.9,
    },
  ];
}

type ShopMetrics = {
  streams: number;
  /** Bytes in memory, and those that objects take. */
  resident: number;
  heap: number;
  /** Seconds. */
  processor: number;
};

/** Reads the metrics after a while in which nothing happens. */
async function readIdleMetrics(shop: ShopProcess): Promise<ShopMetrics> {
  await delay(2000);
  process.kill(shop.pid, "SIGUSR2");
  await delay(1000);
  return readMetrics(shop);
}

async function readMetrics({ url }: ShopProcess): Promise<ShopMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  return {
    streams: figure("pomar_streams"),
    resident: figure("process_resident_memory_bytes"),
    heap: figure("nodejs_heap_size_used_bytes"),
    processor: figure("process_cpu_seconds_total"),
  };
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

/** Measures the time from before a save is sent until a page open in a browser shows it. */
async function measureScreen(folder: string): Promise<Row[]> {
  const shop = await startShop(folder, env);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  try {
    const page = await browser.newPage();
    await page.goto(shop.url + path);
    await waitForStream(shop);
    await recordMarks(page);
    return await measurePainting(page, shop);
  } finally {
    await browser.close();
    await shop.stop();
  }
}

/** The page opens its stream when it is idle. */
async function waitForStream(shop: ShopProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await readMetrics(shop)).streams > 0) return;
    await delay(100);
  }
  throw new Error("the page opened no stream");
}

/** Records each mark in the frame that paints it. */
async function recordMarks(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.paintedAt = {};
    const look = () => {
      const text = document.querySelector("main")?.textContent ?? "";
      for (const [mark] of text.matchAll(/marca-\d+-/g)) {
        window.paintedAt[mark] ??= performance.timeOrigin + performance.now();
      }
    };
    const observer = new MutationObserver(() => requestAnimationFrame(look));
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

async function measurePainting(page: Page, shop: ShopProcess): Promise<Row[]> {
  const change = await createSeller(shop.url, await signIn(shop.url), category);
  const sentAt = new Map<string, number>();
  for (let round = 0; round < changes; round += 1) {
    const mark = `marca-${round}-`;
    sentAt.set(mark, (await change({ title: `Polpa ${mark}` })).sentAt);
    await delay(pauseMs);
  }
  await delay(1000);
  const paintedAt = await page.evaluate(() => window.paintedAt);
  const times = [...sentAt].flatMap(([mark, sent]) => {
    const at = paintedAt[mark];
    return at === undefined ? [] : [at - sent];
  });
  const name = "change to screen";
  return [
    { name, column: "p50", value: percentile(times, 0.5), unit: "ms" },
    { name, column: "p99", value: percentile(times, 0.99), unit: "ms", max: 300 },
    { name: "changes that were not shown", value: changes - times.length, unit: "", max: 0 },
  ];
}
