import type { Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import {
  inspectServiceWorker,
  readStoredText,
  strip,
  waitForOfflineCatalogue,
  waitForServiceWorker,
} from "#tests/support/offline.ts";
import {
  addToCart,
  cartButton,
  cartDialog,
  checkoutDialog,
  fillCheckout,
  openCheckout,
  readOrderNumber,
  send,
  stubPostalCodes,
  visitor,
} from "#tests/support/purchase.ts";
import { offlinePhone } from "#tests/support/screens.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.use(offlinePhone);

const pulps = "/produtos/polpas-de-frutas";
const acai = "Polpa de açaí 100 g";
const acerola = "Polpa de acerola 100 g";
const queuedDialog = (page: Page) => page.getByRole("dialog", { name: "Pedido guardado" });
const listDialog = (page: Page) => page.getByRole("dialog", { name: "Pedidos guardados" });

/** Fills cart and checkout, then loses the connection and submits the order. */
async function orderOffline(page: Page): Promise<void> {
  await page.goto(pulps);
  await waitForServiceWorker(page);
  await addToCart(page, acai, acerola);
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  await page.context().setOffline(true);
  await send(checkout);
  await expect(queuedDialog(page)).toBeVisible();
}

test("an order submitted offline is stored, listed and sent when the connection returns", async ({
  page,
  context,
  consoleErrors,
}) => {
  await orderOffline(page);
  await queuedDialog(page).getByRole("button", { name: "Ver pedidos guardados" }).click();
  await expect(listDialog(page).getByText("Ainda não foi enviado.")).toBeVisible();
  await expect(listDialog(page).getByText(acai)).toBeVisible();
  await listDialog(page).getByRole("button", { name: "Fechar", exact: true }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 2 itens");
  await context.setOffline(false);
  await expect(page.getByText("Pedido enviado!")).toBeVisible();
  const received = strip(page, /^Pedido nº \d+ recebido pela loja\./);
  await expect(received).toBeVisible();
  await expect(received.getByRole("link", { name: "Acompanhar pedido" })).toHaveAttribute(
    "href",
    /^\/pedido\/\d+-[\w-]{22}$/,
  );
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
  expect((await readStoredText(page)).includes(visitor.zipCode)).toBe(false);
  consoleErrors.length = 0;
});

test("a queued order that was never sent can be cancelled and is not sent later", {
  tag: "@nightly",
}, async ({ page, context, consoleErrors }) => {
  const sent: string[] = [];
  context.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/orders")) sent.push("order");
  });
  await orderOffline(page);
  await queuedDialog(page).getByRole("button", { name: "Ver pedidos guardados" }).click();
  await listDialog(page).getByRole("button", { name: "Cancelar pedido" }).click();
  await expect(listDialog(page).getByText("Ele não foi recebido pela loja.")).toBeVisible();
  await listDialog(page).getByRole("button", { name: "Sim, cancelar" }).click();
  await expect(listDialog(page).getByText("Nenhum pedido está esperando")).toBeVisible();
  await listDialog(page).getByRole("button", { name: "Fechar", exact: true }).click();
  await context.setOffline(false);
  await expect(page.getByText("Conexão restaurada")).toBeVisible();
  await page.waitForTimeout(1000);
  expect(sent).toEqual([]);
  expect((await readStoredText(page)).includes(visitor.zipCode)).toBe(false);
  consoleErrors.length = 0;
});

