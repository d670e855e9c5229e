import type { Page } from "@playwright/test";
import { categoryPath } from "#app/domain/catalogue/rules.ts";
import { categories } from "#demo/categories.ts";
import { createProductRows } from "#demo/rows.ts";
import { notices } from "#tests/support/goods.ts";
import { cartButton, waitForHydration } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

/** Width and height of the window, cards in a row, and the lowest place of a category's first price. */
const screens = [
  { width: 1440, height: 900, columns: 4, maxPriceTop: 720 },
  { width: 768, height: 1024, columns: 3, maxPriceTop: 720 },
  { width: 360, height: 740, columns: 2, maxPriceTop: 520 },
];
/** Tests of the same worker add products without picture and description. */
const demoTitles = new Set(createProductRows(new Map()).map(({ title }) => title));
const minTargetPx = 40;
const maxPitchPx = 400;

/** Reads each card of the page, its place and the small targets in it. */
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
        isCut: description !== null && description.scrollHeight > description.clientHeight,
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

test("each card shows picture, title, rating, short description, price, unit, stepper and button, the first price without scrolling", async ({
  page,
}) => {
  const categoryPaths = categories.map(({ slug }) => categoryPath(slug));
  for (const path of [...categoryPaths, "/", "/busca?q=polpa"]) {
    await page.goto(path);
    for (const { width, height, columns, maxPriceTop } of screens) {
      await page.setViewportSize({ width, height });
      // The home page has one row of four.
      const inRow = path === "/" && columns > 2 ? 4 : columns;
      await expectWholeCards(page, `${path} at ${width} px`, inRow);
      if (!categoryPaths.includes(path)) continue;
      const price = page.getByRole("article").first().getByText(/^R\$/).first();
      expect((await price.boundingBox())?.y, path).toBeLessThanOrEqual(maxPriceTop);
    }
  }
});

async function expectWholeCards(page: Page, place: string, columns: number): Promise<void> {
  const shown = await readCards(page);
  const cards = shown.filter(({ title }) => demoTitles.has(title));
  expect(cards.length, place).toBeGreaterThan(2);
  for (const card of cards) {
    expect(card, place).toMatchObject({ hasPicture: true, isCut: false, smallTargets: [] });
    expect(card.rating, card.title).toMatch(/^\d,\d$/);
    expect(card.description, card.title).not.toBe("");
    expect(card.lines, card.title).toBeLessThanOrEqual(2);
    expect(card.price, card.title).toMatch(/^R\$ [\d.]+,\d\d$/);
    expect(card.unit, card.title).toMatch(/por (pacote|caixa|kg|unidade|balde|\p{L}+)/u);
  }
  const tops = [...new Set(cards.map(({ top }) => top))];
  expect(cards.filter(({ top }) => top === tops[0]).length, place).toBe(columns);
  // Home has further sections between its cards.
  if (columns > 2 || place.startsWith("/ ")) return;
  // Products of other tests are between those of the demonstration, and their rows may be higher.
  const rows = [...new Set(shown.map(({ top }) => top))];
  const others = new Set(shown.filter(({ title }) => !demoTitles.has(title)).map(({ top }) => top));
  const pitches = rows.flatMap((top, index) => {
    const next = rows[index + 1];
    return next === undefined || others.has(top) ? [] : [next - top];
  });
  expect(Math.max(...pitches), place).toBeLessThanOrEqual(maxPitchPx);
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

test("with forced colors every icon and the chosen filter are visible", async ({
  browser,
  shop,
}) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ baseURL: shop.url, forcedColors: "active", colorScheme });
    await page.goto("/produtos/polpas-de-frutas");
    const icons = await page.evaluate(() => {
      const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      const canvas = channels(getComputedStyle(document.body).backgroundColor);
      const parts = [
        ["header [class*='icon-[']", undefined],
        [".stepper > button:enabled", "::before"],
        [".add-button", "::before"],
        [".option-select", "::after"],
      ] as const;
      return parts.flatMap(([selector, pseudo]) =>
        [...document.querySelectorAll(selector)].map((element) => {
          const { backgroundColor, forcedColorAdjust } = getComputedStyle(element, pseudo);
          const differences = channels(backgroundColor).map((value, at) =>
            Math.abs(value - (canvas[at] ?? 0)),
          );
          const isVisible = forcedColorAdjust === "none" && Math.max(...differences) > 125;
          return `${selector} ${isVisible ? "is visible" : `${backgroundColor} on ${canvas}`}`;
        }),
      );
    });
    expect([...new Set(icons)], colorScheme).toEqual([
      "header [class*='icon-['] is visible",
      ".stepper > button:enabled is visible",
      ".add-button is visible",
      ".option-select is visible",
    ]);
    await expect(page.getByRole("button", { name: "Todos" })).toHaveCSS("outline-style", "solid");
    await page.close();
  }
});
