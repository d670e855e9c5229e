import type { Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { actOnRow, changeRow, createRow, notices, undo, uniqueName } from "#tests/support/goods.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const rows = (page: Page) => page.locator("tbody tr");

test("the administrator writes a recipe, and the shop shows it", { tag: "@nightly" }, async ({
  page,
  shop,
}) => {
  const { title, slug } = uniqueName("Sorvete de umbu");
  await page.goto("/admin/recipes");
  await expect(page.getByText("Gerencie as receitas do site")).toBeVisible();
  await page.getByRole("button", { name: "Nova Receita" }).click();
  const dialog = page.getByRole("dialog", { name: "Criar Nova Receita" });
  await dialog.getByRole("button", { name: "Criar Receita" }).click();
  await expect(dialog.getByText("Título é obrigatório")).toBeVisible();

  await dialog.getByLabel("Título").fill(title);
  await expect(dialog.getByLabel("Slug")).toHaveValue(slug);
  await dialog.getByLabel("Dificuldade").selectOption("Médio");
  await dialog.getByLabel("Tempo de Preparo (min)").fill("25");
  await dialog.getByLabel("Ingredientes").fill("2 sachês de polpa\n\n   \n1 xícara de leite\n");
  await dialog.getByLabel("Modo de Preparo").fill("Bata tudo.\nCongele.");
  await dialog.getByRole("button", { name: "Criar Receita" }).click();
  await expect(notices(page)).toContainText("Receita criada");
  await expect(dialog).toBeHidden();

  await page.getByLabel("Buscar receitas...").fill(title.toUpperCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("1 receita(s)")).toBeVisible();
  await expect(rows(page)).toContainText("N/A");
  await expect(rows(page)).toContainText("Médio");
  await page.goto(`/receitas?receita=${slug}`);
  await expect(page.getByRole("dialog").getByText("1 xícara de leite")).toBeVisible();
  const { items } = await (await page.request.get(`${shop.url}/api/recipes`)).json();
  const saved = items.find((recipe: { slug: string }) => recipe.slug === slug);
  expect(saved.ingredients).toEqual(["2 sachês de polpa", "1 xícara de leite"]);
  expect(saved.servings).toBeNull();
});

test("the administrator features another recipe, and only that one is", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const { title } = await createRow(page, shop, "recipes", uniqueName("Torta de cajá"));
  await page.goto(`/admin/recipes?q=${encodeURIComponent(title)}`);
  await actOnRow(page, "Editar", title);
  const dialog = page.getByRole("dialog", { name: "Editar Receita" });
  await dialog.getByRole("switch", { name: "Receita em Destaque" }).check();
  await dialog.getByRole("button", { name: "Atualizar Receita" }).click();
  await expect(notices(page)).toContainText("Receita atualizada");
  await page.getByLabel("Buscar receitas...").fill("");
  await expect(page.getByText("Destaque").filter({ visible: true })).toHaveCount(1);
  await expect(rows(page).filter({ hasText: title })).toContainText("Destaque");
});

test("the administrator hides and deletes a recipe, and the list says when it is empty", {
  tag: "@nightly",
}, async ({ page, shop }) => {
  const { title } = await createRow(page, shop, "recipes", uniqueName("Caldo de peixe"));
  await page.goto(`/admin/recipes?q=${encodeURIComponent(title)}`);
  await actOnRow(page, "Ocultar", title);
  await expect(rows(page)).toContainText("Oculta");
  let question = "";
  page.once("dialog", (asked) => {
    question = asked.message();
    void asked.accept();
  });
  await actOnRow(page, "Excluir", title);
  await expect(notices(page)).toContainText("Receita excluída");
  expect(question).toBe("Tem certeza que deseja excluir esta receita?");
  await expect(page.getByText("Nenhuma receita encontrada.")).toBeVisible();
  await undo(page, "Receita excluída");
  await expect(rows(page)).toContainText(title);
});

test("after a conflict on a recipe the administrator sees both versions and saves one", {
  tag: "@nightly",
}, async ({ page, shop, consoleErrors }) => {
  const recipe = await createRow(page, shop, "recipes", uniqueName("Mousse de graviola"));
  await page.goto(`/admin/recipes?q=${encodeURIComponent(recipe.title)}`);
  await actOnRow(page, "Editar", recipe.title);
  const dialog = page.getByRole("dialog", { name: "Editar Receita" });
  await dialog.getByLabel("Categoria").fill("Sobremesas");
  await changeRow(page, shop, "recipes", recipe, { category: "Geladas" });
  await dialog.getByRole("button", { name: "Atualizar Receita" }).click();
  const conflict = page.getByRole("dialog", { name: "Isto mudou enquanto você editava" });
  await expect(conflict).toContainText("Geladas");
  await conflict.getByRole("button", { name: "Salvar a minha versão" }).click();
  await expect(rows(page)).toContainText("Sobremesas");
  await expectConsoleErrors(consoleErrors, /409/);
});
