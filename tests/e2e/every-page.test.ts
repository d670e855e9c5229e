import type { Page } from "@playwright/test";
import { publicPages } from "#tests/support/pages.ts";
import { waitForHydration } from "#tests/support/purchase.ts";
import {
  expect,
  expectAccessible,
  expectConsoleErrors,
  observeShifts,
  test,
} from "#tests/support/test.ts";
import { isNightly } from "#tests/support/test-run.ts";

/** `npm test` checks one page of each kind, and its accessibility at one width. */
const sameKind = ["fruits", "ice", "fish"];

for (const [name, path] of Object.entries(publicPages)) {
  const tag = sameKind.includes(name) ? "@nightly" : [];
  test(`${name}: accessible, one h1, no horizontal scrolling, no layout shift`, { tag }, async ({
    page,
    isMobile,
  }) => {
    await page.addInitScript(observeShifts);
    await page.goto(path);
    await scrollThrough(page);
    expect(await page.locator("h1").count(), "headings of the first level").toBe(1);
    expect(await readOverflow(page), "pixels wider than the window").toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => Reflect.get(window, "layoutShift"))).toBeLessThan(0.01);
    if (isNightly || !isMobile) await expectAccessible(page);
    if (!isMobile) return;
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await readOverflow(page), "the same with text of double size").toBeLessThanOrEqual(0);
  });
}

function readOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

test("an unknown path responds with 404 and a link to the home page", async ({
  page,
  shop,
  consoleErrors,
}) => {
  const answer = await page.goto("/nao-existe?x=1");
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Oops! Page not found")).toBeVisible();
  await expectAccessible(page);
  expect(shop.output()).toContain("/nao-existe");
  await page
    .getByRole("main")
    .getByRole("link", { name: /início/i })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await waitForHydration(page);
  await expectConsoleErrors(consoleErrors, /404/);
});

test("products and contact are readable without JavaScript", async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  const page = await context.newPage();
  await page.goto(publicPages["a product"]);
  await expect(page.getByRole("dialog", { name: "Polpa de açaí 100 g" })).toBeVisible();
  await page.goto(publicPages.contact);
  await expect(page.getByText("contato@pomar.example").first()).toBeVisible();
  await context.close();
});

for (const name of ["a product", "a recipe"] as const) {
  test(`${name}: its dialog does not move while the page arrives and is hydrated`, async ({
    page,
    browser,
    shop,
  }) => {
    const plain = await browser.newPage({ javaScriptEnabled: false, baseURL: shop.url });
    await plain.goto(publicPages[name]);
    const place = await plain.evaluate(measureOpenDialog);
    await plain.evaluate(() => document.querySelector("dialog[open]")?.replaceChildren());
    expect(await plain.evaluate(measureOpenDialog), "before its contents").toEqual(place);
    await plain.close();
    await page.goto(publicPages[name]);
    expect(await page.evaluate(measureOpenDialog), "hydrated").toEqual(place);
  });
}

test("late fonts move neither the home page nor a product's dialog", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(observeShifts);
  for (const path of [publicPages.home, publicPages["a product"]]) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    await waitForHydration(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    release();
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(await page.evaluate(() => Reflect.get(window, "layoutShift"))).toBeLessThan(0.02);
    await page.unroute("**/*.woff2");
  }
});

function measureOpenDialog() {
  const dialog = document.querySelector("dialog[open]");
  return JSON.stringify(dialog?.getBoundingClientRect());
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 500) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    scrollTo(0, 0);
  });
}
