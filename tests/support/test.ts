import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import { templateFolder } from "./prepare-shop.ts";
import { waitForHydration } from "./purchase.ts";
import { removeFolder, type ShopProcess, startShop, temporaryFolder } from "./shop-process.ts";
import { isNightly } from "./test-run.ts";

/** Playwright's test. Each worker has its own shop; a console error or warning fails the test. */
export const test = base.extend<
  { consoleErrors: string[]; noConsoleErrors: undefined },
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
    if (javaScriptEnabled) context.on("page", waitForHydrationAfterLoad);
    await use(context);
    // A handler that is still fetching when the test ends is no failure of the test.
    const routed = [context, ...context.pages()];
    await Promise.all(routed.map((one) => one.unrouteAll({ behavior: "ignoreErrors" })));
  },
  baseURL: async ({ shop }, use) => use(shop.url),
  // Tests remove the errors they expect: see `expectConsoleErrors`.
  consoleErrors: async ({ page }, use) => {
    const consoleErrors: string[] = [];
    collectConsoleErrors(page, consoleErrors);
    await use(consoleErrors);
  },
  noConsoleErrors: [
    async ({ consoleErrors }, use) => {
      await use(undefined);
      expect(consoleErrors, "errors in the console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";

/** Tests act faster than users: every load waits until the page reacts to input. */
function waitForHydrationAfterLoad(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await waitForHydration(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await waitForHydration(page);
    return response;
  };
}

/** Removes the console's errors from the list; there is at least one, and all match. */
export async function expectConsoleErrors(consoleErrors: string[], pattern: RegExp): Promise<void> {
  await expect.poll(() => consoleErrors.length, "an error in the console").toBeGreaterThan(0);
  const unexpected = consoleErrors.splice(0).filter((line) => !pattern.test(line));
  expect(unexpected, "other errors in the console").toEqual([]);
}

/** Removes errors that the browser logs in some runs only; any other one still fails the test. */
export function allowConsoleErrors(consoleErrors: string[], pattern: RegExp): void {
  const others = consoleErrors.splice(0).filter((line) => !pattern.test(line));
  consoleErrors.push(...others);
}

/** Playwright's own message in projects that block service workers. */
const blockedWorkerMessage = "Service Worker registration blocked by Playwright";

function collectConsoleErrors(page: Page, consoleErrors: string[]): void {
  page.on("console", (message) => {
    const isError = message.type() === "error" || message.type() === "warning";
    if (isError && message.text() !== blockedWorkerMessage) consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => consoleErrors.push(String(error)));
}

/** Items of long lists, which look the same: checking 90 rows takes ten seconds. */
const repeatedItems = ["tbody tr:nth-child(n + 6)", "main li:nth-child(n + 6)"];
/** Pages of the back office whose dark theme was checked by this worker. */
const checkedInDark = new Set<string>();

/**
 * Expects no axe violations (WCAG 2.2 A and AA, best practice) in the page's current state. The back office has a dark
 * theme, whose contrast is checked too; colors do not depend on the width, so one width is enough. `npm test` checks
 * the first items of a list, and the dark theme once per page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A transition that starts while axe reads the page would show it a color in between.
  await emulate(page, { reducedMotion: "reduce" });
  await expectNoViolations(createAxe(page));
  const { pathname } = new URL(page.url());
  if (hasDarkTheme(page, pathname) && (isNightly || !checkedInDark.has(pathname))) {
    checkedInDark.add(pathname);
    await emulate(page, { colorScheme: "dark" });
    await expectNoViolations(createAxe(page).withRules("color-contrast"));
  }
  await emulate(page, { colorScheme: "light", reducedMotion: null });
}

function hasDarkTheme(page: Page, pathname: string): boolean {
  const isWide = (page.viewportSize()?.width ?? 0) >= 768;
  return isWide && pathname.startsWith("/admin");
}

async function emulate(page: Page, media: Parameters<Page["emulateMedia"]>[0]): Promise<void> {
  await page.emulateMedia(media);
  await page.evaluate(waitForAnimations);
}

/** Without a second page for the results of frames, which no page of the shop has. */
function createAxe(page: Page): AxeBuilder {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  if (!isNightly) for (const items of repeatedItems) axe.exclude(items);
  return axe;
}

/** Runs in the page: waits for all finite animations, for a second at most. */
async function waitForAnimations(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  const settled = Promise.allSettled(ending.map(({ finished }) => finished));
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, 1000))]);
}

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map((node) => node.html) }));
  expect(found).toEqual([]);
}

/** In a page, from its start: sums the shifts of its layout in `window.layoutShift`. */
export function observeShifts() {
  Reflect.set(window, "layoutShift", 0);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (Reflect.get(entry, "hadRecentInput")) continue;
      const sum = Number(Reflect.get(window, "layoutShift")) + Number(Reflect.get(entry, "value"));
      Reflect.set(window, "layoutShift", sum);
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/**
 * In the browser, before the page: React's scheduler sends itself a message before it runs effects or renders a transition.
 * Each message takes `messageDelayMs` of the window longer, as on a busy machine.
 */
export function delayMessages(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...args: unknown[]) {
    const delayMs = Reflect.get(window, "messageDelayMs") ?? 0;
    setTimeout(() => Reflect.apply(postMessage, this, args), delayMs);
  };
}
