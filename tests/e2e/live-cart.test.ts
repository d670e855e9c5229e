import type { Page } from "@playwright/test";
import { notices, uniqueName } from "#tests/support/goods.ts";
import { countRequests, openLivePage, signInSeller } from "#tests/support/live.ts";
import {
  addToCart,
  cartDialog,
  checkoutDialog,
  fillCheckout,
  openCart,
  openCheckout,
  readOrderNumber,
  send,
  stubPostalCodes,
} from "#tests/support/purchase.ts";
import { test as base, expect } from "#tests/support/test.ts";

const fish = "/produtos/pescados";

type Product = Awaited<ReturnType<Awaited<ReturnType<typeof signInSeller>>["addProduct"]>>;

const test = base.extend<{ product: Product & { title: string } }>({
  product: async ({ request, shop }, use) => {
    const name = uniqueName("Robalo inteiro");
    const product = await (await signInSeller(request, shop)).addProduct({ ...name, price: 60 });
    await use({ ...product, ...name });
    await product.remove();
  },
});

const line = (page: Page) => cartDialog(page).getByRole("listitem").filter({ hasText: "Robalo" });
const finish = (page: Page) => cartDialog(page).getByRole("button", { name: "Finalizar Pedido" });

test("a price that changes while the cart is closed is notified, shown old and new, and has to be accepted", async ({
  page,
  product,
}) => {
  await openLivePage(page, fish);
  await addToCart(page, product.title);
  await product.change({ price: 63 });
  await expect(notices(page).getByText("Seu carrinho mudou")).toBeVisible();
  await expect(notices(page).getByText(product.title)).toBeVisible();
  await openCart(page);
  await expect(line(page)).toContainText("R$ 60,00 por unidade");
  await expect(line(page)).toContainText("De R$ 60,00 por R$ 63,00");
  await expect(finish(page)).toHaveCount(0);
  await line(page)
    .getByRole("button", { name: `Aceitar a mudança de ${product.title}` })
    .click();
  await expect(line(page)).toContainText("R$ 63,00 por unidade");
  await expect(line(page)).not.toContainText("De R$");
  await expect(page.getByRole("list", { name: "Itens do carrinho" })).toBeFocused();
  await expect(finish(page)).toBeEnabled();
});

test("an open cart shows changes at once, and a sold-out product can only be removed", {
  tag: "@nightly",
}, async ({ page, product }) => {
  await openLivePage(page, fish);
  await addToCart(page, product.title);
  await openCart(page);
  await expect(finish(page)).toBeEnabled();
  await product.change({ price: 55 });
  await expect(line(page)).toContainText("De R$ 60,00 por R$ 55,00");
  await product.change({ stock: 0 });
  await expect(line(page)).toContainText("Esgotado");
  await expect(line(page).getByRole("button", { name: /^Aceitar/ })).toHaveCount(0);
  await expect(notices(page).getByText("Seu carrinho mudou")).toHaveCount(0);
  await line(page)
    .getByRole("button", { name: `Remover ${product.title}` })
    .click();
  await expect(cartDialog(page).getByText("Seu carrinho está vazio")).toBeVisible();
});

test("a change that arrives while the cart's products are read is shown", {
  tag: "@nightly",
}, async ({ page, product }) => {
  const productsOfCart = /\/api\/products\?ids=/;
  await openLivePage(page, fish);
  const read = page.waitForResponse(productsOfCart);
  await addToCart(page, product.title);
  await read;
  await page.route(
    productsOfCart,
    async (route) => {
      const response = await route.fetch();
      const stream = await openStream(page);
      await product.change({ price: 55 });
      await stream.evaluate(({ change }) => change);
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await openCart(page);
  await expect(line(page)).toContainText("De R$ 60,00 por R$ 55,00");
});

/** A second change stream of the page, connected. `change` resolves when both of its streams have received a change. */
function openStream(page: Page) {
  return page.evaluateHandle(
    () =>
      new Promise<{ change: Promise<void> }>((resolve) => {
        const stream = new EventSource("/api/events");
        const change = new Promise<void>((received) => {
          stream.addEventListener("changes", () => setTimeout(received, 200));
        });
        stream.addEventListener("ready", () => resolve({ change }));
      }),
  );
}

test("a change that was undone needs no acceptance", { tag: "@nightly" }, async ({
  page,
  product,
}) => {
  await openLivePage(page, fish);
  await addToCart(page, product.title);
  await openCart(page);
  await product.change({ price: 75 });
  await expect(line(page)).toContainText("De R$ 60,00 por R$ 75,00");
  await product.change({ price: 60 });
  await expect(line(page)).not.toContainText("De R$");
  await expect(finish(page)).toBeEnabled();
});

test("a change leaves a form in progress and its focus alone, and has to be accepted before sending", {
  tag: "@nightly",
}, async ({ page, product }) => {
  await stubPostalCodes(page);
  await openLivePage(page, fish);
  await addToCart(page, product.title);
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  const complement = checkout.getByLabel("Complemento");
  await complement.pressSequentially("Casa ");

  await product.change({ price: 64 });
  const question = checkout.getByRole("status").filter({ hasText: "O catálogo mudou" });
  await expect(question).toContainText("De R$ 60,00 por R$ 64,00");
  await expect(complement).toBeFocused();
  await page.keyboard.type("2");
  await expect(complement).toHaveValue("Casa 2");
  await expect(checkout.locator('[name="name"]')).toHaveValue("Maria da Silva");

  const orders = countRequests(page, /\/api\/orders$/);
  await send(checkout);
  await expect(question.locator(":focus")).toHaveCount(1);
  expect(orders()).toBe(0);
  await question.getByRole("button", { name: "Aceitar mudanças" }).click();
  await expect(question).toHaveCount(0);
  await send(checkoutDialog(page));
  await readOrderNumber(page);
  expect(orders()).toBe(1);
});

test("a product that was hidden meanwhile is notified when the visitor returns", {
  tag: "@nightly",
}, async ({ page, product }) => {
  await openLivePage(page, fish);
  await addToCart(page, product.title);
  await page.goto("about:blank");
  await product.change({ visible: false });
  await openLivePage(page, "/sobre");
  await expect(notices(page).getByText("Seu carrinho mudou")).toBeVisible();
  await openCart(page);
  await expect(line(page)).toContainText("Não está mais à venda");
  await cartDialog(page).getByRole("button", { name: "Aceitar mudanças" }).click();
  await expect(cartDialog(page).getByText("Seu carrinho está vazio")).toBeVisible();
});
