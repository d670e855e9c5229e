import { layLine } from "#tests/faults/offline/line.ts";
import { readCaches, waitUntilControlled } from "#tests/support/offline.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test("the worker comes fresh each time, under a policy of its own", async ({ request }) => {
  const headers = (await request.get("/service-worker.js")).headers();
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers["content-type"]).toContain("text/javascript");
  expect(headers["content-security-policy"]).toContain("default-src 'self'");
});

test("a worker is withdrawn by the one that removes itself", async ({ page, troubles }) => {
  test.setTimeout(120_000);
  const folder = await temporaryFolder(templateFolder);
  let shop = await startShop(folder);
  const line = await layLine(shop.url);
  await page.goto(line.url);
  await waitUntilControlled(page);
  await shop.stop();
  shop = await startShop(folder, { OFFLINE: "off" });
  line.leadTo(shop.url);
  await page.goto(`${line.url}/sobre`);
  await expect
    .poll(
      () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      { timeout: 40_000 },
    )
    .toBe(0);
  expect(await readCaches(page)).toEqual([]);
  await page.goto(`${line.url}/contato`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  line.close();
  await shop.stop();
  await removeFolder(folder);
  troubles.length = 0;
});

test("the shop is installable, stands alone, and says so once", async ({ page, context }) => {
  await page.goto("/");
  await waitUntilControlled(page);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A test's browser profile is a private one; nothing else stands in the way.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
  const { data = "" } = await session.send("Page.getAppManifest");
  expect(JSON.parse(data)).toMatchObject({ display: "standalone", start_url: "/", scope: "/" });
  const offer = () => page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt")));
  const hint = page.getByText("Tenha a loja na tela inicial");
  await offer();
  await expect(hint).toBeVisible();
  await page.getByRole("button", { name: "Agora não" }).click();
  await expect(hint).toBeHidden();
  await page.goto("/");
  await offer();
  await page.waitForTimeout(6000);
  await expect(hint).toBeHidden();
});

test("installed, in a window of its own, it says nothing of installing", async ({ page }) => {
  await page.addInitScript(() => {
    const ask = matchMedia.bind(window);
    window.matchMedia = (query) => ask(query === "(display-mode: standalone)" ? "all" : query);
  });
  await page.goto("/produtos");
  await waitUntilControlled(page);
  await page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt")));
  await page.waitForTimeout(1000);
  await expect(page.getByText("Tenha a loja na tela inicial")).toBeHidden();
});
