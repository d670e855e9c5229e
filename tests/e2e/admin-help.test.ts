import { signInWithRequest } from "#tests/support/administrator.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("a guide is found from its screen and from the palette", async ({ page }) => {
  await page.goto("/admin/products");
  await page.getByRole("link", { name: "Como fazer" }).click();
  await expect(page.getByRole("heading", { name: "Ajuda", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Importar uma planilha de produtos" }).click();
  const guide = page.getByRole("article");
  await expect(guide.getByRole("heading", { level: 1 })).toHaveText(
    "Importar uma planilha de produtos",
  );
  const picture = guide.getByRole("img", { name: /^A conferência/ });
  await picture.scrollIntoViewIfNeeded();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("duas etapas");
  await page.getByRole("option", { name: /^Proteger a conta/ }).click();
  await expect(page).toHaveURL(/\/admin\/help\/duas-etapas$/);
});

/** The labels that guides name and no other browser test presses. */
const named: [path: string, labels: string[]][] = [
  ["/admin/day", ["Separar", "Embalar", "Rota", "Fechar"]],
  ["/admin/stock", ["Contagem", "Perda", "Lotes"]],
  ["/admin/sales", ["Pedidos (CSV)", "Itens (CSV)"]],
  ["/admin/price-tables", ["Nova Tabela"]],
];
test("screens have what their guides name", { tag: "@nightly" }, async ({ page }) => {
  for (const [path, labels] of named) {
    await page.goto(path);
    for (const name of labels) {
      const control = page.getByRole("link", { name }).or(page.getByRole("button", { name }));
      await expect(control.first()).toBeVisible();
    }
  }
});
