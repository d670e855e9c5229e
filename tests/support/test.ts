import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { templateFolder } from "./prepare-shop.ts";
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
  await expectNothingFound(new AxeBuilder({ page }));
  const isWide = (page.viewportSize()?.width ?? 0) >= 768;
  if (!isWide || (await page.locator(".admin").count()) === 0) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate(coloursToSettle);
  // Of a long list the first rows: the others look the same.
  const contrast = new AxeBuilder({ page }).withRules("color-contrast");
  await expectNothingFound(contrast.exclude("tbody tr:nth-child(n + 8)"));
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(coloursToSettle);
}

/** In the page: waits for every transition, or for a second; what turns for ever is none. */
async function coloursToSettle(): Promise<void> {
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
  const settled = Promise.allSettled(transitions.map(({ finished }) => finished));
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

async function expectNothingFound(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }));
  expect(found).toEqual([]);
}
