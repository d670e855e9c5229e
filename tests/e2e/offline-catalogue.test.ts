import { readCaches, strip, waitForOfflineCatalogue } from "#tests/support/offline.ts";
import { publicPages } from "#tests/support/pages.ts";
import { expectPlainTile } from "#tests/support/pictures.ts";
import { waitForHydration } from "#tests/support/purchase.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import { expect, test } from "#tests/support/test.ts";

test.use(offlinePhone);

test("after one visit to the home page the whole catalogue is readable without a connection", async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto("/");
  await waitForOfflineCatalogue(page);
  const cached = await readCaches(page);
  for (const prefix of ["pomar-assets", "pomar-pages", "pomar-pictures"]) {
    const ofThese = cached.filter(({ cache }) => cache.startsWith(prefix));
    const kilobytes = ofThese.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    console.log(`${prefix}: ${ofThese.length} answers, ${kilobytes.toFixed(0)} kB`);
  }
  await context.setOffline(true);
  // A customer's area is private, and no copy of it stays on the device.
  const { "a customer's area": area, ...cachedPages } = publicPages;
  for (const path of Object.values(cachedPages)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await waitForHydration(page);
    await expect(strip(page, "Você está vendo uma cópia guardada hoje")).toBeVisible();
  }
  await page.goto(area);
  await expect(page.getByRole("heading", { level: 1, name: "Sem conexão" })).toBeVisible();
  await page.goto(publicPages.pulps);
  await waitForHydration(page);
  await page.getByRole("img", { name: "Polpa de açaí 100 g" }).click();
  const details = page.getByRole("dialog", { name: "Polpa de açaí 100 g" });
  await expect(details).toContainText("Vem de Igarapé-Miri, no Pará");
  await page.goto(publicPages.search);
  await page.getByRole("searchbox", { name: "Buscar produtos" }).fill("acai 100");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(
    page.getByText(/^1 produto\. Sem conexão: a busca vê só \d+ produtos/),
  ).toBeVisible();

  // The cached pictures are deleted, as a browser may do when it needs the space.
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      if (name.startsWith("pomar-pictures")) await caches.delete(name);
  });
  await page.goto(publicPages.pulps);
  await waitForHydration(page);
  await expectPlainTile(page.getByRole("article").first().locator("img"));
  consoleErrors.length = 0;
});
