import { email, openMenu, signInWithRequest } from "#tests/support/administrator.ts";
import { expect, expectAccessible, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop, page }) => {
  await signInWithRequest(context, shop);
  await page.goto("/admin");
});

test("the menu leads to every screen, to the site in a new tab, and says who is signed in", async ({
  page,
}) => {
  await openMenu(page);
  const screens = page.getByRole("navigation", { name: "Painel" }).getByRole("link");
  await expect(screens).toHaveText([
    "Dashboard",
    "Produtos",
    "Receitas",
    /^Pedidos/,
    "Configurações",
    "Conta",
  ]);
  await expect(page.getByRole("link", { name: "Voltar ao Site" })).toHaveAttribute(
    "target",
    "_blank",
  );
  await expect(page.getByText(email).filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
});

test("ctrl+B folds the menu beside the screens, which stays as it was left", async ({
  page,
  context,
  isMobile,
}) => {
  const menu = isMobile
    ? page.getByRole("dialog", { name: "Menu" })
    : page.getByRole("complementary", { name: "Menu do painel" });
  const width = async () => (await menu.boundingBox())?.width;
  if (!isMobile) expect(await width()).toBe(256);
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(isMobile ? 288 : 48);
  await expectAccessible(page);
  if (isMobile) return;
  await page.reload();
  expect(await width()).toBe(48);
  const cookie = (await context.cookies()).find(({ name }) => name === "sidebar_state");
  expect(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
});

test("'?' lists the shortcuts, and those of one key can be switched off", async ({ page }) => {
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Atalhos do teclado" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("switch", { name: "Usar atalhos de uma tecla" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("?");
  await expect(dialog).toBeHidden();
});

test("the shop's pages load nothing of the back office", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto("/produtos/polpas-de-frutas", { waitUntil: "networkidle" });
  expect(loaded.filter((url) => /\/(?:admin|login|account)-[^/]*\.(?:js|css)$/.test(url))).toEqual(
    [],
  );
});
