import type { Page } from "@playwright/test";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { notices } from "#tests/support/goods.ts";
import { addToCart, cartButton, cartDialog, openCart } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

const pulps = "/produtos/polpas-de-frutas";
const acai = "Polpa de açaí 100 g";
const acerola = "Polpa de acerola 100 g";

const line = (page: Page, title: string) =>
  cartDialog(page).getByRole("listitem").filter({ hasText: title });

test("products are added, changed and removed, survive a reload, and the focus returns", async ({
  page,
}) => {
  await page.goto(pulps);
  await addToCart(page, acai);
  await expect(page.getByText("Produto adicionado!")).toBeVisible();
  await expect(page.getByText(`${acai} foi adicionado ao carrinho`)).toBeVisible();
  await page.reload();
  const cart = await openCart(page);
  const order = cart.getByRole("button", { name: "Finalizar Pedido" });
  await expect(cart.getByText("O pedido mínimo é de R$ 50,00")).toBeVisible();
  await expect(order).toBeDisabled();
  const less = cart.getByRole("button", { name: `Diminuir quantidade de ${acai}` });
  await expect(less).toBeDisabled();
  await cart.getByRole("button", { name: `Aumentar quantidade de ${acai}` }).click();
  await expect(line(page, acai)).toContainText("R$ 91,80");
  await expect(order).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(cart).toBeHidden();
  await expect(cartButton(page)).toBeFocused();
  await addToCart(page, acerola);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 3 itens");
  await openCart(page);
  await expect(cart.getByText("R$ 121,70")).toBeVisible();
  await expect(cart.getByText("Faltam R$ 178,30 para entrega grátis")).toBeVisible();
  await less.click();
  await expect(less).toBeDisabled();
  await expect(less).toBeFocused();
  await less.press("Enter");
  const quantity = cart.getByRole("spinbutton", { name: `Quantidade de ${acai}` });
  await quantity.fill("0");
  await quantity.press("Enter");
  await expect(line(page, acai)).toHaveCount(0);
  await expect(cart.getByRole("list", { name: "Itens do carrinho" })).toBeFocused();
  await notices(page).getByRole("button", { name: "Desfazer" }).click();
  await expect(quantity).toHaveValue("1");
  await cart.getByRole("button", { name: `Remover ${acai}` }).click();
  await expect(page.getByText("Produto removido")).toBeVisible();
  await expect(line(page, acai)).toHaveCount(0);
  await cart.getByRole("button", { name: "Limpar carrinho" }).click();
  await expect(page.getByText("Carrinho limpo")).toBeVisible();
  await expect(cart.getByText("Seu carrinho está vazio")).toBeVisible();
  await expect(cart.getByRole("link", { name: "Ver produtos" })).toBeFocused();
});

test("two tabs have the same cart", { tag: "@nightly" }, async ({ page, context }) => {
  await page.goto(pulps);
  const other = await context.newPage();
  await other.goto(pulps);
  await addToCart(page, acai);
  await expect(cartButton(other)).toHaveAccessibleName("Carrinho, 1 item");
  await addToCart(other, acerola);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 2 itens");
  const cart = await openCart(other);
  await cart.getByRole("button", { name: "Limpar carrinho" }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
});

test("a broken stored cart is dropped with a warning, and the shop works", {
  tag: "@nightly",
}, async ({ page, consoleErrors }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem("pomar.cart")) localStorage.setItem("pomar.cart", '{"items":[7]');
  });
  await page.goto(pulps);
  await expect
    .poll(() => consoleErrors.splice(0))
    .toEqual([expect.stringContaining("unreadable lines of the cart")]);
  await addToCart(page, acai);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 1 item");
});

test("where the browser denies storage the cart lives as long as the page", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto(pulps);
  await addToCart(page, acai, acerola);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 2 itens");
  const cart = await openCart(page);
  await expect(cart.getByRole("button", { name: "Finalizar Pedido" })).toBeEnabled();
});

test("changes of the catalogue are shown old and new and have to be accepted", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(pulps);
  await addToCart(page, acai, acerola, "Polpa de maracujá 100 g");
  await page.route("**/api/products?ids=*", async (route) => {
    const answer = await route.fetch();
    const { items } = (await answer.json()) as { items: Product[] };
    const costing = ({ sale_options: [main, ...further] }: Product, price: number) => ({
      price,
      sale_options: [{ ...main, price }, ...further],
    });
    const changed = items.map((product) => {
      if (product.title === acai) return { ...product, ...costing(product, 50) };
      return product.title === acerola ? { ...product, stock: 0 } : product;
    });
    await route.fulfill({ response: answer, json: { items: changed, next_cursor: null } });
  });
  const cart = await openCart(page);
  await expect(line(page, acai)).toContainText("De R$ 45,90 por R$ 50,00");
  await expect(line(page, acerola)).toContainText("Esgotado");
  await expect(cart.getByRole("button", { name: "Finalizar Pedido" })).toHaveCount(0);
  await cart.getByRole("button", { name: "Aceitar mudanças" }).click();
  await expect(line(page, acerola)).toHaveCount(0);
  await expect(line(page, acai)).toContainText("R$ 50,00 · Pacote · 12 un");
  await expect(cart.getByRole("button", { name: "Finalizar Pedido" })).toBeFocused();
});

test("at 360 and 1440 px notices of the cart lie in the bar and cover nothing else", async ({
  page,
}) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 });
    await page.goto(pulps);
    await addToCart(page, "Polpa de morango 100 g");
    await expect(notices(page)).toContainText("Produto adicionado!");
    const bar = await page.locator("[data-bottom-bar]").boundingBox();
    const added = await notices(page).boundingBox();
    expect(bar?.height).toBeLessThanOrEqual(96);
    expect(added?.y).toBeGreaterThanOrEqual(bar?.y ?? 0);
    const cutTexts = await notices(page)
      .locator("[data-variant]")
      .evaluateAll((texts) =>
        texts.filter(
          (text) => text.scrollHeight > text.clientHeight || text.scrollWidth > text.clientWidth,
        ),
      );
    expect(cutTexts).toEqual([]);
    // At the end of the page the notice lies below the last control.
    const last = page.getByRole("contentinfo").getByRole("link").last();
    await last.scrollIntoViewIfNeeded();
    const [control, notice] = await Promise.all([last.boundingBox(), notices(page).boundingBox()]);
    expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
  }
});

for (const width of [360, 1280]) {
  test(`at ${width} px a notice covers neither title nor buttons of the cart`, {
    tag: "@nightly",
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(pulps);
    await addToCart(page, acai, acerola);
    const cart = await openCart(page);
    await cart.getByRole("button", { name: `Remover ${acerola}` }).click();
    const notice = page.getByRole("region", { name: "Notificações" });
    await expect(notice).toContainText("Produto removido");
    const covered = await notice.boundingBox();
    for (const part of [
      cart.getByRole("heading", { name: "Seu carrinho" }),
      cart.getByRole("button", { name: "Fechar", exact: true }),
      cart.getByRole("button", { name: "Finalizar Pedido" }),
    ]) {
      const box = await part.boundingBox();
      const isBeside =
        !box || !covered || box.y >= covered.y + covered.height || box.y + box.height <= covered.y;
      expect(isBeside, String(part)).toBe(true);
    }
  });
}

test("clicks before the page reacts to input act once it does", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await released;
    await route.continue();
  });
  const loading = page.goto(pulps);
  await page.getByRole("button", { name: `Adicionar ao carrinho: ${acai}` }).click();
  await cartButton(page).click();
  release();
  await loading;
  await expect(line(page, acai)).toContainText("R$ 45,90");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 1 item");
});
