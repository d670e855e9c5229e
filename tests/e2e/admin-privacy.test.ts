import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Settings } from "#app/domain/company/schema.ts";
import { chooseMore, signInWithRequest } from "#tests/support/administrator.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const last8 = ({ id }: { id: string }) => `#${id.slice(-8)}`;
const detailsOf = (page: Page, order: { id: string }) =>
  page.getByRole("dialog", { name: `Detalhes do Pedido ${last8(order)}` });
const noticesOf = (page: Page) => page.getByRole("region", { name: "Notificações" });

test("the administrator downloads a customer's data", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Quiteria Copied");
  await page.goto(`/admin/orders?pedido=${order.id}`);
  await chooseMore(detailsOf(page, order), "Baixar dados do cliente");
  const dialog = page.getByRole("dialog", { name: "Baixar dados do cliente" });
  await expect(dialog).toContainText("Quiteria Copied");
  const link = dialog.getByRole("link", { name: "Baixar" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("dados-do-cliente.json");
  const data = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(data.customer.email).toBe("quiteria.copied@example.com");
  expect(data.orders.map(({ id }: { id: string }) => id)).toContain(order.id);
});

test("the administrator erases a customer's data after a confirmation, and the order remains", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const order = await sendOrder(request, "Petronilha Forgotten");
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = detailsOf(page, order);
  await chooseMore(details, "Apagar dados do cliente");
  const question = page.getByRole("dialog", { name: "Apagar dados do cliente" });
  await expect(question).toContainText("Petronilha Forgotten");
  await expect(question).toContainText(
    "cópias de segurança diárias guardam os dados por mais sete",
  );
  await expect(question).toContainText("Esta ação não pode ser desfeita.");
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expect(details).toContainText("petronilha.forgotten@example.com");
  await chooseMore(details, "Apagar dados do cliente");
  await question.getByRole("button", { name: "Apagar dados" }).click();
  await expect(noticesOf(page)).toContainText("Dados do cliente apagados");
  await expect(question).toBeHidden();
  await expect(details).toContainText("Os dados do cliente foram apagados em");
  await expect(details).not.toContainText("petronilha");
  await expect(details).toContainText(order.line.product_name);
  await details.getByRole("button", { name: "Mais" }).click();
  await expect(details.getByRole("button", { name: "Excluir" })).toBeVisible();
  await expect(details.getByRole("button", { name: "Apagar dados do cliente" })).toBeHidden();
  await page.goto("/admin/orders?q=petronilha");
  await expect(page.getByText("Nenhum pedido encontrado")).toBeVisible();
});

test("the administrator sets a retention period and adds the privacy text to the site", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const before: Settings = await (await request.get("/api/settings")).json();
  await page.goto("/admin/settings?tab=general");
  const text = page.getByLabel("Texto das políticas");
  await text.fill("Trocas\n\nEm sete dias.");
  await page.getByLabel("Apagar dados de clientes depois de (meses)").fill("24");
  await page.getByRole("button", { name: "Inserir modelo de privacidade" }).click();
  await expect(text).toHaveValue(/^Trocas\n\nEm sete dias\.\n\nPrivacidade e seus dados\n/);
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(noticesOf(page)).toContainText("As configurações foram atualizadas com sucesso.");
  await page.goto("/politicas");
  await expect(page.getByRole("heading", { name: "Seus direitos" })).toBeVisible();
  await expect(page.getByText("apagados 24 meses depois")).toBeVisible();
  const now: Settings = await (await request.get("/api/settings")).json();
  expect(now.retention_months).toBe(24);
  const { policies, retention_months } = before;
  const data = { policies, retention_months, version: now.version };
  expect((await page.request.patch("/api/settings", { data })).status()).toBe(200);
});
