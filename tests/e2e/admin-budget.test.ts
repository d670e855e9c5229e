import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { expect, test } from "#tests/support/test.ts";

/** Gzipped scripts that a screen may load before the first interaction, in kB. */
const screenKb = 145;
const maxScriptKb = {
  "/admin": screenKb,
  "/admin/products": screenKb,
  "/admin/recipes": screenKb,
  "/admin/orders": screenKb,
  "/admin/settings": screenKb,
  "/admin/settings?tab=content": 150,
  "/admin/settings?tab=contact": 150,
  "/admin/settings?tab=audit": 148,
  "/admin/account": screenKb,
};

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
    await expectSmallScripts(page, path, maxKb);
  });
}

test(`the login loads at most ${screenKb} kB of scripts`, async ({ page }) => {
  await expectSmallScripts(page, "/admin/login", screenKb);
});

async function expectSmallScripts(page: Page, path: string, maxKb: number): Promise<void> {
  const size = await measureScripts(page, path);
  console.log(`${path}: ${size.toFixed(1)} kB`);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(maxKb);
}
