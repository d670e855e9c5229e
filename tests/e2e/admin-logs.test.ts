import { email, signInWithRequest } from "#tests/support/administrator.ts";
import { expect, expectAccessible, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("the log shows date, user, table and operation, and filters by table and record", async ({
  page,
  context,
}) => {
  const settings = await (await context.request.get("/api/settings")).json();
  const change = { site_name: `Pomar ${Date.now()}`, version: settings.version };
  expect((await context.request.patch("/api/settings", { data: change })).status()).toBe(200);

  await page.goto("/admin/settings?tab=audit");
  const newest = page.getByRole("row").nth(1);
  await expect(newest).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/);
  await expect(newest).toContainText(email);
  await expect(newest).toContainText("Atualização");
  await expect(newest).toContainText(`${settings.id.slice(-8)}…`);
  await expect(page.getByRole("cell", { name: "Sistema" }).first()).toBeVisible();

  await page.getByLabel("Tabela").selectOption("Configurações");
  await expect(page).toHaveURL(/table=settings/);
  await expect(page.getByRole("cell", { name: "Produtos", exact: true })).toHaveCount(0);
  await page.getByRole("searchbox").fill(settings.id.slice(-8));
  await expect(page).toHaveURL(/record=/);
  await expect(newest).toContainText(email);
  await page.getByRole("searchbox").fill("nenhum-registro");
  await expect(page.getByText("Nenhum log encontrado com os filtros aplicados")).toBeVisible();
  await expectAccessible(page);
});

test("an entry shows old and new values side by side with the changed fields marked", async ({
  page,
  context,
}) => {
  const { items } = await (await context.request.get("/api/categories")).json();
  const category = items.at(-1);
  const change = { description: "Fresco de verdade", version: category.version };
  await context.request.patch(`/api/categories/${category.id}`, { data: change });

  await page.goto("/admin/settings?tab=audit&table=categories");
  await page
    .getByRole("link", { name: /^Ver mudanças/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Mudanças" });
  const row = dialog.getByRole("row", { name: /^Descrição Mudou/ });
  await expect(row).toContainText(category.description);
  await expect(row).toContainText("Fresco de verdade");
  await expect(dialog.getByRole("rowheader", { name: /^Nome/ })).toBeHidden();
  await dialog.getByRole("switch", { name: "Mostrar também o que não mudou" }).check();
  await expect(dialog.getByRole("rowheader", { name: "Nome", exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("link", { name: "Ver só este registro" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/admin/settings?tab=audit&table=categories&record=${category.id}`);
  const rows = await page.getByRole("row").count();
  await expect(page.getByText(`${category.id.slice(-8)}…`)).toHaveCount(rows - 1);
});

test("markup in a value is shown as text in the log", { tag: "@nightly" }, async ({
  page,
  context,
}) => {
  const settings = await (await context.request.get("/api/settings")).json();
  const name = "<img src=x onerror=alert(1)>";
  const data = { site_name: name, version: settings.version };
  await context.request.patch("/api/settings", { data });
  await page.goto("/admin/settings?tab=audit&table=settings");
  await page
    .getByRole("link", { name: /^Ver mudanças/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByRole("cell", { name })).toBeVisible();
});
