import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { formatSharedList } from "#app/domain/orders/cart/shared-list.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { changeRow, createRow, notices, uniqueName } from "#tests/support/goods.ts";
import { publicPages } from "#tests/support/pages.ts";
import {
  addToCart,
  cartButton,
  cartDialog,
  checkoutDialog,
  fillCheckout,
  openCheckout,
  readOrderNumber,
  send,
  sentDialog,
  stubPostalCodes,
  visitor,
} from "#tests/support/purchase.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, observeShifts, test } from "#tests/support/test.ts";

const acai = "Polpa de açaí 100 g";
const acerola = "Polpa de acerola 100 g";
const rememberingBox = (page: Page) =>
  checkoutDialog(page).getByLabel("Lembrar meus dados neste aparelho");
const again = (page: Page) => page.getByRole("dialog", { name: "Pedir de novo" });
const storedKeys = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /customer|my-orders|lists/.test(key)),
  );

/** Fills an order above the minimum. */
async function fillOrder(page: Page): Promise<void> {
  await stubPostalCodes(page);
  await page.goto(publicPages.pulps);
  await addToCart(page, acai, acerola);
  await fillCheckout(await openCheckout(page));
}

test("with remembered data a repeat order takes two taps from the home page and no typing", async ({
  page,
}) => {
  await page.addInitScript(observeShifts);
  await fillOrder(page);
  await expect(page.getByRole("link", { name: "Meus pedidos" })).toHaveCount(0);
  await expect(rememberingBox(page)).not.toBeChecked();
  await rememberingBox(page).check();
  await send(checkoutDialog(page));
  const first = await readOrderNumber(page);
  await page.goto("/");
  const last = page.getByRole("region", { name: "Seu último pedido" });
  await expect(last).toContainText(`nº ${first}`);
  await expect(last.getByRole("img")).toHaveCount(2);
  expect(await page.evaluate(() => Reflect.get(window, "layoutShift"))).toBeLessThan(0.01);
  await last.getByRole("button", { name: "Pedir igual" }).click();
  await expect(checkoutDialog(page).getByLabel("Nome completo")).toHaveValue(visitor.name);
  await send(checkoutDialog(page));
  expect(await readOrderNumber(page)).toBeGreaterThan(first);
});

