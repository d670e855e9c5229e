import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { screens } from "#app/routes/admin/screens.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { expect, test } from "#tests/support/test.ts";

/** Gzipped scripts that a screen may load before the first interaction, in kB. */
const maxScriptKb = 300;
const tabs = ["content", "about", "seo", "appearance", "payments", "contact", "audit"];
const paths = [
  ...screens.map(({ to }) => to),
  ...tabs.map((tab) => `/admin/settings?tab=${tab}`),
  "/admin/orders/new",
];

async function measureScripts(page: Page, path: string): Promise<number> {
  const scripts: Response[] = [];
  const collect = (response: Response) => {
    if (response.request().resourceType() === "script") scripts.push(response);
  };
  page.on("response", collect);
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  page.off("response", collect);
  const sizes = await Promise.all(
    scripts.map(async (script) => gzipSync(await script.body()).length),
  );
  return sizes.reduce((total, size) => total + size, 0) / 1000;
}

/** The paths in `npm test`: the dashboard, and the largest list and tab. */
const dailyPaths = ["/admin", "/admin/products", "/admin/settings?tab=content"];

test(`the largest screens and the login load at most ${maxScriptKb} kB of scripts`, async ({
  page,
  context,
  shop,
}) => {
  await expectSmallScripts(page, "/admin/login");
  await signInWithRequest(context, shop);
  for (const path of dailyPaths) await expectSmallScripts(page, path);
});

test(`every screen loads at most ${maxScriptKb} kB of scripts`, { tag: "@nightly" }, async ({
  page,
  context,
  shop,
}) => {
  await signInWithRequest(context, shop);
  for (const path of paths) await expectSmallScripts(page, path);
});

async function expectSmallScripts(page: Page, path: string): Promise<void> {
  const size = await measureScripts(page, path);
  console.log(`${path}: ${size.toFixed(1)} kB`);
  // React alone: nothing is left out of the sum.
  expect(size, path).toBeGreaterThan(100);
  expect(size, path).toBeLessThanOrEqual(maxScriptKb);
}
