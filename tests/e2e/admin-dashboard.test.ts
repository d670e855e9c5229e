import type { Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const panel = (page: Page, name: string | RegExp) => page.getByRole("region", { name });

test("the dashboard starts with the pending orders and links to them; one that is confirmed there can be put back", async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Clara Morning");
  await page.goto("/admin");
  const waiting = panel(page, /esperando resposta/);
  await expect(waiting).toContainText("Somam R$");
  const badge = page
    .getByRole("link", { name: /^Pedidos \d+ esperando resposta$/ })
    .filter({ visible: true });
  const pending = (await badge.innerText()).match(/\d+/)?.[0];
  await expect(waiting).toHaveAccessibleName(
    new RegExp(`^${pending} pedidos? esperando resposta$`),
  );
  await expect(page).toHaveTitle(new RegExp(`^\\(${pending}\\) Dashboard`));
  await waiting.getByRole("link", { name: "Ver pedidos pendentes" }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=pendente$/);
  await expect(page.locator("tbody tr").first()).toContainText(`#${order.id.slice(-8)}`);
  await page.goto("/admin");
  const oldest = page.getByRole("button", { name: /^Confirmar pedido nº/ }).first();
  const name = (await oldest.getAttribute("aria-label")) ?? "";
  const confirm = page.getByRole("button", { name, exact: true });
  await confirm.click();
  await expect(confirm).toBeHidden();
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(confirm).toBeVisible();
});

test.describe("on a phone", () => {
  test.use(phoneScreen);

  test("today's stops come first, then waiting orders, money due, stock and the figures", async ({
    page,
    request,
  }) => {
    await sendOrder(request, "Bruna Phone");
    await page.goto("/admin");
    const parts = [
      panel(page, "Hoje"),
      panel(page, /esperando resposta/),
      panel(page, "A receber"),
      panel(page, "Estoque"),
      page.getByText("Receita no mês"),
      panel(page, "Receita em 30 dias"),
    ];
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0));
    expect(tops).toEqual([...tops].sort((one, other) => one - other));
    expect(tops[0]).toBeLessThan(120);
    await panel(page, "Hoje").getByRole("link", { name: "Abrir o dia" }).click();
    await expect(page).toHaveURL(/\/admin\/day\?date=/);
  });
});

test("the four latest orders are listed with their status and link to their details", {
  tag: "@nightly",
}, async ({ page, request }) => {
  for (let count = 0; count < 4; count += 1) await sendOrder(request, "Denise Early");
  const order = await sendOrder(request, "Elisa Latest");
  await page.goto("/admin");
  const latest = panel(page, "Atividade recente").getByRole("listitem");
  await expect(latest).toHaveCount(4);
  await expect(latest.first()).toContainText("Pendente");
  await latest.getByRole("link", { name: "Elisa Latest" }).click();
  await expect(
    page.getByRole("dialog", { name: `Detalhes do Pedido #${order.id.slice(-8)}` }),
  ).toBeVisible();
});

test("only delivered orders count as revenue, in the figures, the chart and its table", {
  tag: "@nightly",
}, async ({ page, context, request }) => {
  const figure = page.locator("dt", { hasText: "Receita total" }).locator("+ dd");
  const today = page
    .getByRole("table", { name: /últimos 30 dias/ })
    .getByRole("row")
    .last();
  await sendOrder(request, "Fabio Waiting");
  await page.goto("/admin");
  const before = await figure.textContent();
  await sendOrder(request, "Gilda Waiting");
  await page.reload();
  await expect(figure).toHaveText(before ?? "");
  const order = await sendOrder(request, "Heitor Delivered");
  const data = { status: "entregue", version: 1 };
  expect((await context.request.patch(`/api/orders/${order.id}`, { data })).status()).toBe(200);
  await page.reload();
  await expect(figure).not.toHaveText(before ?? "");
  await expect(today).toContainText((await figure.textContent()) ?? "");
  await expect(panel(page, "Mais vendidos em 30 dias")).toContainText(order.line.product_name);
});

test("the dashboard lists products with low stock, the lowest first", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/admin");
  const stock = panel(page, "Estoque");
  await expect(stock).toContainText(/\d+ esgotados? e \d+ com estoque baixo/);
  await expect(stock.getByRole("listitem").first()).toContainText("(esgotado)");
  await expect(stock.getByRole("listitem")).toHaveCount(3);
  await stock.getByRole("link", { name: "Ver todos" }).click();
  await expect(page.getByRole("heading", { name: "Produtos", level: 1 })).toBeVisible();
});
