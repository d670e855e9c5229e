import { signInWithRequest } from "#tests/support/administrator.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.use(phoneScreen);

test("a customer repeats an order every week, skips the next date, changes one and pauses", async ({
  page,
  playwright,
  shop,
  consoleErrors,
}) => {
  const order = await sendOrder(page.request, "Rita Ramos");
  const seller = await playwright.request.newContext();
  await signInWithRequest({ request: seller }, shop);
  await seller.patch(`${shop.url}/api/orders/${order.id}`, {
    data: { status: "confirmado", version: 1 },
  });
  await seller.dispose();

  await page.goto(order.link);
  await page.route("**/api/order-links/*/series", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Repetir este pedido" }).click();
  const dialog = page.getByRole("dialog", { name: "Repetir este pedido" });
  await expect(dialog.getByRole("alert")).toContainText(
    "Sem conexão com a loja. Confira sua internet",
  );
  await expectConsoleErrors(consoleErrors, /ERR_FAILED/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Repetir este pedido" }).click();
  const days = dialog.getByRole("group", { name: "Dias da entrega" });
  await expect(days).toBeVisible();
  await expect(dialog.getByRole("alert")).toBeHidden();
  for (const day of await days.getByRole("checkbox", { checked: true }).all()) await day.uncheck();
  await dialog.getByRole("button", { name: "Repetir", exact: true }).click();
  await expect(dialog).toContainText("Escolha ao menos um dia da semana.");
  await days.getByRole("checkbox", { name: "Sexta" }).check();
  await dialog.getByRole("button", { name: "Repetir", exact: true }).click();

  await expect(page).toHaveURL(/\/repeticao\/[\w-]+$/);
  await expect(page.getByRole("heading", { name: "Pedidos que se repetem" })).toBeVisible();
  const series = page.getByRole("article", { name: "Toda sexta" });
  await expect(series).toContainText(order.line.product_name);
  await expect(series).not.toContainText(/Ramos|98765|Paulista, 1000/);
  const dates = series.getByRole("region", { name: "Próximas datas" }).getByRole("listitem");
  await expect(dates).toHaveCount(4);
  await dates
    .first()
    .getByRole("button", { name: /^Pular sexta/ })
    .click();
  await expect(dates.first()).toContainText("pulada");
  await expect(dates.first().getByRole("button", { name: /^Não pular sexta/ })).toBeFocused();
  await dates
    .nth(1)
    .getByRole("button", { name: /^Mudar só sexta/ })
    .click();
  const editor = page.getByRole("dialog", { name: /^Só na entrega de sexta/ });
  await editor
    .getByRole("button", { name: /^Aumentar quantidade/ })
    .first()
    .click();
  await editor.getByRole("button", { name: "Salvar" }).click();
  await expect(dates.nth(1)).toContainText("Mudada só nesta data.");
  await series.getByRole("button", { name: "Mudar daqui em diante" }).click();
  const always = page.getByRole("dialog", { name: "Mudar daqui em diante" });
  await page.route("**/api/products?*", (route) => route.abort(), { times: 1 });
  await always.getByLabel("Acrescentar produto").fill("nada que exista");
  await always.getByRole("button", { name: "Buscar" }).click();
  await expect(always.getByRole("alert")).toContainText(
    "Sem conexão com a loja. Confira sua internet",
  );
  await expectConsoleErrors(consoleErrors, /ERR_FAILED/);
  await always.getByRole("button", { name: "Buscar" }).click();
  await expect(always.getByText("Nenhum produto encontrado.")).toBeVisible();
  await expect(always.getByRole("alert")).toBeHidden();
  await always.getByLabel("De quanto em quanto tempo").selectOption("A cada duas semanas");
  await always.getByRole("button", { name: "Voltar" }).click();
  await series.getByRole("button", { name: "Pausar" }).click();
  await expect(series).toContainText("Pausada");
  await page.reload();
  await series.getByRole("button", { name: "Retomar" }).click();
  await expect(dates.first().getByRole("button", { name: /^Não pular/ })).toBeVisible();
  await series.getByRole("button", { name: "Terminar" }).click();
  await page.getByRole("button", { name: "Terminar repetição" }).click();
  await expect(series).toContainText("Terminada");
  await expect(series.getByRole("heading", { name: "Toda sexta" })).toBeFocused();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
});
