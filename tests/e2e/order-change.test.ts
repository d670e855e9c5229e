import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Product } from "#app/domain/catalogue/schema.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { addToCart, cartDialog, openCart } from "#tests/support/purchase.ts";
import { customer } from "#tests/support/sample-orders.ts";
import { desktopScreen, phoneScreen } from "#tests/support/screens.ts";
import { orderLink, sendOrder } from "#tests/support/sent-order.ts";
import { saveSettings } from "#tests/support/settings-tabs.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { allowConsoleErrors, expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const zone = {
  name: "Zona Paulista",
  cep_ranges: [{ from: "01310000", until: "01310999" }],
  fee: 8,
  minimum_order: 20,
  free_delivery_minimum: 0,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  shifts: [],
  cutoff_days: 1,
  cutoff_time: "23:59",
};
const clock = new URL("../support/moved-clock.mjs", import.meta.url);
const dayMs = 86_400_000;

test.use(phoneScreen);

test("a customer adds to an order until its cut-off, and the seller sees what changed", async ({
  page,
  browser,
  consoleErrors,
}) => {
  const dataDir = await temporaryFolder(templateFolder);
  const clockFile = join(dataDir, "clock");
  await writeFile(clockFile, "0");
  const shop = await startShop(dataDir, {
    MOVED_CLOCK: clockFile,
    NODE_OPTIONS: `--import ${clock}`,
  });
  const office = await browser.newContext({ ...desktopScreen, hasTouch: false, isMobile: false });
  try {
    const desk = await office.newPage();
    await signInWithRequest(office, shop);
    await desk.request.post(`${shop.url}/api/delivery/zones`, { data: zone });
    const { items }: { items: Product[] } = await (
      await page.request.get(`${shop.url}/api/products?category=polpas`)
    ).json();
    const [ordered, other] = items.filter(({ stock }) => stock > 20);
    if (!ordered || !other) throw new Error("no products are in plenty");
    const offer = await (await page.request.get(`${shop.url}/api/delivery?cep=01310100`)).json();
    const line = { product_id: ordered.id, unit: ordered.specs.unit, price: ordered.price };
    const sent = await page.request.post(`${shop.url}/api/orders`, {
      headers: { "Idempotency-Key": randomUUID() },
      data: {
        customer,
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

    await desk.goto(`${shop.url}/admin/orders`);
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
    await desk.goto(`${shop.url}/admin/settings?tab=payments`);
    await desk.getByRole("switch", { name: "Cliente muda pedido confirmado" }).check();
    await saveSettings(desk);
    await desk.goto(`${shop.url}/admin/orders?pedido=${order.id}`);
    await desk.getByRole("button", { name: "Confirmar pedido" }).click();
    await expect(page.getByRole("link", { name: "Pagar com PIX" })).toBeVisible();

    await page.getByRole("button", { name: "Alterar pedido" }).click();
    await editor.getByRole("button", { name: `Remover ${other.title}` }).click();
    await expect(editor.getByRole("button", { name: `Manter ${other.title}` })).toBeVisible();
    await expect(save).toBeEnabled();
    await writeFile(clockFile, String(dayMs));
    await expect
      .poll(async () => (await (await page.request.get(linkApi(order.link))).json()).changes.open)
      .toBe(false);
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
    await page.close();
    await office.close();
    await shop.stop();
    await removeFolder(dataDir);
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

function linkApi(link: string): string {
  return link.replace("/pedido/", "/api/order-links/");
}
