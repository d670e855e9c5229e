import type { Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { notices } from "#tests/support/goods.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop, page }) => {
  await signInWithRequest(context, shop);
  await page.setViewportSize({ width: 1440, height: 900 });
});

const order = (page: Page) => page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
const rows = (page: Page) => page.locator("tbody tr");

test("orders are worked off by keys: J and K open the next one beside the list, Enter does the next step", async ({
  page,
  request,
}) => {
  const [first, second] = [
    await sendOrder(request, "Dora Desk"),
    await sendOrder(request, "Davi Desk"),
  ];
  await page.goto("/admin/orders?q=desk&status=pendente");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(order(page)).toContainText("Davi Desk");
  await expect(page).toHaveURL(new RegExp(`pedido=${second.id}$`));
  expect(await page.locator("dialog:modal").count()).toBe(0);
  await page.keyboard.press("j");
  await expect(order(page)).toContainText("Dora Desk");
  await page.keyboard.press("k");
  await expect(order(page)).toContainText("Davi Desk");
  await page.keyboard.press("Enter");
  await expect(order(page)).toContainText("Confirmado");
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(new RegExp(`pedido=${first.id}$`));

  // The filter of the list changes while an order is open beside it.
  await page.getByLabel("Filtrar por status").selectOption("");
  await expect(rows(page)).toHaveCount(2);
  await expect(order(page)).toContainText("Dora Desk");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(order(page)).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/orders\?q=desk$/);
});

test("an order is beside the list or over it, as the window changes its width", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const { id } = await sendOrder(request, "Diana Desk");
  await page.goto(`/admin/orders?pedido=${id}`);
  await expect(order(page)).toContainText("Diana Desk");
  const modal = page.locator("dialog:modal");
  await expect(modal).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(modal).toHaveCount(1);
  await page.setViewportSize({ width: 1024, height: 740 });
  await expect(modal).toHaveCount(0);
  await order(page).getByRole("link", { name: "Fechar" }).click();
  await expect(order(page)).toBeHidden();
});

test("in a narrow list beside an order nothing of a row covers the order's number", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const { id } = await sendOrder(request, "Denise Desk");
  const data = { status: "confirmado", version: 1 };
  expect((await page.request.patch(`/api/orders/${id}`, { data })).ok()).toBe(true);
  const payment = { data: { method: "PIX" } };
  expect((await page.request.post(`/api/orders/${id}/payments`, payment)).ok()).toBe(true);
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`/admin/orders?q=denise&pedido=${id}`);
  const row = rows(page).first();
  const number = await row.getByRole("link").first().boundingBox();
  const badge = await row.getByText("Confirmado").boundingBox();
  if (!number || !badge) throw new Error("the row is not visible");
  expect(number.x + number.width).toBeLessThanOrEqual(badge.x);
});

for (const width of [1024, 1366, 1440]) {
  test(`at ${width} px the list beside an order has each order's date, and 'Novo pedido'`, {
    tag: width === 1366 ? [] : "@nightly",
  }, async ({ page, request }) => {
    const { id } = await sendOrder(request, "Dalila Desk");
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/orders?q=dalila&pedido=${id}`);
    await expect(order(page)).toContainText("Dalila Desk");
    await expect(page.getByRole("link", { name: "Novo pedido" })).toBeVisible();
    const row = rows(page).first();
    const date = row.locator("time");
    await expect(date).toBeVisible();
    const [dateBox, numberBox, rowBox] = await Promise.all([
      date.boundingBox(),
      row.getByRole("link").first().boundingBox(),
      row.boundingBox(),
    ]);
    if (!dateBox || !numberBox || !rowBox) throw new Error("the row is not visible");
    expect(dateBox.x + dateBox.width).toBeLessThanOrEqual(rowBox.x + rowBox.width);
    const isBeside = dateBox.x >= numberBox.x + numberBox.width;
    expect(isBeside || dateBox.y >= numberBox.y + numberBox.height - 1).toBe(true);
  });
}

test("orders are found by the day: today, yesterday, the week, or a range", {
  tag: "@nightly",
}, async ({ page, request }) => {
  await sendOrder(request, "Dalva Days");
  await page.goto("/admin/orders?q=dalva days");
  const today = page.getByRole("button", { name: "Hoje" });
  await today.click();
  await expect(today).toHaveAttribute("aria-pressed", "true");
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Ontem" }).click();
  await expect(page.getByText("Nenhum pedido encontrado")).toBeVisible();
  await page.getByRole("button", { name: "Semana" }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("De", { exact: true }).fill("2020-01-01");
  await page.getByLabel("Até", { exact: true }).fill("2020-12-31");
  await page.getByLabel("Até", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/de=2020-01-01&ate=2020-12-31$/);
  await expect(page.getByText("Nenhum pedido encontrado")).toBeVisible();
  await expect(notices(page)).toBeEmpty();
  await page.getByRole("link", { name: "Limpar filtros" }).click();
  await expect(page).toHaveURL(/\/admin\/orders$/);
});
