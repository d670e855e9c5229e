import {
  expectLoaded,
  readCaches,
  strip,
  waitForOfflineCatalogue,
  waitForServiceWorker,
} from "#tests/support/offline.ts";
import { cartButton, waitForHydration } from "#tests/support/purchase.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.use(offlinePhone);

test("a page that was never cached is replaced by the page without a connection", async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto("/produtos");
  await waitForServiceWorker(page);
  await context.setOffline(true);
  await page.goto("/nunca-visto");
  await expectLoaded(page, "Sem conexão");
  await waitForHydration(page);
  await expect(page.getByRole("link", { name: "Tentar de novo" })).toHaveAttribute(
    "href",
    "/nunca-visto",
  );
  await context.setOffline(false);
  await expect(async () => {
    await page.goto("/nunca-visto");
    await expect(page.getByText("Oops! Page not found")).toBeVisible({ timeout: 2000 });
  }).toPass();
  consoleErrors.length = 0;
});

test("the page without a connection is left at once when the shop can be reached", async ({
  page,
}) => {
  await page.goto("/sem-conexao?de=/sobre");
  await expect(page).toHaveURL("/sobre");
});

test("a page visited by client navigation can be reloaded without a connection", async ({
  page,
  context,
  consoleErrors,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await page.goto("/produtos");
  await waitForServiceWorker(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Pescados/ })
    .first()
    .click();
  await expectLoaded(page, "Pescados");
  await context.setOffline(true);
  await page.goto("/produtos/pescados");
  await expectLoaded(page, "Pescados");
  await expect(page).toHaveURL(/\/produtos\/pescados$/);
  const pictures = (await readCaches(page)).filter(({ cache }) => cache === "pomar-pictures");
  expect(pictures.length, "with data saving only pictures on screen are fetched").toBeLessThan(40);
  consoleErrors.length = 0;
});

test("the quick order form and the stored orders work without a connection", async ({
  page,
  context,
  consoleErrors,
}) => {
  test.setTimeout(90_000);
  const order = await sendOrder(page.request, "Rita Moura");
  await page.goto(order.link);
  await waitForServiceWorker(page);
  await page.getByRole("button", { name: "Guardar neste aparelho" }).click();
  await page.goto("/meus-pedidos");
  await waitForOfflineCatalogue(page);
  expect((await readCaches(page)).filter(({ url }) => url.includes("/pedido/"))).toEqual([]);
  await context.setOffline(true);
  await page.goto("/meus-pedidos");
  await expect(page.getByRole("list", { name: "Pedidos guardados" })).toContainText("Pendente");
  await page.getByRole("button", { name: "Pedir de novo" }).click();
  const dialog = page.getByRole("dialog", { name: "Pedir de novo" });
  await expect(dialog).toContainText("1 produto no carrinho. Nada foi pedido ainda.");
  await dialog.getByRole("button", { name: "Desfazer" }).click();
  await page.goto("/pedido-rapido");
  await page
    .getByRole("textbox", { name: /^Quantidade de / })
    .first()
    .fill("48");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 48 itens");
  consoleErrors.length = 0;
});

test("an order is not repeated without a connection before the catalogue is stored, and says so", async ({
  page,
  context,
  consoleErrors,
}) => {
  // With data saving the catalogue is not stored.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  const order = await sendOrder(page.request, "Rosa Moura");
  await page.goto(order.link);
  await waitForServiceWorker(page);
  await page.getByRole("button", { name: "Guardar neste aparelho" }).click();
  await page.goto("/meus-pedidos");
  await waitForHydration(page);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Pedir de novo" }).click();
  await expect(page.getByText("Não foi possível conferir os produtos")).toBeVisible();
  await expect(page.getByText("Verifique sua conexão e tente de novo.")).toBeVisible();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
  consoleErrors.length = 0;
});

test("when the shop answers too late a copy is shown, then replaced by the late answer", async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto("/sobre");
  await waitForServiceWorker(page);
  await page.goto("/sobre");
  let isSlow = true;
  await context.route(/\/sobre(?:\.data)?$/, async (route) => {
    while (isSlow) await new Promise((resolve) => setTimeout(resolve, 100));
    await route.continue();
  });
  const begun = Date.now();
  await page.goto("/sobre");
  expect(Date.now() - begun).toBeGreaterThan(2900);
  const notice = strip(page, "Você está vendo uma cópia guardada hoje");
  await expect(notice).toBeVisible();
  isSlow = false;
  await expect(notice).toBeHidden();
  consoleErrors.length = 0;
});
