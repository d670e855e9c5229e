import type { Page } from "@playwright/test";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import { categories } from "#demo/categories.ts";
import { createProductRows } from "#demo/rows.ts";
import { notices } from "#tests/support/goods.ts";
import { cartButton, waitForHydration } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

/** Width and height of the window, cards in a row. */
const screens = [
  [360, 740, 2],
  [1440, 900, 4],
] as const;
/** Tests of the same worker add products without picture and description. */
const demoTitles = new Set(createProductRows(new Map()).map(({ title }) => title));
const minTargetPx = 40;
const maxPitchPx = 400;

/** What each card of the page has, its place and the small targets in it. */
function readCards(page: Page) {
  return page.locator(".product-card").evaluateAll((cards, minTarget) => {
    const textOf = (card: Element, selector: string) =>
      card.querySelector(selector)?.textContent?.trim() ?? "";
    return cards.map((card) => {
      const box = card.getBoundingClientRect();
      const description = card.querySelector<HTMLElement>(".card-texts > p");
      const lines = description
        ? description.clientHeight / Number.parseFloat(getComputedStyle(description).lineHeight)
        : 0;
      return {
        left: Math.round(box.left),
        top: Math.round(box.top),
        title: textOf(card, "h3"),
        rating: textOf(card, ".rating"),
        hasPicture: card.querySelector("img") !== null,
        description: description?.textContent ?? "",
        lines: Math.round(lines),
        price: textOf(card, ".price"),
        unit: textOf(card, ".card-price select option:checked") || textOf(card, ".card-price p"),
        quantity: card.querySelector("input")?.value ?? "",
        smallTargets: Array.from(card.querySelectorAll("button, select"), (target) => {
          const { width, height } = target.getBoundingClientRect();
          return { label: target.getAttribute("aria-label"), width, height };
        }).filter(({ width, height }) => Math.min(width, height) < minTarget),
      };
    });
  }, minTargetPx);
}

for (const [width, height, columns] of screens) {
  test(`at ${width} px each card shows picture, title, rating, short description, price, unit, stepper and button`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const paths = [...categories.map(({ slug }) => categoryPath(slug)), "/", "/busca?q=polpa"];
    for (const path of paths) {
      await page.goto(path);
      const cards = (await readCards(page)).filter(({ title }) => demoTitles.has(title));
      expect(cards.length, path).toBeGreaterThan(2);
      for (const card of cards) {
        expect(card, path).toMatchObject({ hasPicture: true, smallTargets: [] });
        expect(card.rating, card.title).toMatch(/^\d,\d$/);
        expect(card.description, card.title).not.toBe("");
        expect(card.lines, card.title).toBeLessThanOrEqual(2);
        expect(card.price, card.title).toMatch(/^R\$ [\d.]+,\d\d$/);
        expect(card.unit, card.title).toMatch(/por (pacote|caixa|kg|unidade|balde|\p{L}+)/u);
      }
      const tops = [...new Set(cards.map(({ top }) => top))];
      expect(cards.filter(({ top }) => top === tops[0]).length, path).toBe(columns);
      if (width === 360) {
        const pitches = tops.slice(1).map((top, index) => top - (tops[index] ?? 0));
        if (path !== "/") expect(Math.max(...pitches), path).toBeLessThanOrEqual(maxPitchPx);
      }
    }
  });
}

test("the stepper says how many are added, which toast and badge show, and a sold-out card is disabled", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/produtos/polpas-de-frutas");
  await waitForHydration(page);
  const title = "Polpa de açaí 100 g";
  const card = page.getByRole("article").filter({ hasText: title });
  const quantity = card.getByRole("spinbutton", { name: `Quantidade de ${title}` });
  const less = card.getByRole("button", { name: "Diminuir quantidade" });
  await expect(quantity).toHaveValue("1");
  await expect(less).toBeDisabled();
  await card.getByRole("button", { name: "Aumentar quantidade" }).click();
  await card.getByRole("button", { name: "Aumentar quantidade" }).click();
  await card.getByRole("button", { name: `Adicionar ao carrinho: ${title}` }).click();
  const toast = notices(page);
  await expect(toast.getByText("Produto adicionado!")).toBeVisible();
  await expect(toast.getByText(`${title} foi adicionado ao carrinho`)).toBeVisible();
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 3 itens");
  await expect(quantity).toHaveValue("1");
  await card.getByRole("button", { name: `Adicionar ao carrinho: ${title}` }).click();
  await expect(page.locator("[data-cart-badge]")).toHaveText("4");
  await quantity.fill("0");
  await quantity.press("Enter");
  await expect(quantity).toHaveValue("1");
  await card.getByRole("combobox").selectOption({ label: "por caixa · 48 un" });
  await expect(card.getByText("por caixa · 48 un", { exact: false }).first()).toBeAttached();
  const soldOut = page.getByRole("article").filter({ hasText: "Esgotado" }).first();
  await expect(soldOut).toBeVisible();
  const button = soldOut.getByRole("button", { name: /^Indisponível/ });
  await expect(button).toHaveText("Indisponível");
  await expect(button).toBeDisabled();
});
