import { addToCart, cartButton, cartDialog, waitForHydration } from "#tests/support/purchase.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("a visitor finds a product by its name without accents, and orders it from the results", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Buscar produtos" }).click();
  const field = page.getByRole("searchbox", { name: "Buscar produtos" });
  await expect(field).toBeFocused();
  await page.keyboard.type("ACAI 100");
  await expect(page.getByRole("status").filter({ hasText: "1 produto" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator("#produto-polpa-de-acai-100-g")).toBeFocused();
  await addToCart(page, "Polpa de açaí 100 g");
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 1 item");
  await page.locator("#produto-polpa-de-acai-100-g").click();
  await expect(page.getByRole("dialog", { name: "Polpa de açaí 100 g" })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue("ACAI 100");
  await field.fill("pescados");
  await expect(page.getByRole("heading", { name: "Camarão", exact: false }).first()).toBeVisible();
  await field.fill("xyz");
  await expect(page.getByText("Nenhum produto com esse nome.")).toBeVisible();
  const question = page.getByRole("link", { name: "Perguntar por “xyz” no WhatsApp" });
  await expect(question).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+\?text=.*xyz/);
  const suggestions = page.getByRole("region", { name: "Resultados" });
  await expect(suggestions.getByRole("link", { name: "Pescados" })).toBeVisible();
  await field.fill("");
  await page.getByRole("button", { name: "ACAI 100" }).click();
  await expect(page.getByRole("heading", { name: "Polpa de açaí 100 g" })).toBeVisible();
});

test("on a first visit without connection the search says so, and goes on when the connection is back", async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto("/busca");
  await waitForHydration(page);
  await context.setOffline(true);
  await page.getByRole("searchbox", { name: "Buscar produtos" }).fill("acai 100");
  await expect(
    page.getByText("Sem conexão: este aparelho ainda não tem os produtos da loja."),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("article")).toHaveCount(1);
  consoleErrors.length = 0;
});

test("three products of three categories take seven taps, and each list is in view", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/");
  let taps = 0;
  const tap = async (role: "link" | "button", name: string | RegExp) => {
    taps += 1;
    await page.getByRole(role, { name }).first().click();
  };
  const expectListInView = async (title: string) => {
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("article").first().getByText(/^R\$/).first()).toBeInViewport();
  };
  await tap("link", /Polpas de Frutas/);
  await expectListInView("Polpas de Frutas");
  await tap("button", /^Adicionar ao carrinho/);
  await page.getByRole("article").last().scrollIntoViewIfNeeded();
  await tap("link", "Gelo");
  await expectListInView("Gelo Saborizado");
  await tap("button", /^Adicionar ao carrinho/);
  await tap("link", "Pescados");
  await expectListInView("Pescados");
  await tap("button", /^Adicionar ao carrinho/);
  await expect(cartButton(page)).toHaveAccessibleName("Carrinho, 3 itens");
  await tap("button", /^Carrinho/);
  await expect(cartDialog(page)).toContainText("3 produtos");
  expect(taps).toBe(7);
});

test("a visitor filters a category by a group of its products", async ({ page }) => {
  await page.goto("/produtos/polpas-de-frutas");
  const cards = page.getByRole("article");
  const all = await cards.count();
  const chips = page.getByRole("form", { name: "Filtrar produtos" });
  await expect(chips.getByRole("button")).toHaveText([
    "Todos",
    ...["Sachês", "Caixas", "Baldes", "Pacotes de 1 kg"],
  ]);
  await chips.getByRole("button", { name: "Baldes" }).click();
  await expect(page).toHaveURL(/\?grupo=Baldes$/);
  await expect(cards).toHaveCount(2);
  await page.locator("#produto-creme-de-cupuacu-5-kg").click();
  const dialog = page.getByRole("dialog", { name: "Creme de cupuaçu 5 kg" });
  await expect(dialog).toBeVisible();
  await expect(cards).toHaveCount(2);
  await page.goBack();
  // It returns the focus as it closes.
  await expect(dialog).toBeHidden();
  await expect(chips.getByRole("button", { pressed: true })).toHaveText("Baldes");
  await chips.getByRole("button", { name: "Todos" }).press("Enter");
  await expect(cards).toHaveCount(all);
});
