import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { generateCpf } from "@brazilian-utils/brazilian-utils";
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { checkoutDialog, openCheckout, sentDialog } from "#tests/support/purchase.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { expect, expectConsoleErrors, test } from "#tests/support/test.ts";

test.use({ ...phoneScreen, viewport: { width: 360, height: 740 } });

const usual = (page: Page) => page.getByRole("region", { name: "O de sempre" });

/** A new customer with an order, and the link that the seller sends. */
async function createLink(
  request: APIRequestContext,
  shop: Parameters<typeof signInWithRequest>[1],
) {
  await signInWithRequest({ request }, shop);
  const order = await sendOrder(request, "Bar Tulipa", shop.url, undefined, generateCpf());
  const { customer_id } = await (await request.get(`${shop.url}/api/orders/${order.id}`)).json();
  const answer = await request.post(`${shop.url}/api/customers/${customer_id}/links`, { data: {} });
  expect(answer.status()).toBe(201);
  const { link } = await answer.json();
  return { link: String(link), order, customerId: String(customer_id) };
}

async function openSecondDevice(browser: Browser, shop: { url: string }): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url, locale: "pt-BR" });
  return context.newPage();
}

test("the usual order takes three taps from the link, also where the connection comes back or the device was removed", async ({
  page,
  request,
  shop,
  consoleErrors,
}) => {
  const { link, order, customerId } = await createLink(request, shop);
  const products = "**/api/products?ids=*";
  await page.route(products, (route) => route.abort());
  await page.clock.install();
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Bar" })).toBeVisible();
  // The token is in no history, so that the address can be shown to anyone.
  expect(page.url()).toBe(`${shop.url}/cliente`);
  await expect(usual(page)).toContainText("aparecem quando a conexão voltar");
  await expectConsoleErrors(consoleErrors, /ERR_FAILED/);
  await page.unroute(products);
  await page.clock.fastForward(5000);
  await expect(usual(page)).toContainText(`3 × ${order.line.product_name}`);
  const orderUsual = async () => {
    await usual(page).getByRole("button", { name: "Pedir o de sempre" }).click();
    await expect(checkoutDialog(page).getByLabel("Nome completo")).toHaveValue("Bar Tulipa");
  };
  await orderUsual();
  await checkoutDialog(page).getByRole("button", { name: "Enviar pedido" }).click();
  await expect(sentDialog(page)).toBeVisible();
  // Nothing of the order or the customer stays on the device.
  const stored = () =>
    page.evaluate(() => [
      localStorage.getItem("pomar.my-orders") !== null,
      localStorage.getItem("pomar.area"),
    ]);
  expect(await stored()).toEqual([false, "1"]);
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Minha área" }).click();
  const orders = page.getByRole("list", { name: "Seus pedidos" });
  await expect(orders.getByRole("listitem")).toHaveCount(2);

  // An order from a device that was removed from the area meanwhile is stored on the device.
  await orderUsual();
  const access = await (await request.get(`${shop.url}/api/customers/${customerId}/access`)).json();
  for (const { id } of access.devices) {
    await request.delete(`${shop.url}/api/customers/${customerId}/devices/${id}`);
  }
  await checkoutDialog(page).getByRole("button", { name: "Enviar pedido" }).click();
  await expect(sentDialog(page)).toBeVisible();
  await expect.poll(stored).toEqual([true, null]);
  await expectConsoleErrors(consoleErrors, /401/);
});

