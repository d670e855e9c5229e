import type { Product } from "#app/domain/catalogue/schema.ts";
import { email, signInWithRequest } from "#tests/support/administrator.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

test("the log shows date, user, table and operation, and filters by table and record", {
  tag: "@nightly",
}, async ({ page, context }) => {
  const settings = await (await context.request.get("/api/settings")).json();
  const change = { site_name: `Pomar ${Date.now()}`, version: settings.version };
  expect((await context.request.patch("/api/settings", { data: change })).status()).toBe(200);

  await page.goto("/admin/settings?tab=audit");
  const newest = page.getByRole("row").nth(1);
  await expect(newest).toContainText(/\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/);
  await expect(newest).toContainText(email);
  await expect(newest).toContainText("Atualização");
  await expect(newest).toContainText(`${settings.id.slice(-8)}…`);
  await expect(page.getByRole("table")).toContainText("Sistema");

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(newest.getByText(email).filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByLabel("Tabela").selectOption("Configurações");
  await expect(page).toHaveURL(/table=settings/);
  await expect(page.getByRole("cell", { name: "Produtos", exact: true })).toHaveCount(0);
  await page.getByRole("searchbox").fill(settings.id.slice(-8));
  await expect(page).toHaveURL(/record=/);
  await expect(newest).toContainText(email);
  await page.getByRole("searchbox").fill("nenhum-registro");
  await expect(page.getByText("Nenhum log encontrado com os filtros aplicados")).toBeVisible();
});

test("an entry shows old and new values side by side with the changed fields marked", {
  tag: "@nightly",
}, async ({ page, context }) => {
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
  await dialog.getByRole("link", { name: "Ver só este registro" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/admin/settings?tab=audit&table=categories&record=${category.id}`);
  const shortId = `${category.id.slice(-8)}…`;
  await expect(page.getByRole("row").filter({ hasNotText: shortId })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: shortId })).not.toHaveCount(0);
});

test("each entry is a row, and by choice the changes of one action are one", {
  tag: "@nightly",
}, async ({ page, context }) => {
  const { id, numero_pedido, line } = await sendOrder(context.request, "Rita Logged");
  const { items }: { items: Product[] } = await (await context.request.get("/api/products")).json();
  const stockBefore = items.find((one) => one.id === line.product_id)?.stock ?? 0;
  const { version } = await (await context.request.get(`/api/orders/${id}`)).json();
  const confirmation = { status: "confirmado", version };
  await context.request.patch(`/api/orders/${id}`, { data: confirmation });

  await page.goto("/admin/settings?tab=audit");
  const action = page.getByRole("row").nth(1);
  const single = page.getByRole("row").filter({ hasText: `Estoque ${stockBefore} →` });
  await expect(single).toHaveCount(1);
  await page.getByRole("checkbox", { name: "Agrupar por ação" }).check();
  await expect(single).toHaveCount(0);
  await expect(action).toContainText(`Pedido nº ${numero_pedido}`);
  await expect(action).toContainText("Status Pendente → Confirmado");
  await action.getByRole("button", { name: "e mais 1 na mesma ação" }).click();
  const stock = page.getByRole("row").nth(2);
  await expect(stock).toContainText(line.product_name);
  await expect(stock).toContainText(`Estoque ${stockBefore} → ${stockBefore - 3}`);
  await stock.getByRole("link", { name: `Ver mudanças de ${line.product_name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Mudanças" });
  await dialog.getByText("Dados brutos (JSON)").click();
  await expect(dialog.getByText('"old_data"')).toBeVisible();
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

test("an edited product and a deleted one are restored, with their pictures", async ({
  page,
  context,
}) => {
  const { request } = context;
  const { items } = await (await request.get("/api/products?all=1")).json();
  const product = items.find(({ images }: { images: string[] }) => images.length > 0);
  const path = `/api/products/${product.id}`;
  const openLastChange = async () => {
    const logs = await (await request.get(`/api/audit-logs?record_id=${product.id}`)).json();
    await page.goto(`/admin/settings?tab=audit&log=${logs.items[0].id}`);
  };
  const dialog = page.getByRole("dialog", { name: "Mudanças" });
  const restore = dialog.getByRole("button", { name: "Restaurar", exact: true });
  const data = { title: "Nome errado", version: product.version };
  expect((await request.patch(path, { data })).status()).toBe(200);

  await openLastChange();
  await dialog.getByRole("button", { name: "Restaurar a versão de antes" }).click();
  await expect(dialog.getByRole("heading", { name: "Restaurar esta versão" })).toBeFocused();
  const row = dialog.getByRole("row", { name: /^Título/ });
  await expect(row).toContainText("Nome errado");
  await expect(row).toContainText(product.title);
  await restore.press("Enter");
  await expect(page.getByText("Versão restaurada").first()).toBeVisible();
  const restored = await (await request.get(path)).json();
  expect(restored).toMatchObject({ title: product.title, version: product.version + 2 });

  expect((await request.delete(path)).status()).toBe(204);
  await openLastChange();
  await dialog.getByRole("button", { name: "Restaurar esta versão" }).click();
  await expect(dialog).toContainText("O registro foi excluído e volta com estes valores.");
  await restore.click();
  await expect(page.getByText("Versão restaurada").first()).toBeVisible();
  expect(await (await request.get(path)).json()).toMatchObject({
    title: product.title,
    images: product.images,
    stock: product.stock,
  });
});
