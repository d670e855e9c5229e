import type { Page } from "@playwright/test";
import type { Order } from "#app/domain/orders/schema.ts";
import { chooseMore, signInWithRequest } from "#tests/support/administrator.ts";
import { orderLink, sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.beforeEach(async ({ context, shop }) => {
  await signInWithRequest(context, shop);
});

const last8 = ({ id }: { id: string }) => `#${id.slice(-8)}`;
const rows = (page: Page) => page.locator("tbody tr");
const detailsOf = (page: Page, order: { id: string }) =>
  page.getByRole("dialog", { name: `Detalhes do Pedido ${last8(order)}` });
const noticesOf = (page: Page) => page.getByRole("region", { name: "Notificações" });

test("the administrator finds an order by customer, e-mail, id and status, and a reload preserves the filters", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const order = await sendOrder(request, "Zuleica Finder");
  await page.goto("/admin/orders");
  await expect(page.getByText("Gerencie todos os pedidos da loja")).toBeVisible();
  await expect(rows(page).first()).toContainText(last8(order));
  const search = page.getByLabel("Buscar por ID, cliente ou email...");
  for (const typed of ["zuleica fin", "zuleica.finder@", last8(order)]) {
    await search.fill(typed);
    await expect(page.getByText("1 pedido(s)")).toBeVisible();
    await expect(rows(page)).toContainText([last8(order)]);
  }
  await expect(page).toHaveURL(new RegExp(order.id.slice(-8)));
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel("Filtrar por status").selectOption("entregue");
  await expect(page.getByText("Nenhum pedido encontrado")).toBeVisible();
  await expect(page).toHaveURL(/status=entregue/);
  await page.getByRole("link", { name: "Limpar filtros" }).click();
  await expect(search).toHaveValue("");
  await expect(rows(page).first()).toBeVisible();
});

test("at 1280 and 1366 px the list is as wide as the window, with a long name and amount", async ({
  page,
  request,
}) => {
  await sendOrder(request, "Churrascaria Recantodospescadoresartesanais");
  await page.goto("/admin/orders");
  await expect(rows(page).first()).toBeVisible();
  const rightOf = (element: Element) => Math.ceil(element.getBoundingClientRect().right);
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    const right = await page.getByRole("table", { name: "Pedidos" }).evaluate(rightOf);
    expect(right).toBeLessThan(width);
  }
});

test("an order above the stock says so for each line before it is confirmed", {
  tag: "@nightly",
}, async ({ page, request, context }) => {
  const order = await sendOrder(request, "Olga Shortage");
  const { product_id: id, product_name } = order.line;
  const [product] = (await (await request.get(`/api/products?ids=${id}`)).json()).items;
  const setStock = (stock: number, version: number) =>
    context.request.patch(`/api/products/${id}`, { data: { stock, version } });
  expect((await setStock(2, product.version)).status()).toBe(200);
  await page.goto("/admin/orders?q=olga");
  const text = /precisa 3, tem 2/;
  await expect(rows(page)).toContainText([new RegExp(`${product_name}: ${text.source}`)]);
  await orderLink(page, order).click();
  await expect(detailsOf(page, order).getByText(text)).toBeVisible();
  // More than all pending orders of the worker's shop need.
  await setStock(9999, product.version + 1);
  await expect(detailsOf(page, order).getByText(text)).toBeHidden();
});

test("an order has its own URL, from which the administrator contacts its customer", {
  tag: "@nightly",
}, async ({ page, context, request }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const order = await sendOrder(request, "Yara Reached");
  await page.goto("/admin/orders?q=yara");
  await orderLink(page, order).click();
  const dialog = detailsOf(page, order);
  await expect(dialog).toContainText("CEP 01310-100");
  await expect(dialog).toContainText(`3 × R$ ${order.line.price.toFixed(2).replace(".", ",")}`);
  const chat = dialog.getByRole("link", { name: "WhatsApp" });
  await expect(chat).toHaveAttribute("href", /^https:\/\/wa\.me\/5511987654321\?text=Ol%C3%A1/);
  await expect(chat).toHaveAttribute("target", "_blank");
  await expect(dialog.getByRole("link", { name: "Ligar" })).toHaveAttribute(
    "href",
    "tel:+5511987654321",
  );
  await dialog.getByRole("button", { name: "Copiar telefone" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe("(11) 98765-4321");
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/orders\?q=yara$/);
});

test("an order opens although the search was typed just before", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Iracema Quick");
  // A slow network: the search is committed while the order is loading, or the order is opened while the search is.
  await page.route("**/admin/orders.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  for (const isSearching of [false, true]) {
    await page.goto("/admin/orders");
    const search = page.waitForRequest(/orders\.data\?(?:.*&)?q=iracema/);
    await page.getByLabel("Buscar por ID, cliente ou email...").fill("iracema");
    if (isSearching) await search;
    await orderLink(page, order).click();
    await expect(detailsOf(page, order)).toBeVisible();
    await expect(page).toHaveURL(/q=iracema.*pedido=|pedido=.*q=iracema/);
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/admin\/orders(?:\?q=iracema)?$/);
    await search;
  }
});