test("an order with a product that sold out meanwhile is rejected, reviewed and ordered without it", {
  tag: "@nightly",
}, async ({ page, context, shop, consoleErrors, playwright }) => {
  await orderOffline(page);
  await queuedDialog(page).getByRole("button", { name: "Continuar na loja" }).click();
  const seller = await playwright.request.newContext({ baseURL: shop.url });
  await signInWithRequest({ request: seller }, shop);
  const { items } = await (await seller.get("/api/products")).json();
  const row = items.find(({ title }: { title: string }) => title === acerola);
  const change = (fields: object) => seller.patch(`/api/products/${row.id}`, { data: fields });
  const changed = await change({ stock: 0, version: row.version });
  expect(changed.status()).toBe(200);
  await context.setOffline(false);
  await expect(strip(page, "A loja não aceitou um pedido guardado")).toBeVisible();
  await page.getByRole("button", { name: "Revisar pedido" }).click();
  await expect(listDialog(page).getByText("Esgotado")).toBeVisible();
  await listDialog(page).getByRole("button", { name: "Revisar no carrinho" }).click();
  await cartDialog(page).getByRole("button", { name: "Aceitar mudanças" }).click();
  await cartDialog(page)
    .getByRole("button", { name: `Aumentar quantidade de ${acai}` })
    .click();
  await cartDialog(page).getByRole("button", { name: "Finalizar Pedido" }).click();
  await expect(checkoutDialog(page).getByLabel("Rua")).toHaveValue(visitor.street);
  await send(checkoutDialog(page));
  await readOrderNumber(page);
  const { version } = await changed.json();
  await change({ stock: row.stock, version });
  await seller.dispose();
  consoleErrors.length = 0;
});

test("the service worker sends an order whose page is closed", { tag: "@nightly" }, async ({
  page,
  context,
  shop,
  consoleErrors,
  playwright,
}) => {
  const seller = await playwright.request.newContext({ baseURL: shop.url });
  await signInWithRequest({ request: seller }, shop);
  const newest = async () => (await (await seller.get("/api/orders?limit=1")).json()).items[0]?.id;
  const before = await newest();
  await orderOffline(page);
  const blank = await context.newPage();
  await blank.goto("about:blank");
  const { session, registrationId } = await inspectServiceWorker(blank, shop.url);
  await page.close();
  await context.setOffline(false);
  await session.send("ServiceWorker.dispatchSyncEvent", {
    origin: shop.url,
    registrationId,
    tag: "pomar-orders",
    lastChance: false,
  });
  await expect.poll(newest, { timeout: 20_000 }).not.toBe(before);
  await seller.dispose();
  await blank.goto(pulps);
  await expect(strip(blank, /^Pedido nº \d+ recebido/)).toBeVisible({ timeout: 20_000 });
  await expect(cartButton(blank)).toHaveAccessibleName("Carrinho, vazio");
  consoleErrors.length = 0;
});

test("after an order and an administrator's session nothing personal is stored", {
  tag: "@nightly",
}, async ({ page, context, shop, consoleErrors }) => {
  await page.goto(pulps);
  await waitForOfflineCatalogue(page);
  await addToCart(page, acai, acerola);
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  const personal = { name: "Josefina Quintanilha", email: "josefina@example.org" };
  for (const [name, value] of Object.entries(personal)) {
    await checkout.locator(`[name="${name}"]`).fill(value);
  }
  await send(checkout);
  await readOrderNumber(page);
  await signInWithRequest(context, shop);
  for (const path of ["/admin", "/admin/orders", "/admin/settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.goto("/sobre");
  const stored = await readStoredText(page);
  for (const text of [...Object.values(personal), "admin@pomar.example"]) {
    expect(stored.includes(text), text).toBe(false);
  }
  expect(/^https?:\/\/[^/]+\/(?:admin|api)/m.test(stored)).toBe(false);

  consoleErrors.length = 0;
});

test("the service worker does not race a visitor who may retry after a server error", {
  tag: "@nightly",
}, async ({ page, context, consoleErrors }) => {
  await stubPostalCodes(page);
  await page.goto(pulps);
  await waitForServiceWorker(page);
  await addToCart(page, acai, acerola);
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  const attempts: string[] = [];
  await context.route("**/api/orders", async (route) => {
    attempts.push(route.request().serviceWorker() ? "worker" : "page");
    if (attempts.length > 1) await route.continue();
    else await route.fulfill({ status: 500, json: {} });
  });
  await send(checkout);
  await expect(checkout.getByText("Não recebemos a confirmação")).toBeVisible();
  await page.waitForTimeout(3000);
  expect(attempts).toEqual(["page"]);
  await send(checkout);
  await readOrderNumber(page);
  expect(attempts).toEqual(["page", "page"]);
  await expect(page.getByText("Erro ao enviar pedido")).toHaveCount(0);
  await expectConsoleErrors(consoleErrors, /status of 500|the order was not placed: unclear/);
});
