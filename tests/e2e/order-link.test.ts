import { randomUUID } from "node:crypto";
import { priceOption } from "#app/domain/catalogue/options/quote.ts";
import { isOptionAvailable } from "#app/domain/catalogue/options/sale-options.ts";
import type { Product } from "#app/domain/catalogue/schema.ts";
import type { Order, PlacedOrder } from "#app/domain/orders/schema.ts";
import { formatMoney } from "#app/shared/money.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { publicPages } from "#tests/support/pages.ts";
import {
  addToCart,
  fillCheckout,
  openCheckout,
  readOrderNumber,
  send,
  sentDialog,
  stubPostalCodes,
  waitForHydration,
} from "#tests/support/purchase.ts";
import { customer } from "#tests/support/sample-orders.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { saveSettings } from "#tests/support/settings-tabs.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

const statusHeading = "Andamento";

test("a customer follows an order by its link, which updates itself", async ({
  page,
  playwright,
  shop,
}) => {
  const order = await sendOrder(page.request, "Teresa Lima");
  const streaming = page.waitForResponse((response) => response.url().includes("?pedido="));
  const response = await page.goto(order.link);
  expect(response?.headers()).toMatchObject({
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow, noarchive",
  });
  await expect(page).toHaveTitle(/^Acompanhe seu pedido \|/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Pedido nº ${order.numero_pedido}`,
  );
  const main = page.getByRole("main");
  await expect(main).toContainText(`3 × ${order.line.product_name}`);
  await expect(main).toContainText("Bela Vista, São Paulo");
  await expect(main).not.toContainText(/Lima|example\.com|98765|529|Paulista, 1000/);

  const seller = await playwright.request.newContext();
  await signInWithRequest({ request: seller }, shop);
  const steps = page.getByRole("region", { name: statusHeading }).getByRole("listitem");
  const toCome = ["Pagamento", "Entregue"];
  await expect(steps).toHaveText([/^Pendente\d/, "Confirmado", ...toCome]);
  const contact = page.getByRole("main").getByRole("link", { name: "Falar com a loja" });
  await expect(contact).toHaveAttribute("href", /^https:\/\/wa\.me\//);
  await expect(page.getByRole("region", { name: "O que você pediu" }).locator("img")).toHaveCount(
    1,
  );
  await streaming;
  await seller.patch(`${shop.url}/api/orders/${order.id}`, {
    data: { status: "confirmado", version: 1 },
  });
  await expect(steps).toHaveText([/^Pendente\d/, /^Confirmado\d/, ...toCome], { timeout: 2000 });
  await expect(page.getByRole("button", { name: "Cancelar pedido" })).toBeHidden();
  await seller.dispose();
});

test("an order is followed from the checkout to its payment by Pix", { tag: "@nightly" }, async ({
  page,
  browser,
  shop,
}) => {
  await stubPostalCodes(page);
  await page.goto(publicPages.pulps);
  await addToCart(page, "Polpa de açaí 100 g", "Polpa de acerola 100 g");
  const checkout = await openCheckout(page);
  await fillCheckout(checkout);
  await send(checkout);
  const number = await readOrderNumber(page);
  const streaming = page.waitForResponse((response) => response.url().includes("?pedido="));
  await sentDialog(page).getByRole("link", { name: "Acompanhar pedido" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Pedido nº ${number}`);
  const pix = page.getByRole("region", { name: "Pagar com PIX" });
  await expect(pix).toBeHidden();
  await streaming;

  const office = await browser.newPage({ baseURL: shop.url });
  await signInWithRequest(office.context(), shop);
  const { items } = await (await office.request.get("/api/orders?limit=1")).json();
  await office.goto(`/admin/orders?pedido=${items[0].id}&pagamento=a-receber`);
  await waitForHydration(office);
  await office.getByRole("button", { name: "Confirmar pedido" }).click();
  await expect(pix.getByLabel("Pix Copia e Cola")).toHaveValue(/^000201.*6304[0-9A-F]{4}$/);
  const qrCode = pix.getByRole("img", { name: "QR code do Pix" });
  await expect(qrCode).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(pix.getByRole("button", { name: "Copiar código" })).toBeVisible();
  await expect(qrCode).toBeHidden();
  await pix.getByRole("button", { name: "Pagar em outro aparelho" }).click();
  await expect(qrCode).toBeVisible();
  await office.getByLabel("Pagamento", { exact: true }).selectOption("PIX");
  await office.getByRole("button", { name: "Marcar como pago" }).click();
  await expect(office.getByText(/^Pago em .*, PIX$/)).toBeVisible();
  await expect(pix).toBeHidden();
  await expect(page.getByText("Pagamento recebido")).toBeVisible();
  await office.getByRole("button", { name: "Desfazer pagamento" }).click();
  await expect(office.getByRole("button", { name: "Marcar como pago" })).toBeVisible();
  await expect(pix).toBeVisible();
  await office.goto(`/admin/orders/${items[0].id}/print`);
  await expect(office.getByRole("img", { name: "QR code do Pix" })).toBeVisible();
  await office.close();
});

