import { gzipSync } from "node:zlib";
import type { Response } from "@playwright/test";
import { publicPages } from "#tests/support/pages.ts";
import { expect, test } from "#tests/support/test.ts";

/** kB that a category page may load without interaction, offline support included; scripts, styles and HTML as gzip. */
const budget = { script: 140, stylesheet: 20, document: 25, font: 60 };

test("a category page stays within its budget", async ({ page }) => {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.clock.install();
  await page.goto(publicPages.pulps);
  // Begins when the page has been idle for three seconds.
  const offline = page.waitForRequest("**/service-worker.js");
  await page.clock.fastForward(3000);
  await offline;
  await page.waitForLoadState("networkidle");
  const weights = { script: 0, stylesheet: 0, document: 0, font: 0 };
  for (const response of responses) {
    const kind = response.request().resourceType() as keyof typeof weights;
    if (!(kind in weights)) continue;
    const body = await response.body();
    weights[kind] += (kind === "font" ? body.length : gzipSync(body).length) / 1000;
  }
  console.log(
    Object.entries(weights)
      .map(([kind, weight]) => `${kind} ${weight.toFixed(1)} kB`)
      .join(", "),
  );
  for (const kind of Object.keys(budget) as (keyof typeof budget)[]) {
    // Half of it at least: nothing is left out of the sum.
    expect(weights[kind], kind).toBeGreaterThan(budget[kind] / 2);
    expect(weights[kind], kind).toBeLessThanOrEqual(budget[kind]);
  }
});

test("scripts are fetched after the stylesheets", { tag: "@nightly" }, async ({ page }) => {
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
