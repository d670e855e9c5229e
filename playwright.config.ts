import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "#tests/support/chromium.ts";

const screens = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  globalSetup: "./tests/support/prepare-shop.ts",
  use: {
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
  },
  // What the back office's tests change would show in the shop's: a project's workers, and so their shops, are its own.
  projects: Object.entries(screens).flatMap(([screen, use]) => [
    { name: screen, use, testIgnore: "**/admin-*" },
    { name: `${screen}-office`, use, testMatch: "**/admin-*.test.ts" },
  ]),
});
