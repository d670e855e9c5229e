import { openMenu, signInWithRequest } from "#tests/support/administrator.ts";
import { undo } from "#tests/support/goods.ts";
import { openTab, saveSettings, settingsSaved } from "#tests/support/settings-tabs.ts";
import { allowConsoleErrors, expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("unsaved changes survive switching tabs, and leaving needs a confirmation", async ({
  page,
}) => {
  await page.goto("/admin/settings");
  await page.getByLabel("Nome do site").fill("Ainda não");
  await openTab(page, "Contato");
  await expect(page.getByRole("tab", { name: "Geral (alterações não salvas)" })).toBeVisible();
  await openMenu(page);
  const menu = page.getByRole("navigation", { name: "Painel" });
  await menu.getByRole("link", { name: "Dashboard" }).click();
  const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Cancelar" }).click();
  await openTab(page, "Geral");
  await expect(page.getByLabel("Nome do site")).toHaveValue("Ainda não");
  await page.getByRole("button", { name: "Descartar" }).click();
  await expect(page.getByLabel("Nome do site")).not.toHaveValue("Ainda não");
});

test("leaving with an open category and an unsaved tab asks for one confirmation, and both are preserved", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin");
  await openMenu(page);
  await page.getByRole("link", { name: "Configurações" }).click();
  await page.getByLabel("Nome do site").fill("Ainda não");
  await openTab(page, "Conteúdo");
  await page.getByRole("button", { name: "Editar Polpas de Frutas" }).click();
  const name = page
    .getByRole("dialog", { name: "Editar Categoria" })
    .getByLabel("Nome", { exact: true });
  await expect(name).toBeVisible();
  const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
  for (const typed of [undefined, "Polpas"]) {
    if (typed) await name.fill(typed);
    await page.goBack();
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(question).toBeHidden();
    await expect(name).toHaveValue(typed ?? "Polpas de Frutas");
  }
  await page.keyboard.press("Escape");
  await undo(page, "Alterações descartadas");
  await expect(name).toHaveValue("Polpas");
  await page.keyboard.press("Escape");
  await expect(name).toBeHidden();
  await openTab(page, "Geral");
  await expect(page.getByLabel("Nome do site")).toHaveValue("Ainda não");
});

test("saving the same field in two browser tabs shows both versions; different fields do not conflict", {
  tag: "@nightly",
}, async ({ page, context, consoleErrors }) => {
  await page.goto("/admin/settings");
  const other = await context.newPage();
  await other.goto("/admin/settings?tab=contact");
  await page.getByLabel("Nome do site").fill("Pomar da Colina");
  await other.getByRole("textbox", { name: "E-mail" }).fill("oi@pomar.example");
  await saveSettings(other);
  await saveSettings(page);
  await other.goto("/admin/settings");
  await other.getByLabel("Nome do site").fill("Pomar da Serra");
  await page.getByLabel("Nome do site").fill("Pomar do Mar");
  await saveSettings(page);
  await other.bringToFront();
  await other.getByRole("button", { name: "Salvar" }).click();
  const dialog = other.getByRole("dialog", { name: "Isto mudou enquanto você editava" });
  await expect(dialog).toContainText("Pomar do Mar");
  await dialog.getByRole("button", { name: "Salvar a minha versão" }).click();
  await expect(other.getByText(settingsSaved).first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Nome do site")).toHaveValue("Pomar da Serra");
  allowConsoleErrors(consoleErrors, /409/);
});