test("an order opens although it is pressed while the search is committed", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const order = await sendOrder(request, "Jandira Quick");
  await page.route("**/admin/orders.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  // Around the field's delay of 250 ms; the moments between commit and navigation are a few milliseconds.
  for (let delay = 248; delay <= 264; delay += 2) {
    await page.goto("/admin/orders");
    const search = await page.getByLabel("Buscar por ID, cliente ou email...").elementHandle();
    await orderLink(page, order).evaluate(
      (link: HTMLElement, [field, wait]) => {
        const input = field as HTMLInputElement;
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
        set?.call(input, "jandira");
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
        setTimeout(() => link.click(), wait);
      },
      [search, delay] as const,
    );
    await expect(page).toHaveURL(/q=jandira.*pedido=|pedido=.*q=jandira/);
  }
});

test("a new order is confirmed in two taps from its notice, then delivered in one", async ({
  page,
  request,
}) => {
  await page.goto("/admin/recipes");
  const order = await sendOrder(request, "Orlando Waiting");
  // One tap on the notice, one on the next step.
  await noticesOf(page).getByRole("link", { name: "Abrir pedido" }).click();
  const dialog = detailsOf(page, order);
  await dialog.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(noticesOf(page)).toContainText("Status atualizado");
  await expect(dialog.getByLabel("Status")).toHaveValue("confirmado");
  await dialog.getByRole("button", { name: "Marcar como entregue" }).click();
  await expect(dialog.getByLabel("Status")).toHaveValue("entregue");
  await expect(dialog.getByRole("link", { name: "Ver no mapa" })).toHaveAttribute(
    "href",
    /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=Avenida\+Paulista/,
  );
});

test("on a phone list and order show the number, and the items come before the customer's data", {
  tag: "@nightly",
}, async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const order = await sendOrder(request, "Nilza Numero");
  await page.goto("/admin/orders?q=nilza");
  await expect(rows(page)).toContainText([`${last8(order)} · nº ${order.numero_pedido}`]);
  await orderLink(page, order).click();
  const dialog = detailsOf(page, order);
  await expect(dialog).toContainText(`nº ${order.numero_pedido}`);
  const items = dialog.getByText(order.line.product_name).first();
  const customer = dialog.getByRole("heading", { name: "Cliente", exact: true });
  // While the panel slides in, the second read sees it higher than the first.
  await expect(async () => {
    const [above, below] = [await items.boundingBox(), await customer.boundingBox()];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
  }).toPass({ timeout: 10_000 });
});

test("on a phone the next step spans the width of the order", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const order = await sendOrder(request, "Odete Phone");
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const next = detailsOf(page, order).getByRole("button", { name: "Confirmar pedido" });
  // This waits until the panel has slid in.
  await expect(next).toBeInViewport({ ratio: 1 });
  expect((await next.boundingBox())?.width).toBeGreaterThan(300);
});

test("after a conflict the administrator chooses which status is saved", async ({
  page,
  context,
  request,
  consoleErrors,
}) => {
  const order = await sendOrder(request, "Wanda Rival");
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = detailsOf(page, order);
  await details.getByLabel("Status").selectOption("Cancelado");
  const data = { status: "confirmado", version: 1 };
  expect((await context.request.patch(`/api/orders/${order.id}`, { data })).status()).toBe(200);
  await details.getByRole("button", { name: "Salvar status" }).click();
  const conflict = page.getByRole("dialog", { name: "Isto mudou enquanto você editava" });
  await expect(conflict).toContainText("Confirmado");
  await expect(conflict).toContainText("Cancelado");
  await conflict.getByRole("button", { name: "Salvar a minha versão" }).click();
  await expect(noticesOf(page)).toContainText("Status atualizado");
  const stored: Order = await (await context.request.get(`/api/orders/${order.id}`)).json();
  expect(stored.status).toBe("cancelado");
  await expectConsoleErrors(consoleErrors, /409/);
});