const textIn = (href: string | null) => new URL(href ?? "").searchParams.get("text") ?? "";

test("customer and shop write to each other on WhatsApp about an order of 100 lines", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  const { items: products }: { items: Product[] } = await (
    await page.request.get("/api/products")
  ).json();
  const items = products
    .flatMap(({ id, stock, sale_options }) =>
      sale_options
        .filter((option) => isOptionAvailable(stock, option))
        .map((option) => ({
          product_id: id,
          unit: option.unit,
          quantity: option.minimum,
          price: priceOption(option, option.minimum).price,
        })),
    )
    .slice(0, 100);
  expect(items).toHaveLength(100);
  const wishes = { note: "Portão azul", if_missing: "ligar" };
  const response = await page.request.post("/api/orders", {
    headers: { "Idempotency-Key": randomUUID() },
    data: { customer: { ...customer, ...wishes }, items },
  });
  expect(response.status()).toBe(201);
  const order: PlacedOrder = await response.json();
  await page.goto(order.link);
  await expect(page.getByRole("main")).toContainText("Portão azul");
  await expect(page.getByRole("main")).toContainText("Ligar para mim");
  const href = await page.getByRole("link", { name: "Enviar no WhatsApp" }).getAttribute("href");
  expect(href?.length).toBeLessThanOrEqual(2000);
  const lines = textIn(href).split("\n");
  expect(lines[0]).toBe(`Olá! Enviei o pedido nº ${order.numero_pedido}:`);
  expect(lines.at(-1)).toBe(order.link);
  expect(textIn(href)).toMatch(/\n… e mais \d\d itens\n/);
  // The link contains a port and a random token.
  expect(lines.slice(0, -1).join("\n")).not.toMatch(/Portão|529|Paulista/);

  await signInWithRequest(context, shop);
  await page.goto(`/admin/orders?pedido=${order.id}`);
  await expect(page.getByRole("region", { name: "Pedido do cliente" })).toContainText(
    "Portão azul",
  );
  const notify = page.getByRole("button", { name: "Avisar no WhatsApp" });
  await expect(notify, "who asks for an order is answered without scrolling").toBeInViewport();
  await notify.click();
  const message = page.getByLabel("Mensagem");
  await expect(message).toHaveValue(/^Olá, Maria! Recebemos seu pedido nº \d+, de R\$/);
  await message.fill(`Falta uma polpa. ${order.link}`);
  const chat = await page.getByRole("link", { name: "Abrir o WhatsApp" }).getAttribute("href");
  expect(chat).toContain("https://wa.me/5511987654321?");
  expect(textIn(chat)).toBe(`Falta uma polpa. ${order.link}`);
  await page.goto(`/admin/orders/${order.id}/print`);
  for (const text of ["Portão azul", "Ligar para mim"]) {
    await expect(page.getByRole("article")).toContainText(text);
  }
});

test("the seller writes a WhatsApp template, and a shop without a number says why it cannot be used", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  const order = await sendOrder(page.request, "Ivo Prado");
  await signInWithRequest(context, shop);
  const openTemplates = async () => {
    await page.goto("/admin/settings?tab=contact");
    await page.getByRole("button", { name: "Editar: Mensagens de WhatsApp" }).click();
  };
  await openTemplates();
  const template = page.getByLabel("Pendente", { exact: true });
  const usual = await template.inputValue();
  await template.fill("Oi {nome}, vi o pedido {numero} de {total}. {link}");
  await expect(page.getByText("Assim: Oi Maria, vi o pedido 1001 de R$ 152,70.")).toBeVisible();
  await saveSettings(page);
  await page.goto(`/admin/orders?pedido=${order.id}`);
  await page.getByRole("button", { name: "Avisar no WhatsApp" }).click();
  const message = `Oi Ivo, vi o pedido ${order.numero_pedido} de `;
  await expect(page.getByLabel("Mensagem")).toHaveValue(new RegExp(`^${message}.* ${order.link}$`));
  await openTemplates();
  await template.fill("");
  await saveSettings(page);
  await openTemplates();
  await expect(template).toHaveValue(usual);

  const number = page.getByLabel("WhatsApp", { exact: true });
  const before = await number.inputValue();
  await number.fill("");
  await saveSettings(page);
  await page.goto(order.link);
  await expect(page.getByRole("button", { name: "Enviar no WhatsApp" })).toBeDisabled();
  await expect(page.getByText("A loja não informou um número de WhatsApp.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copiar texto" })).toBeEnabled();
  await page.goto("/admin/settings?tab=contact");
  await number.fill(before);
  await saveSettings(page);
});

