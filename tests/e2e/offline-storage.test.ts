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
import { expect, test } from "#tests/support/test.ts";

const path = "/produtos/polpas-de-frutas";
const notKept = (page: Page) =>
  checkoutDialog(page).getByText("este navegador não deixa guardá-lo");

/** The order is sent without a connection; nothing keeps it, which is said, and once there is one the same press sends it. */
async function orderUnkept(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await send(checkoutDialog(page));
  await expect(notKept(page)).toBeVisible();
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

test("where the browser denies its database, an order made offline says that it is not kept", async ({
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
  await orderUnkept(page);
  consoleErrors.length = 0;
});

test("where there is no room, the catalogue says so and what was kept before stays", async ({
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

test("where there is no room for an order either, it is sent all the same or said not to be kept", async ({
  page,
  shop,
  consoleErrors,
}) => {
  await leaveRoom(page, shop.url, 1);
  await page.goto(path);
  await fillOrder(page);
  await orderUnkept(page);
  consoleErrors.length = 0;
});

/** Bytes that the browser grants the shop. */
async function leaveRoom(page: Page, origin: string, quotaSize: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
}
