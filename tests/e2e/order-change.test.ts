import { randomUUID } from "node:crypto";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { addToCart, cartDialog, openCart } from "#tests/support/purchase.ts";
import { customer } from "#tests/support/sample-orders.ts";
import { desktopScreen, phoneScreen } from "#tests/support/screens.ts";
import { orderLink, sendOrder } from "#tests/support/sent-order.ts";
import { allowConsoleErrors, expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const zone = {
  name: "Zona Paulista",
  cep_ranges: [{ from: "13200000", until: "13209999" }],
  fee: 8,
  minimum_order: 20,
  free_delivery_minimum: 0,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  shifts: [],
  cutoff_days: 1,
  cutoff_time: "23:59",
};

test.use(phoneScreen);

test("a customer adds to an order until its cut-off, and the seller sees what changed", async ({
  page,
  browser,
  shop,
  consoleErrors,
}) => {
  const office = await browser.newContext({
    ...desktopScreen,
    hasTouch: false,
    isMobile: false,
    baseURL: shop.url,
  });
  await signInWithRequest(office, shop);
  const created = await office.request.post("/api/delivery/zones", { data: zone });
  expect(created.status(), await created.text()).toBe(201);
  const { id, version } = await created.json();
  const zonePath = `/api/delivery/zones/${id}`;
  try {
    const desk = await office.newPage();
    const { items }: { items: Product[] } = await (
      await page.request.get(`${shop.url}/api/products?category=polpas`)
    ).json();
    const [ordered, other] = items.filter(({ stock }) => stock > 20);
    if (!ordered || !other) throw new Error("no products are in plenty");
    const offer = await (await page.request.get(`${shop.url}/api/delivery?cep=13201005`)).json();
    const line = { product_id: ordered.id, unit: ordered.specs.unit, price: ordered.price };
    const sent = await page.request.post(`${shop.url}/api/orders`, {
      headers: { "Idempotency-Key": randomUUID() },
      data: {
        customer: { ...customer, zipCode: "13201005" },
        items: [{ ...line, quantity: 10 }],
        delivery_kind: "entrega",
        delivery_date: offer.dates[0].date,
      },
    });
    expect(sent.status(), await sent.text()).toBe(201);
    const order = await sent.json();

    await page.goto(order.link);
    await expect(
      page.getByText(/^Você pode mudar este pedido até (hoje|\w+), 23h59\.$/),
    ).toBeVisible();
    await page.getByRole("button", { name: "Alterar pedido" }).click();
    const editor = page.getByRole("region", { name: "Alterar pedido" });
    await expect(editor.getByRole("heading", { name: "Alterar pedido" })).toBeFocused();
    const save = editor.getByRole("button", { name: "Salvar alterações" });
    await expect(save).toBeDisabled();
    const quantity = editor.getByRole("spinbutton", { name: `Quantidade de ${ordered.title}` });
    await quantity.press("ArrowUp");
    await expect(quantity).toHaveValue("11");
    await expect(save).toBeEnabled();
    await editor.getByRole("button", { name: "Adicionar produtos" }).click();

    const strip = page.getByText(new RegExp(`^Adicionar ao pedido nº ${order.numero_pedido} de `));
    await expect(strip).toBeVisible();
    await page.goto(`${shop.url}/produtos/polpas-de-frutas`);
    await expect(strip).toBeVisible();
    await addToCart(page, other.title);
    await openCart(page);
    const into = cartDialog(page).getByRole("link", {
      name: new RegExp(`^Adicionar ao pedido nº ${order.numero_pedido} de `),
    });
    await into.click();
    await expect(quantity).toHaveValue("11");
    const added = editor.getByRole("spinbutton", { name: `Quantidade de ${other.title}` });
    await expect(added).toHaveValue("1");
    await expect(editor.getByText("Total antes")).toBeVisible();
    await save.click();
    await expect(page.getByText("Pedido alterado")).toBeVisible();
    const contents = page.getByRole("region", { name: "O que você pediu" });
    await expect(contents).toContainText(`11 × ${ordered.title}`);
    await expect(contents).toContainText(`1 × ${other.title}`);
    await expect(page.getByRole("button", { name: "Alterar pedido" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Ver carrinho" })).toBeHidden();
    await expect(strip).toBeHidden();

    await page.getByRole("button", { name: "Alterar pedido" }).click();
    await editor.getByRole("button", { name: "Adicionar produtos" }).click();
    await expect(strip).toBeVisible();
    await page.getByRole("button", { name: "Sair", exact: true }).click();
    await expect(strip).toBeHidden();
    await page.goto(order.link);

    await desk.goto("/admin/orders");
    const row = desk.getByRole("row").filter({ has: orderLink(desk, order) });
    await expect(row).toContainText("Mudou");
    await expect(row).toContainText(`${other.title}: acrescentado, 1 × ${other.specs.unit}`);
    await orderLink(desk, order).click();
    const notice = desk.getByRole("region", { name: "O cliente mudou o pedido" });
    await expect(notice).toContainText(`${ordered.title}: 10 × ${ordered.specs.unit} → 11 ×`);
    await expect(notice).toContainText("Total: R$");
    await notice.getByRole("button", { name: "Vi a mudança" }).click();
    await expect(notice).toBeHidden();
    await expect(desk.getByText("Mudou", { exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Alterar pedido" }).click();
    await editor.getByRole("button", { name: `Remover ${other.title}` }).click();
    const removed = editor.getByRole("listitem").filter({ hasText: other.title });
    await expect(removed).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(editor.getByRole("button", { name: `Manter ${other.title}` })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(removed).toBeFocused();
    // The last preview is answered before the days of the zone change.
    const previewed = page.waitForResponse(
      (response) =>
        response.url().endsWith("/changes/preview") &&
        response.request().postDataJSON().items.length === 1,
    );
    await editor.getByRole("button", { name: `Remover ${other.title}` }).click();
    await previewed;
    await expect(save).toBeEnabled();
    // Only orders for days after the next week can still be changed.
    const earlier = { cutoff_days: 8, version };
    expect((await office.request.patch(zonePath, { data: earlier })).ok()).toBe(true);
    await save.click();
    const rejection = "O prazo para mudar este pedido passou. Fale com a loja.";
    await expect(editor.getByRole("status").filter({ hasText: rejection })).toBeVisible();
    await expectConsoleErrors(consoleErrors, /409/);
    await page.reload();
    await expect(page.getByText(rejection)).toBeVisible();
    await expect(
      page.getByRole("main").getByRole("link", { name: "Falar com a loja" }),
    ).toHaveAttribute("href", new RegExp(`^https://wa\\.me/.*${order.numero_pedido}`));
    await expect(page.getByRole("button", { name: "Alterar pedido" })).toBeHidden();
    await expect(contents).toContainText(`1 × ${other.title}`);
    // The preview after the rejected change is rejected too.
    allowConsoleErrors(consoleErrors, /409/);
  } finally {
    await office.request.delete(zonePath);
    await office.close();
  }
});

test("what is edited of one order is no part of another one", async ({ page }) => {
  const [first, second] = [
    await sendOrder(page.request, "Nair Nunes"),
    await sendOrder(page.request, "Nair Nunes"),
  ];
  const editor = page.getByRole("region", { name: "Alterar pedido" });
  const quantity = editor.getByRole("spinbutton", {
    name: `Quantidade de ${first.line.product_name}`,
  });
  const strip = page.getByText(`Adicionar ao pedido nº ${first.numero_pedido}`);
  await page.goto(first.link);
  await page.getByRole("button", { name: "Alterar pedido" }).click();
  await editor.getByRole("button", { name: "Adicionar produtos" }).click();
  await page.goto(second.link);
  await page.getByRole("button", { name: "Alterar pedido" }).click();
  await quantity.press("ArrowUp");
  await expect(quantity).toHaveValue("4");
  await editor.getByRole("button", { name: "Deixar como está" }).click();
  await expect(editor).toBeHidden();
  // The first order is still the one that products are chosen for.
  await expect(strip).toBeVisible();
  await page.getByRole("button", { name: "Alterar pedido" }).click();
  await quantity.press("ArrowUp");
  await page.getByRole("link", { name: "Ver pedido" }).click();
  await expect(
    page.getByRole("heading", { name: `Pedido nº ${first.numero_pedido}` }),
  ).toBeVisible();
  await expect(quantity).toHaveValue("3");
});