test("'Meus pedidos' orders again at today's prices, and the home page leads to the cart", {
  tag: "@nightly",
}, async ({ page }) => {
  await fillOrder(page);
  await send(checkoutDialog(page));
  const first = await readOrderNumber(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Ajustar" }).click();
  await cartDialog(page).getByRole("button", { name: "Limpar carrinho" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("link", { name: "Meus pedidos" }).click();
  await expect(page.getByRole("list", { name: "Pedidos guardados" })).toContainText(
    `Pedido nº ${first}Pendente`,
  );
  await page.getByRole("button", { name: "Pedir de novo" }).click();
  await expect(again(page)).toContainText("2 produtos no carrinho. Nada foi pedido ainda.");
  await again(page).getByRole("button", { name: "Finalizar Pedido" }).click();
  await expect(checkoutDialog(page)).toBeVisible();
});

test("an order's link is stored unless refused, the customer's data only on request, and both are forgotten", {
  tag: "@nightly",
}, async ({ page }) => {
  await fillOrder(page);
  await checkoutDialog(page).getByLabel("Se faltar algo").selectOption("Ligar para mim");
  await checkoutDialog(page).getByLabel("Observação").fill("Portão azul");
  const request = page.waitForRequest(
    (one) => one.method() === "POST" && one.url().endsWith("/api/orders"),
  );
  await send(checkoutDialog(page));
  expect((await request).postDataJSON().customer).toMatchObject({
    if_missing: "ligar",
    note: "Portão azul",
  });
  await readOrderNumber(page);
  expect(await storedKeys(page)).toEqual(["pomar.my-orders"]);
  const stored = await page.evaluate(() => localStorage.getItem("pomar.my-orders"));
  for (const personal of [visitor.name, visitor.street, "52998224725", visitor.email])
    expect(stored).not.toContain(personal);
  await sentDialog(page).getByRole("button", { name: "Não guardar" }).click();
  expect(await storedKeys(page)).toEqual([]);
  const store = sentDialog(page).getByRole("button", { name: "Guardar neste aparelho" });
  await expect(store).toBeFocused();
  await store.press("Enter");
  const orders = sentDialog(page).getByRole("link", { name: "Meus pedidos" });
  await expect(orders).toBeFocused();
  await orders.click();
  await expect(page.getByRole("heading", { level: 1, name: "Meus pedidos" })).toBeVisible();
  await page.getByRole("button", { name: "Esquecer" }).click();
  await expect(page.getByText("Nenhum pedido guardado neste aparelho")).toBeVisible();
  expect(await storedKeys(page)).toEqual([]);
  await fillOrder(page);
  await rememberingBox(page).check();
  await send(checkoutDialog(page));
  await readOrderNumber(page);
  await page.keyboard.press("Escape");
  await addToCart(page, acai, acerola);
  await openCheckout(page);
  await expect(rememberingBox(page)).toBeChecked();
  await checkoutDialog(page).getByRole("button", { name: "Esquecer" }).click();
  await expect(rememberingBox(page)).not.toBeChecked();
  expect(await storedKeys(page)).toEqual(["pomar.my-orders"]);
});

test("an order with one product sold out, one dearer and one deleted is added as far as possible", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  await signInWithRequest(context, shop);
  const create = (name: string) =>
    createRow(page, shop, "products", {
      ...uniqueName(name),
      price: 10,
      stock: 50,
      category: "polpas",
      specs: { unit: "pacote" },
    });
  const same = await create("Polpa de cambuci");
  const soldOut = await create("Polpa de bacuri");
  const dearer = await create("Polpa de murici");
  const deleted = await create("Polpa de buriti");
  const link = await placeOrder(page, [same, soldOut, dearer, deleted]);
  await changeRow(page, shop, "products", soldOut, { stock: 0 });
  await changeRow(page, shop, "products", dearer, { price: 12.5 });
  const removal = await page.request.delete(`${shop.url}/api/products/${deleted.id}`, {
    headers: { "If-Match": `"${deleted.version}"` },
  });
  expect(removal.ok()).toBe(true);

  await page.goto(link);
  await page.getByRole("button", { name: "Pedir de novo" }).click();
  const left = again(page).getByRole("list", { name: "Ficaram de fora" }).getByRole("listitem");
  await expect(left).toHaveText([/bacuri.*esgotado/, /buriti.*saiu do catálogo/]);
  await expect(again(page).getByRole("list", { name: "O preço mudou" })).toContainText(
    /murici.*de R\$ 10,00 por R\$ 12,50/,
  );
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 4 itens");
  await again(page).getByRole("button", { name: "Desfazer" }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");

  await page.goto(publicPages.pulps);
  await addToCart(page, acai);
  await page.goto(link);
  await page.getByRole("button", { name: "Pedir de novo" }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 1 item");
  await again(page).getByRole("button", { name: "Somar" }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 5 itens");
  await again(page).getByRole("button", { name: "Desfazer" }).click();
  await page.getByRole("button", { name: "Pedir de novo" }).click();
  await again(page).getByRole("button", { name: "Substituir" }).click();
  await again(page).getByRole("button", { name: "Ver carrinho" }).click();
  await expect(
    cartDialog(page).getByRole("list", { name: "Itens do carrinho" }).getByRole("heading"),
  ).toHaveText([same.title, dearer.title]);
});

/** Two of each; returns the order's link. */
async function placeOrder(page: Page, products: { id: string }[]): Promise<string> {
  const { zipCode: _, ...customer } = visitor;
  const response = await page.request.post("/api/orders", {
    headers: { "Idempotency-Key": randomUUID() },
    data: {
      customer: { ...customer, zipCode: "13201005", state: "SP" },
      items: products.map(({ id }) => ({ product_id: id, unit: "pacote", quantity: 2, price: 10 })),
    },
  });
  expect(response.status()).toBe(201);
  const { link } = (await response.json()) as { link: string };
  return link;
}

test("a stored order shows its current status, and a link that is not valid any more", {
  tag: "@nightly",
}, async ({ page, consoleErrors, playwright, shop }) => {
  const order = await sendOrder(page.request, "Lia Prado");
  await page.goto(order.link);
  await page.getByRole("button", { name: "Guardar neste aparelho" }).click();
  const seller = await playwright.request.newContext();
  await signInWithRequest({ request: seller }, shop);
  await seller.patch(`${shop.url}/api/orders/${order.id}`, {
    data: { status: "confirmado", version: 1 },
  });
  await page.goto("/meus-pedidos");
  const entries = page.getByRole("list", { name: "Pedidos guardados" }).getByRole("listitem");
  await expect(entries).toContainText(["Confirmado"]);
  await seller.post(`${shop.url}/api/orders/${order.id}/link/rotate`);
  await page.reload();
  await expect(entries).toContainText(["O link não vale mais"]);
  await expectConsoleErrors(consoleErrors, /404/);
  await seller.dispose();
});

test("the cart is saved as a list, and shared by a link that the server does not see", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  await page.goto(publicPages.pulps);
  await addToCart(page, acai);
  await page.goto("/lista");
  await page.getByLabel("Guardar o carrinho como lista").fill("Feira & sábado");
  await page.getByRole("button", { name: "Guardar lista" }).click();
  await expect(notices(page)).toContainText("guardada neste aparelho");
  await page.getByRole("link", { name: "Feira & sábado" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Feira & sábado");
  const products = page.getByRole("region", { name: "Produtos da lista" });
  await expect(products.getByRole("listitem")).toHaveText([
    new RegExp(`^1 × ${acai}R\\$ (\\d+,\\d\\d) · Pacote · 12 unR\\$ \\1$`),
  ]);

  const unknown = { product_id: randomUUID(), unit: "caixa" as const, quantity: 3 };
  const shared = formatSharedList({ name: "Da <b>Ana</b>", lines: [unknown] });
  await page.goto("about:blank");
  await page.goto(`/lista#${shared}_x_y`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Da <b>Ana</b>");
  await expect(page.getByText("2 linhas deste link não valem e foram puladas.")).toBeVisible();
  await expect(products.getByRole("listitem")).toContainText(["saiu do catálogo"]);
  expect(shop.output()).not.toContain("Ana");
  await page.getByRole("button", { name: "Apagar a lista Feira & sábado" }).click();
  expect(await storedKeys(page)).toEqual([]);
});
