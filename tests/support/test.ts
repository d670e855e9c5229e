import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { templateFolder } from "./prepare-shop.ts";
import { waitUntilAlive } from "./purchase.ts";
import { removeFolder, type ShopProcess, startShop, temporaryFolder } from "./shop-process.ts";

type Troubles = string[];

/** Playwright's test with a shop of the worker's own; a console error or warning fails the test. */
export const test = base.extend<
  { troubles: Troubles; noTroubles: undefined },
  { shop: ShopProcess }
>({
  shop: [
    async ({ playwright: _ }, use) => {
      const folder = await temporaryFolder(templateFolder);
      const shop = await startShop(folder);
      await use(shop);
      await shop.stop();
      await removeFolder(folder);
    },
    { scope: "worker" },
  ],
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) context.on("page", listenBeforeUse);
    await use(context);
  },
  baseURL: async ({ shop }, use) => use(shop.url),
  // What a test expects to go wrong it takes out of this list.
  troubles: async ({ page }, use) => {
    const troubles: Troubles = [];
    watch(page, troubles);
    await use(troubles);
  },
  noTroubles: [
    async ({ troubles }, use) => {
      await use(undefined);
      expect(troubles, "the browser's console stays clean").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";

/** Who opens a page here is quicker than any person: what they do next finds a page that listens. */
function listenBeforeUse(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await waitUntilAlive(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await waitUntilAlive(page);
    return response;
  };
}

/** Said by Playwright where a project does without the service worker. */
const noWorker = "Service Worker registration blocked by Playwright";

function watch(page: Page, troubles: Troubles): void {
  page.on("console", (message) => {
    const isTrouble = message.type() === "error" || message.type() === "warning";
    if (isTrouble && message.text() !== noWorker) troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
}

/**
 * No finding of axe on what the page shows now, by the rules of WCAG 2.2 A and AA and best practice; in the back office,
 * which follows the system into the dark, none in its colours there either. Those are the same at every width.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(looksToSettle);
  await expectNothingFound(new AxeBuilder({ page }));
  const isWide = (page.viewportSize()?.width ?? 0) >= 768;
  if (!isWide || (await page.locator(".admin").count()) === 0) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(looksToSettle);
  // Of a long list the first rows: the others look the same.
  const contrast = new AxeBuilder({ page }).withRules("color-contrast");
  await expectNothingFound(contrast.exclude("tbody tr:nth-child(n + 8)"));
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(looksToSettle);
}

/** In the page: waits for every transition and animation that ends, or for a second. */
async function looksToSettle(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  const settled = Promise.allSettled(ending.map(({ finished }) => finished));
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

async function expectNothingFound(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }));
  expect(found).toEqual([]);
}
