import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "#tests/support/chromium.ts";

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

/**
 * Each window of a whole Chromium loads two pages of its own for suggestions under the address bar, a fifth of the work.
 * The last such flag counts, so that those of Playwright's which bear on the shop are said again.
 */
const withoutFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
].join(",");

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // A busy machine misses a deadline now and then; what passes only the second time is named in the closing lines.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  globalSetup: "./tests/support/prepare-shop.ts",
  use: {
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    screenshot: "only-on-failure",
    trace: "on-first-retry",
    launchOptions: {
      executablePath: findChromium(),
      args: [...chromiumFlags, `--disable-features=${withoutFeatures}`],
    },
  },
  // What the back office's tests change would show in the shop's: a project's workers, and so their shops, are its own.
  // Only the tests about it meet the service worker: the others say what comes from the network.
  projects: [
    ...Object.entries(screens).flatMap(([screen, use]) => [
      { name: screen, use: withoutWorker(use), testIgnore: ["**/admin-*", "**/offline-*"] },
      { name: `${screen}-office`, use: withoutWorker(use), testMatch: "**/admin-*.test.ts" },
    ]),
    { name: "offline", use: screens.phone, testMatch: "**/offline-*.test.ts" },
  ],
});

function withoutWorker(use: (typeof screens)[keyof typeof screens]) {
  return { ...use, serviceWorkers: "block" as const };
}
