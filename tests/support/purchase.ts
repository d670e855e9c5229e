import { expect, type Locator, type Page } from "@playwright/test";

/** Steps of a purchase, for tests of other subjects. */

export const visitor = {
  name: "Maria da Silva",
  email: "maria@example.com",
  phone: "(11) 98765-4321",
  document: "529.982.247-25",
  zipCode: "13201-005",
  street: "Rua das Flores",
  number: "10",
  neighborhood: "Centro",
  city: "Jundiaí",
};

export const cartDialog = (page: Page) => page.getByRole("dialog", { name: "Seu carrinho" });
export const checkoutDialog = (page: Page) =>
  page.getByRole("dialog", { name: "Finalizar Pedido" });
export const sentDialog = (page: Page) =>
  page.getByRole("dialog", { name: "Recebemos seu pedido" });
export const cartButton = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: /^Carrinho/ });

/** Waits until the page is hydrated; a page without scripts needs no hydration. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      "hydrated" in document.documentElement.dataset ||
      !document.querySelector("script[type=module]"),
  );
}

/** Adds one of each product on the page to the cart. */
export async function addToCart(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await page.getByRole("button", { name: `Adicionar ao carrinho: ${title}` }).click();
  }
}

export async function openCart(page: Page): Promise<Locator> {
  await cartButton(page).click();
  await expect(cartDialog(page)).toBeVisible();
  return cartDialog(page);
}

/** Opens the cart, then the checkout. */
export async function openCheckout(page: Page): Promise<Locator> {
  const cart = await openCart(page);
  await cart.getByRole("button", { name: "Finalizar Pedido" }).click();
  await expect(checkoutDialog(page)).toBeVisible();
  return checkoutDialog(page);
}

/** Responds to every postal-code lookup with `address`, by default an empty one. */
export async function stubPostalCodes(page: Page, address?: Record<string, string>) {
  await page.route("**/api/postal-code/*", (route) =>
    route.fulfill({
      json: { logradouro: "", bairro: "", localidade: "", uf: "", ...address },
    }),
  );
}

export async function fillCheckout(checkout: Locator): Promise<void> {
  for (const [name, value] of Object.entries(visitor)) {
    await checkout.locator(`[name="${name}"]`).fill(value);
  }
  await checkout.locator('[name="state"]').selectOption("SP");
}

export const send = (checkout: Locator) =>
  checkout.getByRole("button", { name: "Enviar pedido" }).click();

/** The order number in the confirmation. */
export async function readOrderNumber(page: Page): Promise<number> {
  const number = sentDialog(page).getByText(/^nº \d+$/);
  await expect(number).toBeVisible();
  return Number((await number.innerText()).replace("nº ", ""));
}
