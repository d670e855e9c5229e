import type { Page } from "@playwright/test";
import { notices } from "#tests/support/goods.ts";
import { strip, waitForServiceWorker } from "#tests/support/offline.ts";
import {
  addToCart,
  cartButton,
  checkoutDialog,
  fillCheckout,
  openCheckout,
  readOrderNumber,
  send,
} from "#tests/support/purchase.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import { expect, test } from "#tests/support/test.ts";

test.use(offlinePhone);

const path = "/produtos/polpas-de-frutas";
const notStored = (page: Page) =>
  checkoutDialog(page).getByText("este navegador não deixa guardá-lo");

/** Submits without a connection where nothing can store the order, then again with one. */
async function submitUnstored(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await send(checkoutDialog(page));
  await expect(notStored(page)).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Pedido guardado" })).toBeHidden();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 2 itens");
  await page.context().setOffline(false);
  await send(checkoutDialog(page));
  await readOrderNumber(page);
}

async function fillOrder(page: Page): Promise<void> {
  await addToCart(page, "Polpa de açaí 100 g", "Polpa de acerola 100 g");
  await fillCheckout(await openCheckout(page));
}

test("an order submitted offline is not called stored where the browser denies IndexedDB", async ({
  page,
  consoleErrors,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
  });
  await page.goto(path);
  await waitForServiceWorker(page);
  await fillOrder(page);
  await submitUnstored(page);
  consoleErrors.length = 0;
});

test("when storage is full a notice says so, and cached pages stay readable", async ({
  page,
  shop,
  consoleErrors,
}) => {
  await page.goto(path);
  await waitForServiceWorker(page);
  await page.goto("/sobre");
  await leaveRoom(page, shop.url, 1);
  await expect(notices(page).getByText("Falta espaço neste aparelho")).toBeVisible();
  await page.context().setOffline(true);
  await page.goto("/sobre");
  await expect(strip(page, "Você está vendo uma cópia guardada hoje")).toBeVisible();
  consoleErrors.length = 0;
});

test("when storage is full an order is sent all the same, and not called stored", async ({
  page,
  shop,
  consoleErrors,
}) => {
  await leaveRoom(page, shop.url, 1);
  await page.goto(path);
  await fillOrder(page);
  await submitUnstored(page);
  consoleErrors.length = 0;
});

/** Bytes that the browser grants the shop. */
async function leaveRoom(page: Page, origin: string, quotaSize: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
}
