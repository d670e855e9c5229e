import type { Page } from "@playwright/test";
import { email, readPassword, signInWithRequest } from "#tests/support/administrator.ts";
import { waitForHydration } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

/** Opens a page on a slow phone; its scripts arrive when `release` is called. */
async function openSlowly(page: Page, path: string): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  void page.goto(path).catch(() => {});
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { release };
}

test("settings that are typed before the page reacts are kept and can be saved", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  await signInWithRequest(context, shop);
  const { release } = await openSlowly(page, "/admin/settings?tab=payments");
  const fee = page.getByLabel("Taxa de entrega (R$)");
  await fee.fill("12,5");
  release();
  await waitForHydration(page);
  await expect(fee).toHaveValue("12,5");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(page.getByText("As configurações foram atualizadas com sucesso.")).toBeVisible();
  const settings = await (await page.request.get("/api/settings")).json();
  expect(JSON.stringify(settings)).toContain('"delivery_fee":12.5');
});

test("a switch that is pressed before the page reacts is a change to save", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  await signInWithRequest(context, shop);
  const { release } = await openSlowly(page, "/admin/settings?tab=payments");
  const transfer = page.getByRole("switch", { name: "Transferência" });
  const before = await transfer.isChecked();
  await transfer.click();
  release();
  await waitForHydration(page);
  await expect(page.getByRole("status").getByText("Alterações não salvas")).toBeVisible();
  expect(await transfer.isChecked()).toBe(!before);
});

test("the login that is typed and sent before the page reacts signs in, and no address holds the password", async ({
  page,
  shop,
}) => {
  const { release } = await openSlowly(page, "/admin/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(await readPassword(shop));
  await page.keyboard.press("Enter");
  expect(page.url()).not.toContain("password");
  release();
  await expect(page).toHaveURL(/\/admin$/);
});

test("a search that is typed before the page reacts filters the list", { tag: "@nightly" }, async ({
  page,
  context,
  shop,
}) => {
  await signInWithRequest(context, shop);
  const { release } = await openSlowly(page, "/admin/products");
  const search = page.getByRole("searchbox", { name: "Buscar produtos..." });
  await search.fill("tilápia");
  release();
  await waitForHydration(page);
  await expect(page).toHaveURL(/til/);
  await expect(search).toHaveValue("tilápia");
});
