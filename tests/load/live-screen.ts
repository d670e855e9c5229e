import { setTimeout as delay } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { chromiumFlags, ensureChromium } from "#tests/support/chromium.ts";
import { type ShopProcess, startShop } from "#tests/support/shop-process.ts";
import { createSeller, login, signIn } from "./seller.ts";
import { readMetrics } from "./shop-metrics.ts";
import { percentile, type Row } from "./table.ts";

const path = "/produtos/polpas-de-frutas";
const category = "polpas";
const changes = 60;
/** Time between two saves. */
const [minPauseMs, maxPauseMs] = [300, 600];

declare global {
  interface Window {
    /** Time at which each mark was first painted, in milliseconds since 1970. */
    paintedAt: Record<string, number>;
  }
}

/** Measures the time from before a save is sent until a page open in a browser shows it. */
export async function measureScreen(folder: string): Promise<Row[]> {
  const shop = await startShop(folder, {
    LOG_LEVEL: "warn",
    ADMIN_EMAIL: login.email,
    ADMIN_PASSWORD: login.password,
  });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  try {
    const page = await browser.newPage();
    await page.goto(shop.url + path);
    await waitForStream(shop);
    await recordMarks(page);
    return await measure(page, shop);
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

async function measure(page: Page, shop: ShopProcess): Promise<Row[]> {
  const change = await createSeller(shop.url, await signIn(shop.url), category);
  const sentAt = new Map<string, number>();
  for (let round = 0; round < changes; round += 1) {
    const mark = `marca-${round}-`;
    sentAt.set(mark, (await change({ title: `Polpa ${mark}` })).sentAt);
    await delay(minPauseMs + Math.random() * (maxPauseMs - minPauseMs));
  }
  await delay(1000);
  const paintedAt = await page.evaluate(() => window.paintedAt);
  const times = [...sentAt].flatMap(([mark, sent]) => {
    const at = paintedAt[mark];
    return at === undefined ? [] : [at - sent];
  });
  return [
    { name: "change to screen, p50", value: percentile(times, 0.5), unit: "ms" },
    { name: "the same, p99", value: percentile(times, 0.99), unit: "ms", max: 300 },
    {
      name: "changes that were not shown",
      value: changes - times.length,
      unit: "",
      max: 0,
    },
  ];
}
