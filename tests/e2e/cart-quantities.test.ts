import type { Page } from "@playwright/test";
import { notices } from "#tests/support/goods.ts";
import { addToCart, cartButton, cartDialog, openCart } from "#tests/support/purchase.ts";
import { expect, expectAccessible, test } from "#tests/support/test.ts";

const pulps = "/produtos/polpas-de-frutas";
const acai = "Polpa de açaí 100 g";
const acerola = "Polpa de acerola 100 g";

const line = (page: Page, title: string) =>
  cartDialog(page).getByRole("listitem").filter({ hasText: title });

test("a card shows and changes the quantity in the cart, and removes the product at 1", async ({
  page,
}) => {
  await page.goto(pulps);
  const quantity = page.getByRole("spinbutton", { name: `Quantidade de ${acai}` });
  await expect(quantity).toHaveCount(0);
  await addToCart(page, acai);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 1 item");
  await expect(quantity).toHaveValue("1");
  await expect(page.getByRole("button", { name: `Aumentar quantidade de ${acai}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 2 itens");
  await quantity.fill("1");
  await page.getByRole("button", { name: `Remover ${acai}` }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, vazio");
  await expect(page.getByRole("button", { name: `Adicionar ao carrinho: ${acai}` })).toBeFocused();
});

test("a card's stepper removes its own unit; 'Remover' in the cart names both; each can be undone", async ({
  page,
}) => {
  await page.goto(pulps);
  const card = page.getByRole("article").filter({ hasText: acai });
  const undo = () => page.getByRole("button", { name: "Desfazer" }).click();
  await addToCart(page, acerola, acai);
  await card.getByRole("combobox").selectOption("caixa");
  await addToCart(page, acai);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 3 itens");
  await card.getByRole("button", { name: `Remover ${acai}` }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 2 itens");
  await undo();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 3 itens");

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

test("a typed quantity loses no character; what is not a whole number is rounded up with a notice", async ({
  page,
}) => {
  await page.goto(pulps);
  const quantity = page.getByRole("spinbutton", { name: `Quantidade de ${acai}` });
  await addToCart(page, acai);
  await quantity.click();
  await page.keyboard.type("7,5");
  await expect(quantity).toHaveValue("7,5");
  await quantity.press("Enter");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 8 itens");
  await expect(notices(page)).toContainText("Vendido só em quantidades inteiras.");
  await quantity.fill("uns 9");
  await quantity.press("Enter");
  await expect(quantity).toHaveValue("8");
  await expect(notices(page)).toContainText("Digite a quantidade em números, como 12.");
  await quantity.press("ArrowUp");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 9 itens");
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
  await addToCart(page, acai);
  await quantity.fill("112");
  await expect(question).toContainText(`112 × ${acai}`);
  await expect(question).toContainText("R$ 5.140,80");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Corrigir" }).click();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 1 item");
  await quantity.fill("12");
  const cart = await openCart(page);
  await cart.getByRole("spinbutton", { name: `Quantidade de ${acai}` }).fill("112");
  await question.getByRole("button", { name: "Sim, são 112" }).click();
  await expect(line(page, acai)).toContainText("R$ 5.140,80");
  await cart.getByRole("button", { name: `Aumentar quantidade de ${acai}` }).click();
  await expect(line(page, acai)).toContainText("R$ 5.186,70");
  await expect(question).toBeHidden();
});

for (const [count, width, label] of [
  [14, 360, "1 produto"],
  [1234, 360, "1 produto"],
  [1234, 1920, ""],
] as const) {
  const tag = width === 360 && count > 99 ? [] : "@nightly";
  test(`at ${width} px ${count} items fit into the badge and the bar`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(pulps);
    await addToCart(page, acai);
    await page.evaluate((quantity) => {
      const text = localStorage.getItem("pomar.cart") ?? "";
      const changed = text.replace('"quantity":1', `"quantity":${quantity}`);
      localStorage.setItem("pomar.cart", changed);
    }, count);
    await page.reload();
    const badge = page.locator("[data-cart-badge]");
    await expect(badge).toHaveText(count > 99 ? "99+" : String(count));
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
      await expect(bar).toContainText(label);
      await expect(bar).toContainText(count > 99 ? "R$ 56.640,60" : "R$ 642,60");
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