test("a chosen status stays when it cannot be saved without a connection", {
  tag: "@nightly",
}, async ({ page, context, request, consoleErrors }) => {
  const order = await sendOrder(request, "Vanda Offline");
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = detailsOf(page, order);
  const status = details.getByLabel("Status");
  await status.selectOption("Confirmado");
  await context.setOffline(true);
  const refetchFailed = page.waitForEvent("requestfailed", (sent) => sent.url().includes(".data"));
  await details.getByRole("button", { name: "Salvar status" }).click();
  await expect(noticesOf(page)).toContainText("Confira sua internet e tente de novo.");
  await refetchFailed;
  await context.setOffline(false);
  await expect(status.locator(":checked")).toHaveText("Confirmado");
  await details.getByRole("button", { name: "Salvar status" }).click();
  await expect(noticesOf(page)).toContainText("Status atualizado");
  await expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED|Erro ao atualizar status/);
});

test("an order that its customer cancelled shows the customer's reason", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const order = await sendOrder(request, "Joana Prado");
  await page.goto(order.link);
  await page.getByRole("button", { name: "Cancelar pedido" }).click();
  const cancelling = page.getByRole("dialog", { name: "Cancelar o pedido?" });
  await cancelling.getByLabel("Motivo").fill("Pedi duas vezes");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cancelado por você")).toBeVisible();
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const details = detailsOf(page, order);
  await expect(details).toContainText("Motivo do cliente para cancelar: Pedi duas vezes");
});

test("leaving an unsaved status needs a confirmation", { tag: "@nightly" }, async ({
  page,
  request,
}) => {
  const order = await sendOrder(request, "Valdir Unsaved");
  await page.goto("/admin/orders?q=valdir");
  await orderLink(page, order).click();
  const details = detailsOf(page, order);
  const status = details.getByLabel("Status");
  const question = page.getByRole("dialog", { name: "Sair sem salvar?" });
  await status.selectOption("Entregue");
  for (const leave of [
    () => details.getByRole("link", { name: "Fechar" }).click(),
    () => page.goBack(),
    () => details.getByRole("link", { name: "Imprimir" }).click(),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect(question).toBeHidden();
    await expect(status).toHaveValue("entregue");
  }
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Sair sem salvar" }).click();
  await expect(details).toBeHidden();
  await expect(page).toHaveURL("/admin/orders?q=valdir");
  await orderLink(page, order).click();
  await expect(status).toHaveValue("pendente");
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
});

test("deleting an order needs a confirmation, and its URL then says that it does not exist", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const order = await sendOrder(request, "Vilma Deleted");
  await page.goto("/admin/orders?q=vilma");
  await orderLink(page, order).click();
  await chooseMore(detailsOf(page, order), "Excluir");
  const question = page.getByRole("dialog", { name: "Confirmar Exclusão" });
  await expect(question).toContainText(
    `Tem certeza que deseja excluir o pedido ${last8(order)}? Esta ação não pode ser desfeita.`,
  );
  await question.getByRole("button", { name: "Cancelar" }).click();
  await chooseMore(detailsOf(page, order), "Excluir");
  await question.getByRole("button", { name: "Excluir" }).click();
  await expect(noticesOf(page)).toContainText("Pedido excluído");
  await expect(page.getByText("Nenhum pedido encontrado")).toBeVisible();
  await page.goto(`/admin/orders?pedido=${order.id}`);
  await expect(page.getByRole("dialog", { name: "Pedido não encontrado" })).toBeVisible();
});

test("deleting a confirmed order offers to return its quantities to the stock", {
  tag: "@nightly",
}, async ({ page, request }) => {
  const order = await sendOrder(request, "Xenia Confirmed");
  const stored = await (await page.request.get(`/api/orders/${order.id}`)).json();
  const [item]: { product_id: string; quantity: number }[] = stored.itens;
  const readStock = async (): Promise<number> => {
    const response = await page.request.get(`/api/products/${item?.product_id}`);
    return (await response.json()).stock;
  };
  const before = await readStock();
  const confirmed = await page.request.patch(`/api/orders/${order.id}`, {
    data: { status: "confirmado", version: 1 },
  });
  expect(confirmed.status()).toBe(200);
  expect(await readStock()).toBe(before - (item?.quantity ?? 0));
  await page.goto(`/admin/orders?pedido=${order.id}`);
  await chooseMore(detailsOf(page, order), "Excluir");
  const question = page.getByRole("dialog", { name: "Confirmar Exclusão" });
  await expect(question).toContainText("as quantidades já saíram do estoque");
  await expect(question.getByRole("checkbox", { name: /^Devolver as quantidades/ })).toBeChecked();
  await question.getByRole("button", { name: "Excluir" }).click();
  await expect(noticesOf(page)).toContainText("Pedido excluído");
  expect(await readStock()).toBe(before);
});
