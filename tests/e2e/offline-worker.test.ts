import { chromium, type Page } from "@playwright/test";
import { startProxy } from "#tests/faults/offline/proxy.ts";
import { chromiumFlags, findChromium, findFullChromium } from "#tests/support/chromium.ts";
import { readCaches, waitForServiceWorker } from "#tests/support/offline.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test.use(offlinePhone);

const browser = findFullChromium();
// The shell runs the other tests where no full browser is installed.
test.use({ launchOptions: { args: chromiumFlags, executablePath: browser ?? findChromium() } });

const hintText = "Tenha a loja na tela inicial";

test("the worker is never served from the HTTP cache, and has a content policy", async ({
  request,
}) => {
  const headers = (await request.get("/service-worker.js")).headers();
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers["content-type"]).toContain("text/javascript");
  expect(headers["content-security-policy"]).toContain("default-src 'self'");
});

test("a withdrawn worker is replaced by one that removes itself", async ({
  page,
  consoleErrors,
}) => {
  test.setTimeout(120_000);
  const folder = await temporaryFolder(templateFolder);
  let shop = await startShop(folder);
  const line = await startProxy(shop.url);
  await page.goto(line.url);
  await waitForServiceWorker(page);
  await shop.stop();
  shop = await startShop(folder, { OFFLINE: "off" });
  line.retarget(shop.url);
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
  consoleErrors.length = 0;
});

test("the shop is installable, and the hint is shown once", async ({ page, context }) => {
  test.skip(!browser, "only a full browser installs shops");
  await page.goto("/");
  await waitForServiceWorker(page);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A test's browser profile is a private one.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
  const { data = "" } = await session.send("Page.getAppManifest");
  expect(JSON.parse(data)).toMatchObject({ display: "standalone", start_url: "/", scope: "/" });
  const hint = page.getByText(hintText);
  await offerToInstall(page);
  await expect(hint).toBeVisible();
  await page.getByRole("button", { name: "Fechar notificação" }).click();
  await expect(hint).toBeHidden();
  await offerToInstall(page);
  await expect(hint).toBeHidden();
});

test.describe("installed", () => {
  // With these options Playwright opens a first window that is not the app's.
  test.use({ isMobile: false, locale: async ({ playwright: _ }, use) => use(undefined) });

  test("an installed shop shows no hint", async ({ shop }) => {
    test.skip(!browser, "only a full browser installs shops");
    const profile = await temporaryFolder();
    const app = await chromium.launchPersistentContext(profile, {
      executablePath: browser ?? "",
      args: [...chromiumFlags, `--app=${shop.url}/produtos`],
    });
    const address = `${shop.url}/produtos`;
    await expect.poll(() => app.pages().map((page) => page.url())).toContain(address);
    const window = app.pages().find((page) => page.url() === address) as Page;
    expect(await window.evaluate(() => matchMedia("(display-mode: standalone)").matches)).toBe(
      true,
    );
    await offerToInstall(window);
    await expect(window.getByText(hintText)).toBeHidden();
    await app.close();
    await removeFolder(profile);
  });
});

/** Reloads, dispatches the browser's offer once the page listens, and waits for its effect. */
async function offerToInstall(page: Page): Promise<void> {
  const linked = page.waitForRequest((one) => one.method() === "HEAD", { timeout: 20_000 });
  await page.reload();
  await linked;
  await page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt")));
  await page.waitForTimeout(1000);
}
