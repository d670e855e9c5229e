import { readFile } from "node:fs/promises";
import { generateCnpj } from "@brazilian-utils/brazilian-utils";
import type { Page } from "@playwright/test";
import { addDays, dayOf, formatDay } from "#app/shared/days.ts";
import { formatMoney } from "#app/shared/money.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { countPresses } from "#tests/support/presses.ts";
import {
  checkoutDialog,
  fillCheckout,
  openCheckout,
  send,
  sentDialog,
  stubPostalCodes,
  waitForHydration,
} from "#tests/support/purchase.ts";
import { desktopScreen, phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, test } from "#tests/support/test.ts";
import { isNightly } from "#tests/support/test-run.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const noticesOf = (page: Page) => page.getByRole("region", { name: "Notificações" });

test("the seller sets terms, the customer chooses, and the date is an expected one until the delivery", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/admin/settings?tab=payments");
  await waitForHydration(page);
  const terms = page.getByRole("group", { name: "Para quem e com que prazo" });
  await terms.getByLabel("Dinheiro para").selectOption("Todos");
  await expect(terms.getByLabel("Dinheiro: o prazo conta")).toHaveCount(0);
  await terms.getByLabel("Dinheiro: vence em (dias)").fill("7");
  await expect(terms.getByLabel("Dinheiro: o prazo conta")).toHaveValue("delivery");
  await terms.getByLabel("Boleto: o prazo conta").selectOption("a partir do pedido");
  await page.getByRole("button", { name: "Salvar" }).first().click();
  await expect(noticesOf(page)).toContainText("atualizadas com sucesso");
  await page.goto("/produtos/polpas-de-frutas");
  await waitForHydration(page);
  await stubPostalCodes(page);
  // More than the minimum of an order.
  for (let added = 0; added < 6; added += 1) {
    await page
      .getByRole("button", { name: /^Adicionar ao carrinho: / })
      .first()
      .click();
  }
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  const method = checkout.getByLabel("Forma de pagamento");
  await expect(method).toHaveValue("PIX");
  // Boleto is for companies.
  await expect(method.getByRole("option", { name: /^Boleto/ })).toHaveCount(0);
  await checkout.getByLabel("CPF ou CNPJ").fill("11.222.333/0001-81");
  await expect(method.getByRole("option", { name: "Boleto, 28 dias após o pedido" })).toHaveCount(
    1,
  );
  await method.selectOption({ label: "Dinheiro, 7 dias após a entrega" });
  await send(checkoutDialog(page));
  await expect(sentDialog(page)).toBeVisible();
  const { items } = await (await page.request.get("/api/orders?limit=1")).json();
  const [{ id, numero_pedido, delivery_date }] = items;
  const dueAfter = (day: string) => `vence em ${formatDay(addDays(day, 7))}`;
  const expected = `${dueAfter(delivery_date ?? dayOf(new Date()))} (previsto)`;
  await page.goto(`/admin/orders/${id}/print`);
  await expect(page.getByText(`Pagamento: Dinheiro, ${expected}`)).toBeVisible();
  await page.goto(`/admin/orders?pedido=${id}`);
  await waitForHydration(page);
  const details = page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
  await expect(details.getByText(`Combinado: Dinheiro, ${expected}`)).toBeVisible();
  await details.getByRole("button", { name: "Confirmar pedido" }).click();
  await details.getByRole("button", { name: "Marcar como entregue" }).click();
  const due = dueAfter(dayOf(new Date()));
  await expect(details.getByText(`Combinado: Dinheiro, ${due}`, { exact: true })).toBeVisible();
  await page.goto("/admin/receivables");
  const row = page.getByRole("row", { name: `nº ${numero_pedido}` });
  await expect(row.getByText(due, { exact: true })).toBeVisible();
});

