import { basename } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { templateFolder } from "./prepare-shop.ts";
import { waitForHydration } from "./purchase.ts";
import { removeFolder, type ShopProcess, startShop, temporaryFolder } from "./shop-process.ts";

/** A shop of its own for the files of each prefix: `admin-` and `offline-` tests change what the others see. */
const shopPrefixes = ["admin-", "offline-"];

/** Playwright's test. A console error or warning fails it. Each worker has shops of its own, which start when a file needs one. */
export const test = base.extend<
  { shop: ShopProcess; consoleErrors: string[]; noConsoleErrors: undefined },
  { shops: Map<string, ShopProcess> }
>({
  shops: [
    async ({ playwright: _ }, use) => {
      const shops = new Map<string, ShopProcess>();
      await use(shops);
      for (const shop of shops.values()) {
        await shop.stop();
        await removeFolder(shop.dataDir);
      }
    },
    { scope: "worker" },
  ],
  shop: async ({ shops }, use, { file }) => {
    const prefix = shopPrefixes.find((name) => basename(file).startsWith(name)) ?? "";
    const shop = shops.get(prefix) ?? (await startShop(await temporaryFolder(templateFolder)));
    shops.set(prefix, shop);
    await use(shop);
  },
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
  const isExpected = (line: string) => pattern.test(line);
  await expect.poll(() => consoleErrors.some(isExpected), "an error in the console").toBe(true);
  const unexpected = consoleErrors.splice(0).filter((line) => !isExpected(line));
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

/** Runs in a page, from its start: it sums the shifts of its layout in `window.layoutShift`. */
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
 * Runs in the browser, before the page: React's scheduler sends itself a message before it runs effects or renders a transition.
 * Each message takes `messageDelayMs` of the window longer, as on a busy machine.
 */
export function delayMessages(): void {
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...args: unknown[]) {
    const delayMs = Reflect.get(window, "messageDelayMs") ?? 0;
    setTimeout(() => Reflect.apply(postMessage, this, args), delayMs);
  };
}
