import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { expect, test } from "#tests/support/test.ts";

/** Gzipped scripts that a screen may load before the first interaction, in kB: measured sizes plus 2 %. */
const maxScriptKb = {
  "/admin": 160,
  "/admin/products": 160,
  "/admin/recipes": 158,
  "/admin/orders": 162,
  "/admin/settings": 172,
  "/admin/settings?tab=content": 172,
  "/admin/settings?tab=contact": 172,
  "/admin/settings?tab=audit": 172,
  "/admin/account": 165,
};
const maxLoginScriptKb = 153;

async function measureScripts(page: Page, path: string): Promise<number> {
  const scripts: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(
    scripts.map(async (script) => gzipSync(await script.body()).length),
  );
  return sizes.reduce((total, size) => total + size, 0) / 1000;
}

/** In `npm test` one screen of each size; the tabs of the settings load the same scripts. */
const dailyPaths = ["/admin", "/admin/orders", "/admin/settings"];

for (const [path, maxKb] of Object.entries(maxScriptKb)) {
  const tag = dailyPaths.includes(path) ? [] : "@nightly";
  test(`${path} loads at most ${maxKb} kB of scripts`, { tag }, async ({ page, context, shop }) => {
    await signInWithRequest(context, shop);
    const size = await measureScripts(page, path);
    console.log(`${path}: ${size.toFixed(1)} kB`);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(maxKb);
  });
}

test(`the login loads at most ${maxLoginScriptKb} kB of scripts`, async ({ page }) => {
  const size = await measureScripts(page, "/admin/login");
  console.log(`/admin/login: ${size.toFixed(1)} kB`);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(maxLoginScriptKb);
});
