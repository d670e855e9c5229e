import { globSync, readFileSync } from "node:fs";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { findNewerApis, removeNewerApis } from "#tests/support/browser-apis.ts";
import { notices } from "#tests/support/goods.ts";
import { waitForServiceWorker } from "#tests/support/offline.ts";
import { startOldWorkerProxy } from "#tests/support/old-browser.ts";
import {
  addToCart,
  cartButton,
  checkoutDialog,
  fillCheckout,
  openCheckout,
  readOrderNumber,
  send,
  stubPostalCodes,
} from "#tests/support/purchase.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const category = "/produtos/polpas-de-frutas";
const acai = "Polpa de açaí 100 g";
const acerola = "Polpa de acerola 100 g";

test("no built script uses what the oldest supported browsers lack", () => {
  const scripts = globSync(["build/pages/client/assets/*.js", "build/pages/client/*.js"]);
  expect(scripts.length).toBeGreaterThan(10);
  const found = scripts.map((file) => ({ file, apis: findNewerApis(readFileSync(file, "utf8")) }));
  expect(found.filter(({ apis }) => apis.length > 0)).toEqual([]);
});

test.describe("a browser without the newer interfaces", () => {
  test.use({ serviceWorkers: "allow" });

  test("sends an order, and one made offline once the connection is back", async ({
    page,
    shop,
    consoleErrors,
  }) => {
    const proxy = await startOldWorkerProxy(shop.url);
    await page.addInitScript(removeNewerApis);
    await page.goto(proxy.url + category);
    await waitForServiceWorker(page);
    await stubPostalCodes(page);
    await addToCart(page, acai, acerola);
    await fillCheckout(await openCheckout(page));
    await send(checkoutDialog(page));
    await readOrderNumber(page);
    await page.keyboard.press("Escape");

    await addToCart(page, acai, acerola);
    await fillCheckout(await openCheckout(page));
    await page.context().setOffline(true);
    await send(checkoutDialog(page));
    await expect(page.getByRole("dialog", { name: "Pedido guardado" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.context().setOffline(false);
    await expect(page.getByText(/Pedido nº \d+ recebido pela loja\./)).toBeVisible();
    await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
    // The browser reports requests made while offline.
    const others = consoleErrors
      .splice(0)
      .filter((line) => !/DISCONNECTED|Failed to fetch/.test(line));
    expect(others).toEqual([]);
    await page.close();
    await proxy.close();
  });

  test("confirms an order in the back office", { tag: "@nightly" }, async ({
    page,
    context,
    shop,
    request,
  }) => {
    await sendOrder(request, "Olga Browser");
    await signInWithRequest(context, shop);
    await page.addInitScript(removeNewerApis);
    await page.goto("/admin/orders?q=olga");
    await page.getByRole("row", { name: /Olga Browser/ }).click();
    const dialog = page.getByRole("dialog", { name: /Detalhes do Pedido/ });
    await dialog.getByLabel("Status").selectOption("Confirmado");
    await dialog.getByRole("button", { name: "Salvar status" }).click();
    await expect(notices(page)).toContainText("Status atualizado");
  });
});

test("with all storage denied a visitor can still order", { tag: "@nightly" }, async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException("denied", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
      Object.defineProperty(window, name, { get: deny });
    }
    Object.defineProperty(window, "BroadcastChannel", { value: deny });
    LockManager.prototype.request = deny;
  });
  await stubPostalCodes(page);
  await page.goto(category);
  await addToCart(page, acai, acerola);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 2 itens");
  await fillCheckout(await openCheckout(page));
  await checkoutDialog(page).getByLabel("Lembrar meus dados neste aparelho").check();
  await send(checkoutDialog(page));
  await readOrderNumber(page);
  await expect(notices(page)).toContainText("Este navegador não deixa guardar");
  for (const path of ["/meus-pedidos", "/lista"]) {
    await page.goto(path);
    await expect(page.getByText(/^Nenhum pedido guardado|^Nenhuma lista guardada/)).toBeVisible();
  }
  // The router's script for the scroll position reports that it may not read the storage.
  await expectConsoleErrors(consoleErrors, /SecurityError/);
});

test("a page whose hydration fails stays as the server rendered it", { tag: "@nightly" }, async ({
  page,
  shop,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    // Any function that rendering calls would do: this one writes the ratings.
    Number.prototype.toFixed = () => {
      throw new Error("not supported here");
    };
  });
  const failed = page.waitForEvent("console", (message) => message.type() === "error");
  // Unlike `goto`, this does not wait for a hydration that never succeeds.
  await page.evaluate((url) => location.assign(url), shop.url + category);
  await failed;
  await expect(page.getByRole("heading", { level: 1, name: "Polpas de Frutas" })).toBeVisible();
  await expect(page.getByRole("img", { name: acai })).toBeVisible();
  await expect(page.getByText("Application Error")).toBeHidden();
  await page.getByRole("link", { name: "Receitas" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: /Receitas/ })).toBeVisible();
  await expectConsoleErrors(consoleErrors, /not supported here/);
});

test("a quantity is typed over the one shown, also where releasing the button ends a selection", {
  tag: "@nightly",
}, async ({ page }) => {
  // The page gets the events that Safari sends.
  await page.addInitScript(() => {
    addEventListener("mouseup", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const { value } = target;
      target.value = "";
      target.value = value;
    });
  });
  await page.goto(category);
  await addToCart(page, acai);
  const quantity = page.getByRole("spinbutton", { name: `Quantidade de ${acai}` });
  await quantity.click();
  await page.keyboard.type("12");
  await expect(quantity).toHaveValue("12");
  await quantity.press("Backspace");
  await quantity.press("Backspace");
  await page.keyboard.type("34");
  await expect(quantity).toHaveValue("34");
});