test("a customer cancels a pending order with the keyboard", async ({ page }) => {
  const order = await sendOrder(page.request, "Joana Prado");
  await page.goto(order.link);
  await page.getByRole("button", { name: "Cancelar pedido" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Cancelar o pedido?" });
  await dialog.getByLabel("Motivo").fill("Pedi duas vezes");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cancelado por você")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  // The message to the shop would announce an order that is no more.
  await expect(page.getByText("Enviar no WhatsApp")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Falar com a loja" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Motivo: Pedi duas vezes");
});

test("a cancellation without a connection leaves the order's page and can be repeated", {
  tag: "@nightly",
}, async ({ page, context, consoleErrors }) => {
  const order = await sendOrder(page.request, "Joel Prado");
  await page.goto(order.link);
  const cancel = page.getByRole("button", { name: "Cancelar pedido" });
  await cancel.click();
  const dialog = page.getByRole("dialog", { name: "Cancelar o pedido?" });
  await dialog.getByLabel("Motivo").fill("Pedi duas vezes");
  await context.setOffline(true);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Confira a conexão e tente de novo.")).toBeVisible();
  await context.setOffline(false);
  await expect(dialog).toBeHidden();
  await cancel.click();
  await dialog.getByLabel("Motivo").press("Enter");
  await expect(page.getByRole("main")).toContainText("Motivo: Pedi duas vezes");
  await expectConsoleErrors(consoleErrors, /ERR_INTERNET_DISCONNECTED/);
});

test("the seller replaces a link, and the customer's old one stops working", {
  tag: "@nightly",
}, async ({ page, context, shop, consoleErrors }) => {
  const order = await sendOrder(page.request, "Vera Melo");
  await signInWithRequest(context, shop);
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const section = page.getByRole("region", { name: "Página do cliente" });
  await expect(section.getByRole("link", { name: /^Abrir/ })).toHaveAttribute("href", order.link);
  await section.getByRole("button", { name: "Gerar novo link" }).click();
  await page
    .getByRole("dialog", { name: "Gerar novo link" })
    .getByRole("button", { name: "Gerar novo link" })
    .click();
  const open = section.getByRole("link", { name: /^Abrir/ });
  await expect(open).not.toHaveAttribute("href", order.link);
  const link = String(await open.getAttribute("href"));
  await page.goto(`/admin/orders/${order.id}/print`);
  await expect(page.getByText(link)).toBeVisible();
  expect((await page.goto(link))?.status()).toBe(200);
  expect((await page.goto(order.link))?.status()).toBe(404);
  await expectConsoleErrors(consoleErrors, /404/);
});

test("after an edit the customer sees what was ordered and is sent, the reason and both totals", {
  tag: "@nightly",
}, async ({ page, context, shop }) => {
  const isFish = ({ specs, stock, sale_options: [main] }: Product) =>
    specs.variable_weight === true && stock > 20 && main?.minimum === 0.5;
  const order = await sendOrder(page.request, "Elza Edited", "", isFish);
  await signInWithRequest(context, shop);
  const address = `/api/orders/${order.id}`;
  const { itens }: Order = await (await page.request.get(address)).json();
  const [fish, other] = itens;
  if (!fish || !other) throw new Error("the order has too few lines");
  const line = ({ product_id, unit, price }: typeof fish) => ({ product_id, unit, price });
  await page.goto(order.link);
  const main = page.getByRole("main");
  await expect(main).toContainText("preço final na pesagem");
  const edited = await page.request.patch(address, {
    data: {
      itens: [
        { ...line(fish), quantity: 8, weight: 7.355 },
        { ...line(other), quantity: 0 },
      ],
      reason: "Acabou a polpa",
      version: 1,
    },
  });
  expect(edited.status()).toBe(200);
  const { valor_total }: Order = await edited.json();
  await expect(main).toContainText(`7,355 × ${fish.product_name}`);
  await expect(main).toContainText("pedido: 8");
  await expect(main.getByRole("listitem").filter({ hasText: other.product_name })).toContainText(
    "não enviado",
  );
  await expect(main).toContainText("Motivo da mudança: Acabou a polpa");
  await expect(main.getByRole("deletion")).toHaveText(formatMoney(order.valor_total));
  await expect(main.locator("dl").first()).toContainText(`Total${formatMoney(valor_total)}`);
  await expect(main).not.toContainText("preço final na pesagem");

  await page.goto(`/admin/orders?pedido=${order.id}`);
  const office = page.getByRole("dialog", { name: /Detalhes do Pedido/ });
  await office.getByRole("button", { name: "Por e-mail" }).click();
  await expect(page.getByText("E-mail enviado ao cliente")).toBeVisible();
  await office.getByRole("button", { name: "Por WhatsApp" }).click();
  await expect(page.getByLabel("Mensagem")).toHaveValue(
    /^Olá, Elza! Seu pedido nº \d+ mudou\. Motivo: Acabou a polpa\. O total era de /,
  );
});
