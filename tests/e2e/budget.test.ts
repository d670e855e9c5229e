import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { publicPages } from "#tests/support/pages.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

type Weights = Record<"script" | "stylesheet" | "document" | "font", number>;

/** kB that a page may load without interaction, offline support included; scripts, styles and HTML as gzip. */
const budgets = {
  category: { script: 140, stylesheet: 20, document: 25, font: 60 },
  area: { script: 222, stylesheet: 20, document: 7, font: 60 },
  order: { script: 241, stylesheet: 20, document: 9, font: 60 },
  statement: { script: 218, stylesheet: 20, document: 8, font: 60 },
} satisfies Record<string, Weights>;

async function weigh(page: Page, path: string): Promise<Weights> {
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.clock.install();
  await page.goto(path);
  // Begins when the page has been idle for three seconds.
  const offline = page.waitForRequest("**/service-worker.js");
  await page.clock.fastForward(3000);
  await offline;
  await page.waitForLoadState("networkidle");
  const weights: Weights = { script: 0, stylesheet: 0, document: 0, font: 0 };
  for (const response of responses) {
    const kind = response.request().resourceType() as keyof Weights;
    if (!(kind in weights)) continue;
    const body = await response.body();
    weights[kind] += (kind === "font" ? body.length : gzipSync(body).length) / 1000;
  }
  return weights;
}

function expectWithin(weights: Weights, name: keyof typeof budgets): void {
  const budget = budgets[name];
  const kinds = Object.keys(budget) as (keyof Weights)[];
  console.log(
    `${name}: ${kinds.map((kind) => `${kind} ${weights[kind].toFixed(1)} kB`).join(", ")}`,
  );
  for (const kind of kinds) {
    // Half of it at least: nothing is left out of the sum.
    expect(weights[kind], kind).toBeGreaterThan(budget[kind] / 2);
    expect(weights[kind], kind).toBeLessThanOrEqual(budget[kind]);
  }
}

test("a category page stays within its budget", async ({ page }) => {
  expectWithin(await weigh(page, publicPages.pulps), "category");
});

test("the customer's area stays within its budget", async ({ page }) => {
  expectWithin(await weigh(page, publicPages["a customer's area"]), "area");
});

test("the page of an order stays within its budget", async ({ page, request }) => {
  const { link } = await sendOrder(request, "Bar Leve");
  expectWithin(await weigh(page, link), "order");
});

test("the statement of a customer stays within its budget", async ({ page, request, shop }) => {
  const { id } = await sendOrder(request, "Bar Leve");
  await signInWithRequest({ request }, shop);
  const { customer_id } = await (await request.get(`/api/orders/${id}`)).json();
  const rotate = `/api/customers/${customer_id}/statement-link/rotate`;
  const { path } = await (await request.post(rotate)).json();
  expectWithin(await weigh(page, path), "statement");
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
