import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "#tests/support/chromium.ts";
import { desktopScreen } from "#tests/support/screens.ts";
import { isNightly, testSeed } from "#tests/support/test-run.ts";

/** Each window of a full Chromium loads two pages for the address bar's suggestions: a fifth of the work. */
const unusedFeatures = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];
/** Playwright's own list, because only the last flag of this name counts. */
const featuresThatPlaywrightDisables = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];
const disabledFeatures = [...unusedFeatures, ...featuresThatPlaywrightDisables].join(",");

if (process.env.TEST_WORKER_INDEX === undefined) console.log(`TEST_SEED=${testSeed}`);

/** Slow, or about a rare event. A single slow test has the tag `@nightly`, and `@timed` if it measures: it then runs alone. */
const nightlyTests = [
  ...["offline-catalogue", "offline-copies", "offline-faults", "offline-storage", "offline-update"],
  ...["offline-worker", "live-restart"],
].map((name) => `**/${name}.test.ts`);

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 3,
  forbidOnly: true,
  // A busy machine misses a deadline now and then. scripts/test.ts lists tests that pass only on retry.
  retries: 1,
  timeout: 120_000,
  // Longer than any wait on a quiet machine: what must happen is tested, and not how fast.
  expect: { timeout: 20_000 },
  globalSetup: "./tests/support/prepare-shop.ts",
  // Screen and service worker are chosen by `test.use`: a further project would start workers, browsers and shops of its own.
  use: {
    ...desktopScreen,
    serviceWorkers: "block",
    // Without it a button that is missing is waited for until the test's end.
    actionTimeout: 60_000,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    screenshot: "only-on-failure",
    trace: "on-first-retry",
    launchOptions: {
      executablePath: findChromium(),
      args: [...chromiumFlags, `--disable-features=${disabledFeatures}`],
    },
  },
  ...(!isNightly && { grepInvert: /@nightly/, testIgnore: nightlyTests }),
});
