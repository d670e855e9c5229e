import type { OrderView } from "#app/domain/orders/links/schema.ts";
import { signInWithRequest } from "#tests/support/administrator.ts";
import { startPixBank } from "#tests/support/pix-bank.ts";
import { templateFolder } from "#tests/support/prepare-shop.ts";
import { phoneScreen } from "#tests/support/screens.ts";
import { sendOrder } from "#tests/support/sent-order.ts";
import { removeFolder, startShop, temporaryFolder } from "#tests/support/shop-process.ts";
import { expect, test } from "#tests/support/test.ts";

test("a customer pays the bank's code, and page and seller's phone say that it is paid", async ({
  page,
  browser,
}) => {
  const bank = await startPixBank();
  const shop = await startShop(await temporaryFolder(templateFolder), bank.env);
  bank.callback = `${shop.url}/api/pix`;
  const phone = await browser.newContext({ ...phoneScreen, baseURL: shop.url });
  try {
    const order = await sendOrder(page.request, "Teresa Lima", shop.url);
    const streaming = page.waitForResponse((response) => response.url().includes("?pedido="));
    await page.goto(order.link);
    await streaming;
    await signInWithRequest(phone, shop);
    const answer = await phone.request.patch(`/api/orders/${order.id}`, {
      data: { status: "confirmado", version: 1 },
    });
    expect(answer.ok()).toBe(true);
    await expect.poll(() => bank.chargeOf(order.id)?.status).toBe("ATIVA");
    const charge = bank.chargeOf(order.id);
    const code = page.getByLabel("Pix Copia e Cola");
    await expect(code).toHaveValue(charge?.pixCopiaECola ?? "");

    const office = await phone.newPage();
    await office.goto(`/admin/orders?pedido=${order.id}`);
    await expect(office.getByRole("button", { name: "Marcar como pago" })).toBeVisible();
    await bank.pay(charge?.txid ?? "");
    await expect(page.getByRole("heading", { name: "Pago", exact: true })).toBeVisible();
    await expect(page.getByText("Pagamento recebido")).toBeVisible();
    await expect(code).toBeHidden();
    await expect(office.getByText(/^Pago em .*, PIX$/)).toBeVisible();

    const ref = new URL(order.link, shop.url).pathname.split("/").at(-1);
    const view: OrderView = await (
      await page.request.get(`${shop.url}/api/order-links/${ref}`)
    ).json();
    expect(view).toMatchObject({ payment_state: "paid", pix: null });
  } finally {
    await phone.close();
    await page.close();
    await shop.stop();
    await bank.stop();
    await removeFolder(shop.dataDir);
  }
});

test("a bank that does not answer is on the dashboard, and the customer gets the shop's own code", async ({
  page,
}) => {
  const bank = await startPixBank();
  bank.trouble = () => 500;
  const shop = await startShop(await temporaryFolder(templateFolder), bank.env);
  try {
    const order = await sendOrder(page.request, "Teresa Lima", shop.url);
    await signInWithRequest(page.context(), shop);
    await page.request.patch(`${shop.url}/api/orders/${order.id}`, {
      data: { status: "confirmado", version: 1 },
    });
    await page.goto(order.link);
    await expect(page.getByLabel("Pix Copia e Cola")).toHaveValue(/PED\d+/);
    await expect(async () => {
      await page.goto(`${shop.url}/admin`);
      await expect(page.getByRole("alert")).toContainText("resposta 500", { timeout: 1000 });
    }).toPass();
  } finally {
    await page.close();
    await shop.stop();
    await bank.stop();
    await removeFolder(shop.dataDir);
  }
});
