import type { Page, Route } from "@playwright/test";
import { notices } from "#tests/support/goods.ts";
import { addToCart, cartButton, cartDialog, openCart } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

const pulps = "/produtos/polpas-de-frutas";
const acai = "Polpa de açaí 100 g";
const acerola = "Polpa de acerola 100 g";

const line = (page: Page, title: string) =>
  cartDialog(page).getByRole("listitem").filter({ hasText: title });

test("'Remover' removes all lines of a product and names them, a line's bin its own; each can be undone", async ({
  page,
}) => {
  await page.goto(pulps);
  const card = page.getByRole("article").filter({ hasText: acai });
  const undo = () => page.getByRole("button", { name: "Desfazer" }).click();
  await addToCart(page, acerola, acai);
  await card.getByRole("combobox").selectOption("caixa");
  await addToCart(page, acai);
  const cart = await openCart(page);
  const box = line(page, acai).filter({ hasText: /· Caixa · \d+ un/ });
  await box.getByRole("button", { name: `Remover ${acai}, caixa` }).click();
  await expect(line(page, acai)).toHaveCount(1);
  await undo();
  await box.getByRole("button", { name: `Remover ${acai}: pacote e caixa` }).click();
  await expect(notices(page)).toContainText("Produto removido");
  await expect(notices(page)).toContainText("pacote e caixa");
  await expect(line(page, acai)).toHaveCount(0);
  await undo();
  await expect(line(page, acai)).toHaveCount(2);
  await cart.getByRole("button", { name: "Limpar carrinho" }).click();
  await undo();
  const titles = cart.getByRole("list", { name: "Itens do carrinho" }).getByRole("heading");
  await expect(titles).toHaveText([acerola, acai, acai]);
});

test("a typed quantity loses no character; what is not a whole number is rounded up with a notice", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(pulps);
  const quantity = page.getByRole("spinbutton", { name: `Quantidade de ${acai}` });
  await quantity.click();
  await page.keyboard.type("7,5");
  await expect(quantity).toHaveValue("7,5");
  await quantity.press("Enter");
  await expect(quantity).toHaveValue("8");
  await expect(notices(page)).toContainText("Vendido só em quantidades inteiras.");
  await quantity.fill("uns 9");
  await quantity.press("Enter");
  await expect(quantity).toHaveValue("8");
  await expect(notices(page)).toContainText("Digite a quantidade em números, como 12.");
  await quantity.press("ArrowUp");
  await expect(quantity).toHaveValue("9");
  await page.goto("/pedido-rapido");
  const row = page.getByRole("textbox", { name: `Quantidade de ${acerola}, pacote` });
  await row.click();
  await page.keyboard.type("7,5");
  await expect(row).toHaveValue("7,5");
  await row.press("Enter");
  await expect(row).toHaveValue("8");
  await expect(page.getByText("Vendido só em quantidades inteiras.")).toBeVisible();
});

test("an unusually large quantity has to be confirmed", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(pulps);
  const quantity = page.getByRole("spinbutton", { name: `Quantidade de ${acai}` });
  const question = page.getByRole("dialog", { name: "Confirmar quantidade" });
  await quantity.fill("112");
  await addToCart(page, acai);
  await expect(question).toContainText(`112 × ${acai}`);
  await expect(question).toContainText("R$ 5.140,80");
  await question.getByRole("button", { name: "Corrigir" }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
  await addToCart(page, acai);
  await question.getByRole("button", { name: "Sim, são 112" }).click();
  const cart = await openCart(page);
  await expect(line(page, acai)).toContainText("R$ 5.140,80");
  await cart.getByRole("button", { name: `Aumentar quantidade de ${acai}` }).click();
  await expect(line(page, acai)).toContainText("R$ 5.186,70");
  await expect(question).toBeHidden();
});

for (const [count, width, total] of [
  [14, 360, "R$ 6.426,00"],
  [120, 360, "R$ 55.080,00"],
  [120, 1920, "R$ 55.080,00"],
] as const) {
  const tag = width === 360 && count > 99 ? [] : "@nightly";
  test(`at ${width} px ${count} products fit into the badge and the bar`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(pulps);
    await addToCart(page, acai);
    await page.route("**/api/products?ids=*", answerWithOneProduct);
    await page.evaluate((length) => {
      const cart = JSON.parse(localStorage.getItem("pomar.cart") ?? "");
      const [line] = cart.items;
      cart.items = Array.from({ length }, (_, index) => ({
        ...line,
        product: { ...line.product, id: line.product.id.slice(0, -3) + (100 + index) },
        quantity: 10,
      }));
      localStorage.setItem("pomar.cart", JSON.stringify(cart));
    }, count);
    await page.reload();
    const badge = page.locator("[data-cart-badge]");
    // Ten of each product.
    await expect(badge).toHaveText("99+");
    // The badge grows for a moment when its number changes.
    await badge.evaluate((element) =>
      Promise.all(element.getAnimations().map(({ finished }) => finished.then(() => undefined))),
    );
    const box = await badge.boundingBox();
    const text = await badge.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().toJSON() as DOMRect;
    });
    expect(text.left - (box?.x ?? 0), "space beside the number").toBeGreaterThanOrEqual(4);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    if (width < 768) {
      const bar = page.locator("[data-bottom-bar] button");
      await expect(bar).toContainText(`${count} produtos`);
      await expect(bar).toContainText(total);
      const lines = await bar.evaluate((button) =>
        Array.from(button.querySelectorAll("span"), (span) => span.scrollWidth - span.clientWidth),
      );
      expect(Math.max(...lines), "hidden text").toBeLessThanOrEqual(0);
      const height = (await bar.boundingBox())?.height;
      expect(height).toBeLessThanOrEqual(60);
    } else {
      const label = await page.getByRole("banner").getByText("Carrinho").boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(label?.x ?? 0);
    }
  });
}

/** Every product in the cart is on sale: a notice would take the bar's place. */
async function answerWithOneProduct(route: Route): Promise<void> {
  const ids = new URL(route.request().url()).searchParams.get("ids")?.split(",") ?? [];
  const answer = await route.fetch({
    url: new URL("/api/products?q=acai", route.request().url()).href,
  });
  const { items } = (await answer.json()) as { items: { title: string }[] };
  const product = items.find(({ title }) => title === acai);
  await route.fulfill({
    json: { items: ids.map((id) => ({ ...product, id })), next_cursor: null },
  });
}
