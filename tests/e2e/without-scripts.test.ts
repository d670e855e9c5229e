import { publicPages } from "#tests/support/pages.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ javaScriptEnabled: false });

test("without scripts products are found and read, recipes filtered and an order followed", async ({
  page,
}) => {
  await page.goto(publicPages["a product"]);
  await expect(page.getByRole("dialog", { name: "Polpa de açaí 100 g" })).toBeVisible();
  await page.goto(publicPages.contact);
  await expect(page.getByText("contato@pomar.example").first()).toBeVisible();

  await page.goto(publicPages.pulps);
  await page.getByRole("button", { name: "Caixas" }).click();
  await expect(page.getByRole("article")).toHaveCount(3);
  await page.goto(publicPages.search);
  await page.getByRole("searchbox", { name: "Buscar produtos" }).fill("ACAI 100");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/busca?q=ACAI+100");
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Buscar produtos" }).fill("xyz");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Nenhum produto com esse nome.")).toBeVisible();

  await page.goto(publicPages.recipes);
  await page.getByRole("button", { name: "Sobremesas" }).click();
  await expect(page).toHaveURL(/\?categoria=Sobremesas$/);
  await expect(page.getByRole("link", { name: "Açaí na tigela" })).toHaveCount(0);
  await page.goto("/receitas?receita=mousse-de-maracuja");
  const recipe = page.getByRole("dialog", { name: "Mousse de maracujá" });
  await expect(recipe.getByRole("heading", { name: "Modo de preparo" })).toBeVisible();
  await recipe.getByRole("link", { name: "Fechar" }).click();
  await expect(page).toHaveURL(/\/receitas$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const order = await sendOrder(page.request, "Clara Dias");
  await page.goto(order.link);
  await expect(page.getByRole("region", { name: "Andamento" })).toContainText("Pendente");
  await expect(page.getByRole("region", { name: "O que você pediu" })).toContainText("Total");
});
