import { expect, test } from "#tests/support/test.ts";

const mousse = "Mousse de maracujá";

test("a visitor filters recipes, opens one and reaches a product that it needs", async ({
  page,
}) => {
  await page.goto("/receitas");
  await expect(page.getByRole("button", { name: "Todos" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("main")).toContainText("110 min");
  await page.getByRole("button", { name: "Sobremesas" }).click();
  await expect(page.getByRole("status").filter({ hasText: "3 receitas" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Açaí na tigela" })).toHaveCount(0);
  await page.getByRole("link", { name: mousse }).click();
  const dialog = page.getByRole("dialog", { name: mousse });
  await expect(dialog.getByText("20 min")).toBeVisible();
  await expect(dialog.getByText("8 porções")).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Ingredientes" })).toBeVisible();
  await expect(page).toHaveTitle(`${mousse} | Pomar`);
  await dialog
    .getByRole("button", { name: "Adicionar ao carrinho: Polpa de maracujá 100 g" })
    .click();
  await expect(
    dialog.getByRole("spinbutton", { name: "Quantidade de Polpa de maracujá 100 g" }),
  ).toHaveValue("1");
  await dialog.getByRole("link", { name: /Polpa de maracujá 100 g/ }).click();
  await expect(page).toHaveURL(/polpas-de-frutas\?produto=polpa-de-maracuja-100-g$/);
  await expect(page.getByRole("dialog", { name: "Polpa de maracujá 100 g" })).toBeVisible();
});

test("closing a recipe by keyboard returns to the filtered list", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/receitas?categoria=sobremesas");
  await page.getByRole("link", { name: mousse }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: mousse })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/receitas\?categoria=sobremesas$/);
  await expect(page.getByRole("link", { name: mousse })).toBeFocused();
});
