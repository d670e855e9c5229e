import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "#tests/support/chromium.ts";
import { isNightly, testSeed } from "#tests/support/test-run.ts";

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

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

/** In `npm test` the phone's projects run only these: the layout differs by width, behavior rarely does. */
const layoutTests = ["every-page", "reach-the-shop", "admin-frame"];

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
  workers: 2,
  forbidOnly: true,
  // A busy machine misses a deadline now and then. scripts/test.ts lists tests that pass only on retry.
  retries: 1,
  timeout: 120_000,
  // Longer than any wait on a quiet machine: what must happen is tested, and not how fast.
  expect: { timeout: 20_000 },
  globalSetup: "./tests/support/prepare-shop.ts",
  use: {
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
  // A worker has its own shop and runs one project, so the storefront's tests never see what the back office's change.
  // Only the offline tests use the service worker: the others expect responses from the network.
  projects: [
    ...Object.entries(screens).flatMap(([screen, use]) => [
      {
        name: screen,
        use: withoutServiceWorker(use),
        ...testsOn(screen, "**/!(admin-|offline-)*.test.ts"),
      },
      {
        name: `${screen}-office`,
        use: withoutServiceWorker(use),
        ...testsOn(screen, "**/admin-*.test.ts"),
      },
    ]),
    { name: "offline", use: screens.phone, testMatch: "**/offline-*.test.ts" },
  ],
});

function testsOn(screen: string, testMatch: string) {
  if (isNightly || screen === "desktop") return { testMatch };
  const isOffice = testMatch.includes("/admin-");
  const names = layoutTests.filter((name) => name.startsWith("admin-") === isOffice);
  return { testMatch: names.map((name) => `**/${name}.test.ts`) };
}

function withoutServiceWorker(use: (typeof screens)[keyof typeof screens]) {
  return { ...use, serviceWorkers: "block" as const };
}