test("a customer adds and removes devices, adds a person, reads the statement and pauses a series", async ({
  page,
  request,
  shop,
  browser,
  consoleErrors,
}) => {
  const { link, order, customerId } = await createLink(request, shop);
  for (const [version, status] of [
    [1, "confirmado"],
    [2, "entregue"],
  ]) {
    const changed = await request.patch(`${shop.url}/api/orders/${order.id}`, {
      data: { status, version },
    });
    expect(changed.status()).toBe(200);
  }
  const seriesPath = `${shop.url}/api/orders/${order.id}/series`;
  const { weekdays } = await (await request.get(seriesPath)).json();
  const repeated = { weekdays: weekdays.slice(0, 1), every_weeks: 1 };
  const series = await request.post(seriesPath, { data: repeated });
  expect(series.status()).toBe(201);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Bar" })).toBeVisible();

  // A link works once; a second device enters by a link of the first, which can remove it.
  const second = await openSecondDevice(browser, shop);
  await second.goto(link);
  await expect(second.getByRole("alert")).toContainText("já foi usado");
  await page.getByRole("button", { name: "Entrar em outro aparelho" }).click();
  const share = page.getByRole("link", { name: "Enviar no WhatsApp" });
  const text = new URL((await share.getAttribute("href")) ?? "").searchParams.get("text") ?? "";
  await second.goto(text.slice(text.indexOf("http")));
  await expect(second.getByRole("heading", { level: 1, name: "Bar" })).toBeVisible();
  // The used link opens the area again on a device that is in it.
  await page.goto("/");
  await page.goto(link);
  await expect(usual(page)).toBeVisible();
  await expectConsoleErrors(consoleErrors, /404/);
  const removal = page.getByRole("button", { name: /^Tirar / });
  await removal.first().click();
  await expect(removal).toHaveCount(0);
  await second.reload();
  await expect(second.getByLabel("E-mail ou telefone")).toBeVisible();
  await second.context().close();

  await page.getByRole("button", { name: "Acrescentar pessoa" }).click();
  await page.getByLabel("Nome", { exact: true }).fill("Rosa do estoque");
  await page.getByLabel("Telefone").fill("(11) 95555-4444");
  await page.getByRole("button", { name: "Acrescentar", exact: true }).click();
  const people = page.getByRole("region", { name: "Quem pode pedir" });
  await expect(people).toContainText("Rosa do estoque");

  // A series that the seller changed meanwhile can be changed at the second attempt.
  const { id } = await series.json();
  const changed = await request.post(
    `${shop.url}/api/customers/${customerId}/series/${id}/actions`,
    { data: { action: "change", mode: "lembrete", version: 1 } },
  );
  expect(changed.status(), await changed.text()).toBe(200);
  const pause = page.getByRole("button", { name: "Pausar" });
  await pause.click();
  await expect(page.getByText("Só lembra")).toBeVisible();
  await expectConsoleErrors(consoleErrors, /409/);
  await pause.click();
  await expect(page.getByText("Pausada")).toBeVisible();

  const account = page.getByRole("region", { name: "Sua conta" });
  await expect(account).toContainText(`Pedido nº ${order.numero_pedido}`);
  await account.getByRole("link", { name: "Ver o extrato" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Extrato" })).toBeVisible();
});

test("the link comes by e-mail, the device's orders and lists move into the area, and nothing stays after 'Sair deste aparelho'", async ({
  page,
  request,
  shop,
}) => {
  const { order, customerId } = await createLink(request, shop);
  const person = { name: "Tânia", email: "tania@example.com" };
  await request.post(`${shop.url}/api/customers/${customerId}/people`, { data: person });
  const ref = String(order.link).split("/pedido/")[1] ?? "";
  await page.goto(`/pedido/${ref}`);
  await page.getByRole("button", { name: "Guardar neste aparelho" }).click();
  const list = `nome=Semana&itens=${order.line.product_id.replaceAll("-", "")}c3`;
  await page.evaluate((text) => localStorage.setItem("pomar.lists", text), list);
  await page.goto("/cliente");
  await page.getByLabel("E-mail ou telefone").fill("tania@example.com");
  await page.getByRole("button", { name: "Receber o link" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "o link chega por e-mail" }),
  ).toBeVisible();
  const token = await readMailedToken(shop.dataDir, "tania@example.com");
  await page.goto(`/cliente#entrar=${token}`);
  await expect(page.getByRole("region", { name: "Listas" })).toContainText("Semana");
  expect(
    await page.evaluate(() => [
      localStorage.getItem("pomar.lists"),
      localStorage.getItem("pomar.my-orders"),
    ]),
  ).toEqual([null, null]);

  await usual(page).getByRole("button", { name: "Pedir o de sempre" }).click();
  const name = checkoutDialog(page).getByLabel("Nome completo");
  await expect(name).toHaveValue("Bar Tulipa");
  await page.keyboard.press("Escape");
  await expect(checkoutDialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Sair deste aparelho" }).click();
  await expect(page.getByLabel("E-mail ou telefone")).toBeVisible();
  expect(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toMatch(/Tulipa|98765/);
  await openCheckout(page);
  await expect(name).toHaveValue("");
});

/** The token of the newest mail to this address. */
async function readMailedToken(dataDir: string, address: string): Promise<string> {
  const outbox = join(dataDir, "outbox");
  let token = "";
  await expect
    .poll(async () => {
      for (const name of await readdir(outbox).catch(() => [])) {
        // A mail that is being written has another name.
        if (!name.endsWith(".eml")) continue;
        const mail = await readFile(join(outbox, name), "utf8");
        const text = mail.replace(/=\r?\n/g, "").replace(/=3D/g, "=");
        if (text.includes(address)) token = /#entrar=([\w-]{43})/.exec(text)?.[1] ?? token;
      }
      return token;
    })
    .not.toBe("");
  return token;
}

test("the seller sends a link from the customer's page, and sees the requests for one", async ({
  page,
  request,
  context,
  shop,
}) => {
  await signInWithRequest(context, shop);
  const order = await sendOrder(request, "Bar Violeta", shop.url, undefined, generateCpf());
  const linkRequest = await request.post(`${shop.url}/api/customer/link-requests`, {
    data: { contact: "bar.violeta@example.com" },
  });
  expect(linkRequest.status()).toBe(204);
  await page.goto("/admin/customers");
  const requests = page.getByRole("region", { name: "Pediram o link da área" });
  await expect(requests).toContainText("Bar Violeta");
  await requests.getByRole("button", { name: "Dispensar" }).click();
  await expect(requests).toHaveCount(0);
  const { customer_id } = await (await context.request.get(`/api/orders/${order.id}`)).json();
  await page.goto(`/admin/customers/${customer_id}?secao=area`);
  await page.getByRole("button", { name: "Acrescentar pessoa" }).click();
  await page.getByLabel("Nome", { exact: true }).fill("Rosa");
  await page.getByRole("button", { name: "Acrescentar", exact: true }).click();
  await page.getByRole("button", { name: "Tirar Rosa" }).click();
  await expect(page.getByRole("button", { name: "Tirar Rosa" })).toHaveCount(0);
  await page.getByRole("button", { name: "Criar link da área" }).click();
  const send = page.getByRole("link", { name: "Enviar pelo WhatsApp" });
  await expect(send).toHaveAttribute("href", /wa\.me\/5511987654321.*%2Fcliente%23entrar%3D/);
});

test("the seller confirms a contact at the order, on the customer's page, and by sending a link", async ({
  page,
  request,
  context,
  shop,
}) => {
  await signInWithRequest(context, shop);
  const order = await sendOrder(request, "Bar Hortela", shop.url, undefined, generateCpf());
  const { customer_id } = await (await context.request.get(`/api/orders/${order.id}`)).json();
  const phone = "(11) 98765-4321";
  const email = "bar.hortela@example.com";
  await page.goto(`/admin/orders?pedido=${order.id}`);
  const offer = page.getByRole("button", { name: "Confirmar contato" });
  await expect(page.getByRole("button", { name: "Confirmar pedido", exact: true })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByRole("button", { name: "Confirmar pedido", exact: true }).click();
  await offer.click();
  await expect(page.getByText("Contato confirmado")).toBeVisible();
  await expect(offer).toHaveCount(0);

  await page.goto(`/admin/customers/${customer_id}?secao=area`);
  const undo = (contact: string) => page.getByRole("button", { name: `Desfazer ${contact}` });
  for (const contact of [phone, email]) {
    await undo(contact).click();
    await expect(undo(contact)).toHaveCount(0);
  }
  await page.getByRole("button", { name: `Confirmar ${email}` }).click();
  await expect(undo(email)).toBeVisible();
  await expect(undo(phone)).toHaveCount(0);

  await context.route("https://wa.me/**", (route) => route.fulfill({ body: "" }));
  await page.getByRole("button", { name: "Criar link da área" }).click();
  await page.getByRole("link", { name: "Enviar pelo WhatsApp" }).click();
  await expect(undo(phone)).toBeVisible();
});