test("a payment in part is undone, entered again, and found in what is due, in the cash and in the sales", async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Dora Devedora", "", undefined, "111.444.777-35");
  await page.request.patch(`/api/orders/${order.id}`, {
    data: { status: "confirmado", version: 1 },
  });
  await page.goto(`/admin/orders?pedido=${order.id}`);
  await waitForHydration(page);
  const details = page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
  await details.getByRole("button", { name: "Outro valor ou data" }).click();
  await details.getByLabel("Valor recebido").fill("10,00");
  // Pressed twice at once, received once.
  await details
    .getByRole("button", { name: "Registrar pagamento" })
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  const rest = formatMoney(order.valor_total - 10);
  await expect(details.getByText(`Falta receber ${rest}`)).toBeVisible();
  await expect(details.getByText("Pago em parte")).toBeVisible();
  const stored = await page.request.get(`/api/orders/${order.id}/payments`);
  expect((await stored.json()).items).toHaveLength(1);
  await noticesOf(page).getByRole("button", { name: "Desfazer" }).click();
  await expect(details.getByText("Falta receber")).toBeHidden();
  await page.request.post(`/api/orders/${order.id}/payments`, {
    data: { method: "PIX", amount: 10 },
  });
  await page.goto("/admin/receivables");
  const debtor = page.getByRole("region", { name: "Dora Devedora" });
  await expect(debtor).toContainText(rest);
  await expect(debtor.getByRole("link", { name: /Lembrar/ })).toHaveAttribute(
    "href",
    new RegExp(encodeURIComponent(rest).replaceAll("%20", "(%20|\\+)")),
  );
  await page.goto("/admin/cash");
  await waitForHydration(page);
  await expect(page.getByRole("link", { name: /Dora Devedora/ })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Imprimir" })).toBeHidden();
  await expect(page.getByRole("navigation").filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole("table", { name: "Recebido por forma de pagamento" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Pagamentos do dia" })).toContainText("Dora");
  await page.emulateMedia({ media: "screen" });
  const cash = page.waitForEvent("download");
  await page.getByRole("link", { name: "Exportar CSV" }).click();
  expect(await readFile(await (await cash).path(), "utf8")).toContain(
    '"Dora Devedora";"PIX";"10,00"',
  );
  // Each row leads to its orders.
  const links = [
    ["product", order.line.product_name],
    ["category", /Polpas|Frutas|Gelo|Pescados/],
    ["method", "Não escolhida"],
    ["zone", "Sem zona"],
    ["channel", "Site"],
  ] as const;
  for (const [por, row] of isNightly ? links : links.slice(0, 1)) {
    await page.goto(`/admin/sales?figura=placed&por=${por}`);
    await waitForHydration(page);
    await page
      .getByRole("table", { name: /^Pedidos por/ })
      .getByRole("link", { name: row })
      .first()
      .click();
    await expect(page.getByRole("table", { name: "Pedidos da linha" })).toContainText(
      `nº ${order.numero_pedido}, Dora Devedora`,
    );
  }
  await page.goto("/admin/sales?figura=placed&por=customer");
  await waitForHydration(page);
  await page.getByRole("link", { name: "Dora Devedora" }).first().click();
  await expect(page.getByRole("heading", { name: "Pedidos de Dora Devedora" })).toBeVisible();
  await page.getByLabel("Figura").selectOption("Recebido");
  await expect(page.getByRole("table", { name: "Recebido por cliente" })).toContainText("Dora");
  await page
    .getByRole("table", { name: "Recebido por cliente" })
    .getByRole("link", { name: /Dora Devedora/ })
    .click();
  await page.getByRole("link", { name: `nº ${order.numero_pedido}, Dora Devedora` }).click();
  await expect(page.getByRole("dialog", { name: /^Detalhes do Pedido/ })).toBeVisible();
});

test("one receipt pays two orders, the rest is used for the next one, and the customer reads the statement", async ({
  page,
  browser,
  request,
  shop,
}) => {
  const confirm = async (id: string) =>
    page.request.patch(`/api/orders/${id}`, { data: { status: "confirmado", version: 1 } });
  const place = async () => {
    const order = await sendOrder(request, "Rita Recebida", "", undefined, "390.533.447-05");
    await confirm(order.id);
    return order;
  };
  const [first, second] = [await place(), await place()];
  await page.request.patch(`/api/orders/${first.id}`, { data: { status: "entregue", version: 2 } });
  await page.goto("/admin/receivables");
  await waitForHydration(page);
  const debtor = page.getByRole("region", { name: "Rita Recebida" });
  await debtor.getByRole("button", { name: /^Receber/ }).click();
  const dialog = page.getByRole("dialog", { name: "Registrar recebimento" });
  const both = first.valor_total + second.valor_total;
  const amount = dialog.getByLabel("Valor recebido");
  await expect(amount).toHaveValue(both.toFixed(2).replace(".", ","));
  await amount.fill((both + 5).toFixed(2).replace(".", ","));
  await expect(dialog.getByText(`Fica de crédito: ${formatMoney(5)}`)).toBeVisible();
  const share = dialog.getByLabel(`Pedido nº ${second.numero_pedido}`);
  await share.fill("999");
  await expect(dialog.getByText("Um pedido recebe mais do que falta.")).toBeVisible();
  await share.fill((second.valor_total - 10).toFixed(2).replace(".", ","));
  await expect(dialog.getByText(`Fica de crédito: ${formatMoney(15)}`)).toBeVisible();
  await dialog.getByRole("button", { name: "Registrar recebimento" }).click();
  await expect(noticesOf(page)).toContainText(`${formatMoney(15)} ficam de crédito`);
  await expect(debtor).toContainText(formatMoney(10));
  await page.goto(`/admin/orders?pedido=${second.id}`);
  await waitForHydration(page);
  const details = page.getByRole("dialog", { name: /^Detalhes do Pedido/ });
  await details.getByRole("button", { name: `Usar ${formatMoney(10)}` }).click();
  await expect(details.getByText("Falta receber")).toBeHidden();
  const { customer_id } = await (await page.request.get(`/api/orders/${second.id}`)).json();
  await page.goto(`/admin/customers/${customer_id}?secao=conta`);
  await expect(page.getByText(`Crédito de ${formatMoney(5)}`)).toBeVisible();
  await page.getByRole("button", { name: "Abater da conta" }).click();
  const adjustment = page.getByRole("dialog", { name: "Abater da conta" });
  await adjustment.getByLabel("Valor abatido").fill("2,50");
  await adjustment.getByRole("button", { name: "Abater da conta" }).click();
  await expect(adjustment.getByText("Diga por que o valor é abatido.")).toBeVisible();
  await adjustment.getByLabel("Motivo").fill("Caixa amassada");
  await adjustment.getByRole("button", { name: "Abater da conta" }).click();
  await expect(page.getByText(`Crédito de ${formatMoney(7.5)}`)).toBeVisible();
  const third = await place();
  await page.reload();
  await waitForHydration(page);
  await page.getByRole("button", { name: "Usar nos pedidos em aberto" }).click();
  await expect(page.getByText("Crédito de")).toBeHidden();
  const open = await (await page.request.get(`/api/orders/${third.id}`)).json();
  expect(open.paid_amount).toBe(7.5);
  await page.getByRole("link", { name: "Ver extrato" }).click();
  const statement = page.getByRole("table", { name: /^Extrato de/ });
  await expect(statement).toContainText(`Pedido nº ${first.numero_pedido}`);
  await expect(statement).toContainText("Pagamento, PIX");
  await expect(statement).toContainText("Abatimento: Caixa amassada");
  // Beside the sidebar of a tablet the words of a description are whole, in one line.
  const wide = page.viewportSize() ?? desktopScreen.viewport;
  await page.setViewportSize({ width: 768, height: 1024 });
  const description = await statement.getByText("Pagamento, PIX").first().boundingBox();
  expect(description?.height).toBeLessThan(32);
  await page.setViewportSize(wide);
  const rotated = await page.request.post(`/api/customers/${customer_id}/statement-link/rotate`, {
    headers: { Origin: shop.url },
  });
  const { path } = await rotated.json();
  const visitor = await browser.newPage();
  const answer = await visitor.goto(shop.url + path);
  expect(answer?.headers()["cache-control"]).toBe("private, no-store");
  await expect(visitor.getByRole("table", { name: /^Extrato de/ })).toContainText("Pagamento, PIX");
  await expect(visitor.getByRole("heading", { name: "Extrato" })).toBeVisible();
  await expect(visitor.locator("body")).not.toContainText("390.533");
  await visitor.goto(`${shop.url}${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`);
  await expect(visitor.getByText("Extrato não encontrado")).toBeVisible();
  await visitor.close();
});

test.describe("on a phone", () => {
  test.use(phoneScreen);

  test("money for several orders is received with three taps, and the statement is sent with two", async ({
    page,
    request,
  }) => {
    const document = generateCnpj();
    for (const method of ["Boleto", "Boleto", "Boleto", "PIX", "PIX"]) {
      const { id } = await sendOrder(request, "Bar da Conta", "", undefined, document, method);
      await page.request.patch(`/api/orders/${id}`, { data: { status: "confirmado", version: 1 } });
    }
    await page.goto("/admin/receivables");
    await waitForHydration(page);
    const { counted, click, type } = countPresses(page);
    const debtor = page.getByRole("region", { name: "Bar da Conta" });
    const row = debtor.getByRole("row").filter({ hasText: "(previsto)" }).first();
    const [method, due] = await Promise.all([
      row.getByText("Boleto").boundingBox(),
      row.getByText(/vence em/).boundingBox(),
    ]);
    if (!method || !due) throw new Error("the row shows no method or no date");
    expect(due.y + due.height, "the date is above the method").toBeLessThanOrEqual(method.y);

    await click(debtor.getByRole("button", { name: /^Receber/ }));
    const dialog = page.getByRole("dialog", { name: "Registrar recebimento" });
    const submit = dialog.getByRole("button", { name: "Registrar recebimento" });
    await expect(submit).toBeInViewport({ ratio: 1 });
    await click(dialog.getByLabel("Valor recebido"));
    await type("150");
    await click(submit);
    await expect(noticesOf(page)).toContainText(formatMoney(150));
    expect(counted).toEqual({ presses: 3, characters: 3, pages: 0 });

    await click(debtor.getByRole("link", { name: "Extrato" }));
    const send = page.getByRole("link", { name: "Enviar no WhatsApp" });
    await expect(send).toBeInViewport({ ratio: 1 });
    await expect(send).toHaveAttribute("href", /wa\.me.*extrato/);
    expect(counted).toEqual({ presses: 4, characters: 3, pages: 1 });

    await page.goto("/admin/cash");
    await waitForHydration(page);
    const payment = page.getByRole("table", { name: "Pagamentos do dia" }).getByRole("row");
    const title = payment.filter({ hasText: "Bar da Conta" }).first();
    const cell = title.getByRole("link", { name: /nº/ }).last();
    const [outer, inner] = await Promise.all([title.boundingBox(), cell.boundingBox()]);
    if (!outer || !inner) throw new Error("the payment is not shown");
    expect(inner.y, "a long list of orders begins in its row").toBeGreaterThanOrEqual(outer.y);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  });
});
