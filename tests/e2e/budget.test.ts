import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { publicPages } from "#tests/support/pages.ts";
import { expect, test } from "#tests/support/test.ts";

/** kB that a category page may load before any interaction; scripts, styles and HTML as gzip. */
const budget = { script: 140, stylesheet: 20, document: 25, font: 60 };
/** kB of scripts with the offline support, which is loaded when the page has been idle for three seconds. */
const scriptBudgetWithOffline = 145;

test("a category page stays within its budget", async ({ page }) => {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.goto(publicPages.pulps);
  const isOffline = (response: Response) => response.url().includes("/offline-status-");
  await expect.poll(() => responses.some(isOffline)).toBe(true);
  await page.waitForLoadState("networkidle");
  const weights = { script: 0, stylesheet: 0, document: 0, font: 0 };
  let scriptWithOffline = 0;
  for (const [index, response] of responses.entries()) {
    const kind = response.request().resourceType() as keyof typeof weights;
    if (!(kind in weights)) continue;
    const body = await response.body();
    const weight = (kind === "font" ? body.length : gzipSync(body).length) / 1000;
    if (index < responses.findIndex(isOffline)) weights[kind] += weight;
    if (kind === "script") scriptWithOffline += weight;
  }
  console.log(
    Object.entries({ ...weights, "script with offline support": scriptWithOffline })
      .map(([kind, weight]) => `${kind} ${weight.toFixed(1)} kB`)
      .join(", "),
  );
  for (const kind of Object.keys(budget) as (keyof typeof budget)[]) {
    expect(weights[kind], kind).toBeGreaterThan(0);
    expect(weights[kind], kind).toBeLessThanOrEqual(budget[kind]);
  }
  expect(scriptWithOffline).toBeLessThanOrEqual(scriptBudgetWithOffline);
});

test("scripts are fetched after the first paint", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.resourceType()));
  await page.route("**/*.css", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(requested).not.toContain("script");
    await route.continue();
  });
  await page.goto(publicPages.pulps);
  const paintedAt = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  const firstScriptAt = await page.evaluate(() =>
    Math.min(
      ...performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".js"))
        .map(({ startTime }) => startTime),
    ),
  );
  expect(paintedAt).toBeGreaterThan(500);
  expect(firstScriptAt).toBeGreaterThan(500);
});
