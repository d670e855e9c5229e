import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "#tests/support/chromium.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import {
  removeFolder,
  startProgram,
  startShop,
  temporaryFolder,
} from "#tests/support/shop-process.ts";
import { percentile, printTable, type Row } from "../table.ts";

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
/** The factor by which the phone's processor is slower than this machine. */
const slowdown = Number(process.env.BENCH_SLOWDOWN ?? 6);
const bytesPerSecond = 50_000;
const latencyMs = 400;
const pressAtMs = 3500;
const address = "/produtos/polpas-de-frutas";
const targets: Record<string, number> = { "first paint": 2.5, "press answered": 6 };

type Figures = Record<string, { unit: string; value: number }>;

/**
 * `npm run bench -- phone [FOLDER]`: a category page on a cheap phone with an empty cache, and a press on 'Adicionar' 3.5 s after the
 * start; seconds are counted from there. With the folder of another build the two are measured in turn.
 */
export async function run([otherBuild]: string[]): Promise<boolean> {
  const builds = [
    ...(otherBuild
      ? [{ column: "other build", program: path.join(otherBuild, startProgram) }]
      : []),
    { column: "this build", program: startProgram },
  ];
  const folder = await temporaryFolder();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  const shops = [];
  try {
    for (const { column, program } of builds) {
      const shop = await startShop(`${folder}/${column}`, { LOG_LEVEL: "warn" }, [], program);
      shops.push({ column, shop, visits: [] as Figures[] });
    }
    for (const { shop } of shops) await visit(browser, shop.url);
    for (let round = 0; round < rounds; round += 1) {
      for (const { shop, visits } of shops) visits.push(await visit(browser, shop.url));
    }
    return printTable(shops.flatMap(({ column, visits }) => toRows(column, visits)));
  } finally {
    await browser.close();
    for (const { shop } of shops) await shop.stop();
    await removeFolder(folder);
  }
}

function toRows(column: string, visits: Figures[]): Row[] {
  return Object.entries(visits[0] ?? {}).map(([name, { unit }]) => ({
    name,
    column,
    unit,
    value: percentile(
      visits.map((figures) => figures[name]?.value ?? 0),
      0.5,
    ),
    max: targets[name],
  }));
}

async function visit(browser: Browser, origin: string): Promise<Figures> {
  const context = await browser.newContext({
    ...phoneScreen,
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  await page.addInitScript(noteTimes);
  const bytes = await slowDown(context, page);
  const startedAt = performance.now();
  await page.goto(origin + address, { waitUntil: "commit" });
  await delay(pressAtMs - (performance.now() - startedAt));
  await page
    .getByRole("button", { name: /^Adicionar ao carrinho/ })
    .first()
    .tap();
  await page.locator("[data-bottom-bar][data-filled]").waitFor();
  const times: Record<string, number> = await page.evaluate(() => ({
    "first paint": performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    ...Reflect.get(window, "times"),
  }));
  const figures = [
    ...Object.entries(times).map(([name, ms]) => [name, { unit: "s", value: ms / 1000 }] as const),
    ...[...bytes].map(([kind, sum]) => [kind, { unit: "kB", value: sum / 1000 }] as const),
  ];
  await context.close();
  return Object.fromEntries(figures);
}

/** Runs in the page: it notes when a press is acknowledged, and when it is answered. */
function noteTimes(): void {
  const times: Record<string, number> = {};
  Reflect.set(window, "times", times);
  new MutationObserver(() => {
    if (document.querySelector("[data-pressed]")) times["press acknowledged"] ??= performance.now();
    if (document.querySelector("[data-filled]")) times["press answered"] ??= performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Returns the bytes that arrive, by kind. */
async function slowDown(context: BrowserContext, page: Page): Promise<Map<string, number>> {
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const kinds = new Map<string, string>();
  const bytes = new Map<string, number>();
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "Other";
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
  });
  return bytes;
}
